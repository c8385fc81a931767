import { randomBytes } from "node:crypto";
import { EXIT } from "./kernel/command.ts";
import type { Command } from "./kernel/command.ts";

const TOKEN_BYTES = 24;

/** Makes a token for a user of SANDBOX_USERS, whose file holds only its hash. */
export const tokenCommand: Command = {
  summary: "Prints a new token of the control API, and its hash for the user file.",
  words: undefined,
  wordsMax: 0,
  flags: [],
  run: async (_invocation, { print }) => {
    const { hashOf } = await import("../http/control/access/users.ts");
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    print(`token: ${token}\nin the user file: sha256:${hashOf(token)}\n`);
    return EXIT.fine;
  },
};
