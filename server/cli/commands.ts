import type { Commands } from "./arguments.ts";
import { certificatesCommand } from "./certificates-command.ts";
import { startCommand } from "./start.ts";

/** Every command, in the order of the help. What only one of them needs is loaded when it runs. */
export const COMMANDS: Commands = new Map(
  Object.entries({ start: startCommand, certificates: certificatesCommand }),
);
