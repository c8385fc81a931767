import { random } from "./random-data.ts";

/** A prime, so that numbers which count up do not fall into step. */
const ISSUER_COUNT = 97;

const ISSUERS: readonly string[] = Array.from({ length: ISSUER_COUNT }, (_, seed) => {
  random.seed(seed);
  return `${random.company.name()} Bank`;
});

/** The made-up bank behind a masked card number: one for all numbers that begin with the same six digits. */
export function issuerOf(maskedNumber: string): string {
  const prefix = Number(maskedNumber.slice(0, 6));
  return ISSUERS[prefix % ISSUER_COUNT] ?? "Unknown Bank";
}
