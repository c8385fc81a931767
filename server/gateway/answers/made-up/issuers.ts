import { issuerNames } from "./issuer-names.ts";

/** The made-up bank behind a masked card number: one for all numbers that begin with the same six digits. */
export function issuerOf(maskedNumber: string): string {
  const prefix = Number(maskedNumber.slice(0, 6));
  return issuerNames[prefix % issuerNames.length] ?? "Unknown Bank";
}
