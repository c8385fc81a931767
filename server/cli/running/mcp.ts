import { Writable } from "node:stream";
import { EXIT, flagValue, UsageError } from "../kernel/command.ts";
import type { Command, Invocation, Terminal } from "../kernel/command.ts";
import { CONTROL_FLAGS } from "../kernel/control-client.ts";
import { settingFlags } from "../start/command.ts";

const USUAL = { SANDBOX_LOG_LEVEL: "warn" };
/** In words, for the help: what the sandbox has that is started for the length of the connection. */
const OWN = { ...USUAL, SANDBOX_PORT: "0, a free one", SANDBOX_DATA: "a temporary folder" };

export const mcpCommand: Command = {
  summary: "Speaks the Model Context Protocol on standard input and output, for coding agents.",
  words: undefined,
  wordsMax: 0,
  flags: [
    ...CONTROL_FLAGS.map((flag) =>
      flag.name === "url"
        ? {
            name: "url",
            help: "URL of a running sandbox to use (default: SANDBOX_URL, otherwise one of its own)",
          }
        : flag,
    ),
    ...settingFlags(OWN),
  ],
  run: async (invocation, terminal) => {
    const { url, token, close } = await sandboxFor(invocation, terminal);
    const [{ serveStdio, StdioServerTransport }, { createMcpServer }, { askAt, maskedError }] =
      await Promise.all([
        import("@modelcontextprotocol/server/stdio"),
        import("../../http/mcp/server.ts"),
        import("../../http/mcp/ask.ts"),
      ]);
    const parts = { ask: askAt(url, token), version: terminal.version };
    const output = new Writable({
      decodeStrings: false,
      write: (message: string, _encoding, done) => process.stdout.write(maskedError(message), done),
    });
    const transport = new StdioServerTransport(process.stdin, output);
    const served = serveStdio(() => createMcpServer(parts), { transport });
    await new Promise((resolve) => {
      process.stdin.once("close", resolve).once("end", resolve);
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
    });
    await served.close();
    await close();
    return EXIT.fine;
  },
};

interface ServedSandbox {
  readonly url: string;
  readonly token: string | undefined;
  readonly close: () => Promise<void>;
}

/** The running one that is named, else one that lives as long as the connection. */
async function sandboxFor(invocation: Invocation, terminal: Terminal): Promise<ServedSandbox> {
  const { environment } = invocation;
  const url = flagValue(invocation, "url") ?? environment["SANDBOX_URL"];
  const token = flagValue(invocation, "token") ?? environment["SANDBOX_CONTROL_TOKEN"];
  if (url) {
    const { sandboxUrl } = await import("../../embedding/control-call.ts");
    const base = sandboxUrl(url);
    if (base === undefined) throw new UsageError(`'${url}' is not a valid sandbox URL`);
    return { url: base, token: token || undefined, close: () => Promise.resolve() };
  }
  const { startForCommand } = await import("../start/own.ts");
  const folder = flagValue(invocation, "scenario-folder") ?? environment["SANDBOX_SCENARIO_FOLDER"];
  // A folder that the agent's own sandbox is given is there to be written to.
  const usual = folder ? { ...USUAL, SANDBOX_SCENARIO_SAVE: "on" } : USUAL;
  const { sandbox, close } = await startForCommand(invocation, usual, terminal);
  return { url: sandbox.url, token: sandbox.controlToken, close };
}
