import { SETTINGS } from "../config.ts";
import type { Environment } from "../config.ts";
import { certificateWish } from "./certificate-wish.ts";
import type { CertificateWish } from "./certificate-wish.ts";

/** What the command line asks for. */
export type Invocation =
  | { readonly command: "start"; readonly environment: Environment }
  | { readonly command: "certificates"; readonly wish: CertificateWish }
  | { readonly command: "help" }
  | { readonly command: "version" };

/** A flag; it takes a value, and may be given again. */
export interface Flag {
  readonly name: string;
  /** Its line of the help. */
  readonly help: string;
}

/** The values that were given, by flag. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>;

export interface Command {
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly read: (given: GivenFlags, environment: Environment) => Invocation;
}

const PREFIX = "SANDBOX_";

function flagOf(variable: string): string {
  return variable.slice(PREFIX.length).toLowerCase().replaceAll("_", "-");
}

/** Every setting is a flag as well: SANDBOX_LOG_LEVEL is --log-level. Flags stand over the environment. */
const start: Command = {
  summary: "Starts the sandbox; this is what happens without a command.",
  flags: Object.values(SETTINGS).map(({ variable, fallback, rule }) => {
    const standard = fallback === undefined || fallback === "" ? "" : ` (default: ${fallback})`;
    return { name: flagOf(variable), help: `${variable.padEnd(26)}${rule}${standard}` };
  }),
  read: (given, environment) => {
    const settings = Object.values(SETTINGS).flatMap(({ variable }) => {
      const value = given.get(flagOf(variable))?.at(-1);
      return value === undefined ? [] : [[variable, value] as const];
    });
    return { command: "start", environment: { ...environment, ...Object.fromEntries(settings) } };
  },
};

const certificates: Command = {
  summary: "Makes an authority, certificates and a revocation list for development; overwrites nothing.",
  flags: [
    { name: "out", help: "folder to make them in (default: certificates)" },
    { name: "host", help: "a further name or address of the server; may be given again" },
    { name: "merchant", help: "merchant id of a client certificate; may be given again (default: TESTSHOP)" },
    { name: "revoke", help: "file of a certificate to put on the revocation list; may be given again" },
  ],
  read: (given) => ({ command: "certificates", wish: certificateWish(given) }),
};

export const COMMANDS: ReadonlyMap<string, Command> = new Map(Object.entries({ start, certificates }));
