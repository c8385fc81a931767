import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";

/** What a coding agent is connected with: the protocol's own client. */
export interface Agent {
  readonly client: Client;
  /** Uses a tool, and gives what it returns as JSON or as text. */
  readonly use: (name: string, given?: JsonObject) => Promise<unknown>;
  /** What a tool complains of. */
  readonly complaint: (name: string, given?: JsonObject) => Promise<string>;
  readonly read: (uri: string) => Promise<string>;
}

export async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Agent> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const called = async (name: string, given: JsonObject = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content;
    return { isError: isError === true, told: first?.type === "text" ? first.text : "" };
  };
  return {
    client,
    use: async (name, given) => {
      const { isError, told } = await called(name, given);
      if (isError) throw new Error(told);
      return /^[[{]/.test(told) ? (JSON.parse(told) as unknown) : told;
    },
    complaint: async (name, given) => {
      const { isError, told } = await called(name, given);
      expect(isError, told).to.equal(true);
      return told;
    },
    read: async (uri) => {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      return first !== undefined && "text" in first ? first.text : "";
    },
  };
}

/** Opens in a new folder what the suite that calls this works with, before its first test, and closes it after its last. */
export function openForSuite<T extends { readonly close: () => Promise<unknown> }>(
  open: (folder: string) => Promise<T>,
): () => T {
  let folder = "";
  let opened: T | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-agent-"));
    opened = await open(folder);
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true });
  });
  return () => {
    if (opened === undefined) throw new Error("it is opened when the first test begins");
    return opened;
  };
}
