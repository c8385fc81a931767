import { EXIT } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";
import { encryptCard, encryptPin } from "./encrypt.ts";
import { DEFAULT_KSN, readEncryptionOptions } from "./options.ts";
import type { EncryptionOptions } from "./options.ts";

/** Plays a terminal that has read a test card. */
export const encryptCardCommand: Command = {
  summary: "Prints the request members that a terminal would send for a test card.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "number", help: "number of the test card, 9 to 19 digits" },
    { name: "expiry", help: "expiry, encrypted with the number, for example 01/39" },
    { name: "pin", help: "PIN of 4 to 12 digits: adds a PIN block" },
    { name: "pin-format", help: "ISO 9564-1 format of the PIN block: 0, 1 or 3 (default: 0)" },
    { name: "ksn", help: `key serial number, 20 hexadecimal digits (default: ${DEFAULT_KSN})` },
    {
      name: "key",
      help: "base derivation key, 32 hexadecimal digits (default: the test key published in ANSI X9.24-1)",
    },
  ],
  run: async ({ given }, { print, tell }) => {
    const options = readEncryptionOptions(given);
    const { isTestCard } = await import("./test-cards.ts");
    if (!isTestCard(options.number))
      tell("This may be a real card. Use a test card: the key is published and protects nothing.\n");
    print(`${JSON.stringify(membersOf(options), undefined, 2)}\n`);
    return EXIT.fine;
  },
};

function membersOf({ number, expiry, pin, ksn, keys }: EncryptionOptions): object {
  const p2pe = { payload: encryptCard({ number, expiry }, keys), keySerialNumber: ksn };
  const block = pin && { payload: encryptPin(pin, number, keys), keySerialNumber: ksn };
  const card = { p2pe: { ...p2pe, cardBin: number.slice(0, 6) }, ...(block && { pin: block }) };
  return { sourceOfFunds: { provided: { card } } };
}
