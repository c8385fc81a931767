import { readFileSync } from "node:fs";
import { once } from "../../contract/judge/contract.ts";
import type { JsonObject } from "../../domain/json.ts";
import { controlDocument } from "../openapi/control-document.ts";
import { documentedVersion, loadGatewayDocuments } from "../openapi/gateway-document.ts";
import { open, text } from "./kernel/endpoint.ts";
import type { Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { keptPromise } from "./kernel/kept-promise.ts";
import type { Reply } from "./kernel/kernel.ts";
import { Problem } from "./kernel/problem.ts";
import { inTurns } from "./kernel/step-pause.ts";

const SCHEMAS = new URL("../../../schemas/", import.meta.url);

/** What editors complete and check: the files that people write. Editors send no token. */
const published = ["expectation", "merchant", "scenario"].map((kind) => {
  const file = kind === "scenario" ? "scenario.json" : `${kind}s.json`;
  return endpoint({
    method: "get",
    path: `/schemas/${file}`,
    tag: "Sandbox",
    summary: `Returns the JSON Schema of ${kind} files, for editors`,
    answers: { 200: "JsonSchema" },
    isOpen: true,
    gives: "application/schema+json",
    handle: () => {
      const schema = readFileSync(new URL(file, SCHEMAS), "utf8");
      return (): Reply => (_request, response) => response.type("application/schema+json").send(schema);
    },
  });
});

/** What the gateway and the control API are, for generators of clients and for people. It holds no secrets. */
export const documents: Resource = {
  schemas: {
    JsonSchema: { ...open, description: "A JSON Schema." },
    OpenApiDocument: { ...open, description: "An OpenAPI 3.1 document." },
    Page: { ...text, description: "HTML." },
  },
  parameters: { document: "latest.json, control.json, or v and a version, for example v60.json." },
  endpoints: [
    endpoint({
      method: "get",
      path: "/openapi/:document",
      tag: "Sandbox",
      summary: "Returns an OpenAPI 3.1 document",
      description:
        "v1.json to v100.json describe the gateway in that version, latest.json in the newest, control.json this API.",
      answers: { 200: "OpenApiDocument" },
      problems: { 404: "There is no such document." },
      scope: "shared",
      handle: (_parts, api) => {
        const textOf = createDocumentTexts(controlDocument(api));
        return async ({ params }): Promise<Reply> => {
          const document = await textOf(/^(.+)\.json$/.exec(params.document)?.[1] ?? "");
          if (document !== undefined) return (_request, response) => response.type("json").send(document);
          throw new Problem(
            404,
            "No such document",
            "There are v1.json to v100.json, latest.json and control.json.",
          );
        };
      },
    }),
    endpoint({
      method: "get",
      path: "/docs",
      tag: "Sandbox",
      summary: "Leads to the page of the portal that shows this document",
      answers: { 200: "Page", 303: undefined },
      gives: "text/html",
      isOpen: true,
      handle: () => (): Reply => (_request, response) => {
        response.redirect(303, "/_sandbox/#/docs");
      },
    }),
    ...published,
  ],
};

/** The JSON text of each document, made when it is first asked for and kept. */
export function createDocumentTexts(control: JsonObject): (name: string) => Promise<Buffer> | undefined {
  // Most sandboxes are never asked, and all want to start quickly.
  const documents = once(loadGatewayDocuments);
  const texts = new Map<string, () => Promise<Buffer>>();
  const textOf = async (version: number | undefined): Promise<Buffer> => {
    const document = version === undefined ? control : await inTurns(documents()({ version, origin: "" }));
    return Buffer.from(JSON.stringify(document));
  };
  return (name) => {
    const version = /^(v\d+|latest)$/.test(name) ? documentedVersion(name) : undefined;
    if (version === undefined && name !== "control") return undefined;
    const key = version === undefined ? name : String(version);
    const text = texts.get(key) ?? keptPromise(() => textOf(version));
    texts.set(key, text);
    return text();
  };
}
