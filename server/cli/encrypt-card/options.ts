import type { Expiry } from "../../domain/card/card-details.ts";
import { isBaseKey, parseKeySerialNumber, TEST_BASE_KEY } from "../../terminal/dukpt.ts";
import type { PinBlock } from "../../terminal/pin.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { GivenFlags } from "../kernel/command.ts";
import type { TerminalKeys } from "./encrypt.ts";

/** What the terminal that is played here has read, and under which keys it encrypts. */
export interface EncryptionOptions {
  readonly number: string;
  readonly expiry: Expiry | undefined;
  readonly pin: PinBlock | undefined;
  readonly ksn: string;
  readonly keys: TerminalKeys;
}

/** The first transaction of the terminal in the test data of ANSI X9.24-1. */
export const DEFAULT_KSN = "FFFF9876543210E00001";

/** Throws a UsageError that names the flag and repeats no card data. */
export function readEncryptionOptions(given: GivenFlags): EncryptionOptions {
  const value = (name: string): string | undefined => flagValue({ given }, name);
  const number = value("number");
  if (number === undefined) throw new UsageError("--number is missing");
  const { ksn = DEFAULT_KSN, key: baseKey = TEST_BASE_KEY } = { ksn: value("ksn"), key: value("key") };
  check("--number", /^\d{9,19}$/.test(number), "9 to 19 digits");
  check("--key", isBaseKey(baseKey), "32 hexadecimal digits");
  const serialNumber = ksn.length === DEFAULT_KSN.length ? parseKeySerialNumber(ksn) : undefined;
  if (serialNumber === undefined) throw new UsageError("--ksn must be 20 hexadecimal digits");
  const pin = pinOf(value("pin"), value("pin-format"));
  return { number, expiry: expiryOf(value("expiry")), pin, ksn, keys: { baseKey, serialNumber } };
}

function expiryOf(text: string | undefined): Expiry | undefined {
  if (text === undefined) return undefined;
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? [];
  if (month === undefined || year === undefined)
    throw new UsageError("--expiry must be month/year, for example 01/39");
  return { month, year };
}

function pinOf(pin: string | undefined, text = "0"): PinBlock | undefined {
  const format = ([0, 1, 3] as const).find((known) => String(known) === text);
  if (format === undefined) throw new UsageError("--pin-format must be 0, 1 or 3");
  if (pin === undefined) return undefined;
  check("--pin", /^\d{4,12}$/.test(pin), "4 to 12 digits");
  return { format, pin };
}

function check(flag: string, isRight: boolean, rule: string): void {
  if (!isRight) throw new UsageError(`${flag} must be ${rule}`);
}
