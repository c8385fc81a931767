import { parseArgs } from "node:util";
import type { Expiry } from "../../server/domain/card/card-details.ts";
import { isBaseKey, parseKeySerialNumber, TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import type { PinBlock } from "../../server/terminal/pin.ts";
import type { TerminalKeys } from "./encrypt.ts";

/** What the terminal that is played here has read, and under which keys it encrypts. */
export interface Options {
  readonly number: string;
  readonly expiry: Expiry | undefined;
  readonly pin: PinBlock | undefined;
  readonly ksn: string;
  readonly keys: TerminalKeys;
}

/** The arguments are wrong; the message says how, and repeats no card data. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The first transaction of the terminal in the test data of ANSI X9.24-1. */
const DEFAULT_KSN = "FFFF9876543210E00001";

export const USAGE = `usage: npm run encrypt-card -- --number N [--expiry MM/YY] [--pin N] [--pin-format 0|1|3] [--ksn HEX] [--key HEX]
  --number N        the test card, 9 to 19 digits
  --expiry MM/YY    is encrypted with the number
  --pin N           4 to 12 digits: a PIN block as well
  --pin-format N    ISO 9564-1 format of the block: 0, 1 or 3 (0)
  --ksn HEX         key serial number, 20 digits (${DEFAULT_KSN})
  --key HEX         base derivation key, 32 digits (the standard's published test key)
`;

export function readOptions(args: readonly string[]): Options {
  const given = parse(args);
  const { number = missing("--number"), ksn = DEFAULT_KSN, key: baseKey = TEST_BASE_KEY } = given;
  check("--number", /^\d{9,19}$/.test(number), "9 to 19 digits");
  check("--key", isBaseKey(baseKey), "32 hexadecimal digits");
  const serialNumber = ksn.length === DEFAULT_KSN.length ? parseKeySerialNumber(ksn) : undefined;
  if (serialNumber === undefined) throw new UsageError("--ksn must be 20 hexadecimal digits");
  return { number, expiry: expiryOf(given.expiry), pin: pinOf(given), ksn, keys: { baseKey, serialNumber } };
}

type Given = Readonly<Partial<Record<keyof typeof OPTIONS, string>>>;

const OPTIONS = {
  number: { type: "string" },
  expiry: { type: "string" },
  pin: { type: "string" },
  "pin-format": { type: "string" },
  ksn: { type: "string" },
  key: { type: "string" },
} as const;

/** A stray argument may be the card itself, so that the reason is given without it. */
function parse(args: readonly string[]): Given {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError("there is an option that does not exist, or one without its value", {
      cause: error,
    });
  }
}

function expiryOf(text: string | undefined): Expiry | undefined {
  if (text === undefined) return undefined;
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? [];
  if (month === undefined || year === undefined)
    throw new UsageError("--expiry must be month/year, as 01/39");
  return { month, year };
}

function pinOf({ pin, "pin-format": text = "0" }: Given): PinBlock | undefined {
  const format = ([0, 1, 3] as const).find((known) => String(known) === text);
  if (format === undefined) throw new UsageError("--pin-format must be 0, 1 or 3");
  if (pin !== undefined) check("--pin", /^\d{4,12}$/.test(pin), "4 to 12 digits");
  return pin === undefined ? undefined : { format, pin };
}

function check(option: string, isRight: boolean, rule: string): void {
  if (!isRight) throw new UsageError(`${option} must be ${rule}`);
}

function missing(option: string): never {
  throw new UsageError(`${option} is missing`);
}
