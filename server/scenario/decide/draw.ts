import { createHash } from "node:crypto";
import type { Facts } from "../../domain/record/decision.ts";

/** A number from 0 up to 1: always the same for the same merchant, order, transaction and purpose. */
export function draw({ seed }: Pick<Facts, "seed">, ...purpose: readonly string[]): number {
  const digest = createHash("sha256").update(JSON.stringify([seed, ...purpose]));
  return digest.digest().readUInt32BE(0) / 2 ** 32;
}
