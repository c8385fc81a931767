import type { Environment } from "../../sandbox/config.ts";
import type { Command } from "../kernel/command.ts";
import { OF_OWN_SANDBOX, settingFlags } from "../start/command.ts";

/** What the sandbox of a demonstration has otherwise, unless the settings say so. */
const USUAL: Environment = {
  SANDBOX_LOG_LEVEL: "warn",
  // The shop has no certificate, and mode strict takes return addresses by https only.
  SANDBOX_MODE: "gateway",
};

export const demoCommand: Command = {
  summary: "Starts a small shop and a sandbox that takes its payments, to try out in a browser.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "shop-port", help: "port of the shop (default: 0, a free one)" },
    ...settingFlags({ ...USUAL, ...OF_OWN_SANDBOX }),
  ],
  run: async (invocation, terminal) => {
    const { demonstrate } = await import("./demo.ts");
    return demonstrate(invocation, USUAL, terminal);
  },
};
