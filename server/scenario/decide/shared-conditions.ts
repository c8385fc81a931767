import { createHash } from "node:crypto";
import type { Facts } from "../../domain/record/decision.ts";
import { conditionsOf } from "../conditions.ts";
import type { Condition, When } from "../conditions.ts";

/** A condition of rules that are asked together. */
export interface AskedCondition {
  readonly holds: (facts: Facts) => boolean;
  /** Its place in the answers of a request, where several rules ask the same; undefined: it is of one rule alone. */
  readonly slot: number | undefined;
  /** Why it does not hold; asked only after it was found not to. */
  readonly reason: (facts: Facts, seen: Seen) => string;
}

/** What was found out about one request, as many rules of a test plan ask the same of it. */
export interface Seen {
  /** Whether a condition holds, by its slot. */
  readonly held: (boolean | undefined)[];
  /** What came, in words, by the slot of the condition's name: finding the words costs more than asking. */
  readonly came: (string | undefined)[];
}

export function nothingSeen(): Seen {
  return { held: [], came: [] };
}

export function holdsIn({ holds, slot }: AskedCondition, facts: Facts, { held }: Seen): boolean {
  return slot === undefined ? holds(facts) : (held[slot] ??= holds(facts));
}

/** Makes the conditions of each of these rules; those that several rules ask are made once. */
export function sharedConditions(whens: readonly When[]): readonly (readonly AskedCondition[])[] {
  const asked = whens.map(conditionsOf);
  const counts = new Map<string, number>();
  for (const { key } of asked.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shared = new Map<string, AskedCondition>();
  const names = [...new Set(asked.flat().map(({ name }) => name))];
  const nameSlots = new Map(names.map((name, slot) => [name, slot]));
  return asked.map((conditions) =>
    conditions.map((condition) => {
      const { key, name } = condition;
      const nameSlot = nameSlots.get(name) ?? 0;
      if (counts.get(key) === 1) return askedCondition(condition, undefined, nameSlot);
      const made = shared.get(key) ?? askedCondition(condition, shared.size, nameSlot);
      shared.set(key, made);
      return made;
    }),
  );
}

/** A rule with a chance draws anew for each order and transaction. */
export function chanceCondition(key: string, chance: number): AskedCondition {
  const drawn = (facts: Facts): number => draw(facts, key, "chance");
  return {
    holds: (facts) => drawn(facts) < chance,
    slot: undefined,
    reason: (facts) => `chance: expected below ${chance}, drew ${drawn(facts).toFixed(3)}`,
  };
}

function askedCondition(
  { name, wanted, holds, got }: Condition,
  slot: number | undefined,
  nameSlot: number,
): AskedCondition {
  // Of the requests of a test run many have the same here, so that the last sentence is kept.
  let [last, sentence] = [undefined as string | undefined, ""];
  return {
    holds,
    slot,
    reason: (facts, seen) => {
      const came = (seen.came[nameSlot] ??= got(facts));
      if (came !== last) [last, sentence] = [came, `${name}: expected ${wanted}, got ${came}`];
      return sentence;
    },
  };
}

/** A number from 0 up to 1: always the same for the same merchant, order, transaction and purpose. */
export function draw({ seed }: Pick<Facts, "seed">, ...purpose: readonly string[]): number {
  const digest = createHash("sha256").update(JSON.stringify([seed, ...purpose]));
  return digest.digest().readUInt32BE(0) / 2 ** 32;
}
