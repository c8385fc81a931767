import type { TerminalKeys } from "../../server/cli/encrypt-card/encrypt.ts";
import { parseKeySerialNumber, TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import type { KeySerialNumber } from "../../server/terminal/dukpt.ts";

export const KSN = "FFFF9876543210E00008";

export function serialNumberOf(text: string): KeySerialNumber {
  const serialNumber = parseKeySerialNumber(text);
  if (serialNumber === undefined) throw new Error(`${text} is no key serial number`);
  return serialNumber;
}

export const keysOf = (ksn: string, baseKey = TEST_BASE_KEY): TerminalKeys => ({
  baseKey,
  serialNumber: serialNumberOf(ksn),
});
