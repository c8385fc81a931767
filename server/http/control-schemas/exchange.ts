import type { JsonObject } from "../../domain/json.ts";
import { flag, open, text } from "./words.ts";

const anything = { description: "Any JSON value, masked." };

const REQUEST: JsonObject = {
  type: "object",
  description: "What the request was, masked.",
  required: ["method", "route", "bytes"],
  properties: {
    method: text,
    route: { ...text, description: "The pattern of the path that matched." },
    version: { type: "integer" },
    operation: text,
    orderId: text,
    transactionId: text,
    body: anything,
    bytes: { type: "integer", minimum: 0 },
  },
};

const CONTRACT: JsonObject = {
  type: "object",
  description: "The contracts that judged the request, and everything they found.",
  required: ["mode", "used", "resolution", "findings"],
  properties: {
    mode: { ...text, enum: ["strict", "gateway", "observe"] },
    used: { type: "array", items: text, description: "Files below schemas/." },
    resolution: { ...text, enum: ["own", "merged", "lowest", "highest"] },
    findings: { type: "array", items: open },
  },
};

const SHADOW: JsonObject = {
  type: "object",
  description:
    "How the request would fare in the version of SANDBOX_SHADOW; not there when it was not asked.",
  required: ["version", "used", "resolution", "differences"],
  properties: {
    version: { type: "integer" },
    used: { type: "array", items: text, description: "Files below schemas/." },
    resolution: { ...text, enum: ["own", "merged", "lowest", "highest"] },
    differences: { type: "array", items: open },
  },
};

export const EXCHANGE: JsonObject = {
  type: "object",
  description: "One request, its answer, and what each step saw and decided. It never holds card data.",
  required: [
    ...["id", "at", "request", "authentication", "committed", "repeated", "notes", "answer"],
    ...["abandoned", "durationMs"],
  ],
  properties: {
    id: text,
    merchantId: { ...text, description: "Not there when the caller never proved to be a merchant." },
    at: { ...text, format: "date-time" },
    request: REQUEST,
    authentication: text,
    contract: CONTRACT,
    shadow: SHADOW,
    rules: {
      type: "object",
      description: "The rules of meaning that passed, and the one that refused.",
      required: ["passed"],
      properties: { passed: { type: "array", items: text }, refusedBy: open },
    },
    scenario: { ...open, description: "What decided, and which rules were asked before." },
    transition: {
      type: "object",
      description: "The order's status before and after; before is not there for a new order.",
      required: ["after"],
      properties: { before: text, after: text },
    },
    moment: {
      type: "object",
      description: "Where the merchant's clock and the order stood.",
      required: ["now", "entriesBefore", "entriesAfter"],
      properties: {
        now: { ...text, format: "date-time" },
        entriesBefore: { type: "integer", minimum: 0 },
        entriesAfter: { type: "integer", minimum: 0 },
      },
    },
    fault: { ...open, description: "How the answer was broken on purpose." },
    committed: { ...flag, description: "Whether anything was stored." },
    repeated: { ...flag, description: "Whether the stored answer of an identical request came again." },
    notifications: {
      type: "array",
      description: "The notifications that were queued with the order.",
      items: { type: "object", required: ["id", "url"], properties: { id: text, url: text } },
    },
    refusal: {
      type: "object",
      required: ["reason", "explanation"],
      properties: { reason: text, explanation: text, fault: open },
    },
    notes: { type: "array", items: text },
    answer: {
      type: "object",
      required: ["status"],
      properties: { status: { type: "integer", minimum: 0 }, body: anything },
    },
    abandoned: { ...flag, description: "Whether the caller had gone before the answer could be sent." },
    durationMs: { type: "number", minimum: 0 },
  },
};
