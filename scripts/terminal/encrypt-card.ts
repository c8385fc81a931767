import { encryptCard, encryptPin } from "./encrypt.ts";
import { readOptions, USAGE, UsageError } from "./options.ts";
import type { Options } from "./options.ts";
import { isTestCard } from "./test-cards.ts";

const EXIT_USAGE = 2;

/** Prints the members of a request that a terminal would send for this card. */
function main(): void {
  const options = readOptions(process.argv.slice(2));
  if (!isTestCard(options.number)) {
    process.stderr.write("# this may be a real card: use a test card, the key protects nothing\n");
  }
  process.stdout.write(`${JSON.stringify(membersOf(options), undefined, 2)}\n`);
}

function membersOf({ number, expiry, pin, ksn, keys }: Options): object {
  const p2pe = { payload: encryptCard({ number, expiry }, keys), keySerialNumber: ksn };
  const block = pin && { payload: encryptPin(pin, number, keys), keySerialNumber: ksn };
  const card = { p2pe: { ...p2pe, cardBin: number.slice(0, 6) }, ...(block && { pin: block }) };
  return { sourceOfFunds: { provided: { card } } };
}

try {
  main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`encrypt-card: ${error.message}\n${USAGE}`);
  process.exitCode = EXIT_USAGE;
}
