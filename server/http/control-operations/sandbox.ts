import type { ControlOperation } from "../../openapi/control-document.ts";

export const sandboxOperations: readonly ControlOperation[] = [
  {
    method: "get",
    path: "/v1/health",
    tag: "Sandbox",
    summary: "Tells whether payments can be taken and kept",
    answers: { 200: "Health" },
    isOpen: true,
  },
  {
    method: "get",
    path: "/openapi/:document",
    tag: "Sandbox",
    summary: "Gives an OpenAPI 3.1 document",
    description:
      "v1.json to v100.json describe the gateway in that version, latest.json in the newest, control.json this API.",
    answers: { 200: "OpenApiDocument" },
    problems: { 404: "There is no such document." },
    isOpen: true,
  },
  {
    method: "get",
    path: "/docs",
    tag: "Sandbox",
    summary: "Shows this document to people",
    answers: { 200: "Page" },
    isOpen: true,
    gives: "text/html",
  },
  {
    method: "get",
    path: "/schemas/expectations.json",
    tag: "Sandbox",
    summary: "Gives the JSON Schema of expectation files, for editors",
    answers: { 200: "JsonSchema" },
    isOpen: true,
    gives: "application/schema+json",
  },
  {
    method: "get",
    path: "/schemas/merchants.json",
    tag: "Sandbox",
    summary: "Gives the JSON Schema of merchant files, for editors",
    answers: { 200: "JsonSchema" },
    isOpen: true,
    gives: "application/schema+json",
  },
  {
    method: "get",
    path: "/schemas/scenario.json",
    tag: "Sandbox",
    summary: "Gives the JSON Schema of scenario files, for editors",
    answers: { 200: "JsonSchema" },
    isOpen: true,
    gives: "application/schema+json",
  },
];
