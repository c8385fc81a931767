import { readFileSync } from "node:fs";
import { ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServer, ReadResourceResult } from "@modelcontextprotocol/server";
import { readAnswer } from "./ask.ts";
import type { Ask } from "./ask.ts";
import { contractOf } from "./contract.ts";
import { textOf } from "./tools.ts";

const JSON_TYPE = "application/json";

function contents(uri: URL, text: string, mimeType: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

/** What an agent may read at leisure. Test card numbers are there to be sent, and belong to nobody. */
export function registerResources(server: McpServer, ask: Ask): void {
  const jsonAt = async (path: string): Promise<unknown> => readAnswer(await ask({ method: "GET", path }));
  registerCards(server, jsonAt);
  server.registerResource(
    "findings",
    "sandbox://findings",
    { mimeType: "text/markdown", description: "What contract findings mean, and how to correct each." },
    (uri) => contents(uri, readFileSync(FINDINGS, "utf8"), "text/markdown"),
  );
  server.registerResource(
    "contract",
    new ResourceTemplate("sandbox://contracts/{operation}/{version}", { list: undefined }),
    {
      mimeType: JSON_TYPE,
      description: "What an operation accepts in a version: sandbox://contracts/PAY/100.",
    },
    async (uri, { operation, version }) =>
      contents(uri, JSON.stringify(await contractOf(ask, textOf(operation), Number(version))), JSON_TYPE),
  );
  server.registerResource(
    "schema",
    new ResourceTemplate("sandbox://schemas/{file}", { list: undefined }),
    {
      mimeType: JSON_TYPE,
      description: "The form of scenario.json, expectations.json and merchants.json files.",
    },
    async (uri, { file }) => {
      const schema = await jsonAt(`/_sandbox/schemas/${encodeURIComponent(textOf(file))}`);
      return contents(uri, JSON.stringify(schema), JSON_TYPE);
    },
  );
}

const FINDINGS = new URL("../../../docs/findings.md", import.meta.url);

function registerCards(server: McpServer, jsonAt: (path: string) => Promise<unknown>): void {
  const description = "Test cards with an answer of their own, in the scenarios of the sandbox.";
  const uri = "sandbox://magic-cards";
  server.registerResource("magic-cards", uri, { mimeType: JSON_TYPE, description }, async (url) => {
    const seen = (await jsonAt("/_sandbox/v1/merchants")) as {
      readonly merchants: readonly { readonly merchant: string }[];
    };
    const merchant = seen.merchants[0]?.merchant ?? "TESTSHOP";
    const cards = await jsonAt(`/_sandbox/v1/merchants/${encodeURIComponent(merchant)}/test-cards`);
    return contents(url, JSON.stringify(cards), JSON_TYPE);
  });
}
