import type { ExchangeAnswer } from "../../domain/record/exchange.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";

/** A member that two answers have otherwise. */
export interface AnswerDifference {
  /** `status` of HTTP, or the member's dotted path below `body`. */
  readonly path: string;
  /** Undefined: it is not there. */
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** Made with the key of a data folder, or of the exchange's own id, so that it is never the same again. */
export const NEVER_THE_SAME: readonly string[] = [
  "body.browserPayment.redirectUrl",
  "body.error.supportCode",
];

/** What differs between two answers, leaf by leaf, in the order of the first. */
export function differencesOf(expected: ExchangeAnswer, got: ExchangeAnswer): readonly AnswerDifference[] {
  return differences("", { ...expected }, { ...got });
}

function differences(path: string, expected: Json | undefined, got: Json | undefined): AnswerDifference[] {
  const [left, right] = [partsOf(expected), partsOf(got)];
  if (left === undefined || right === undefined || Array.isArray(expected) !== Array.isArray(got)) {
    return JSON.stringify(expected) === JSON.stringify(got) ? [] : [{ path, expected, got }];
  }
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const isList = Array.isArray(expected);
  return names.flatMap((name) => differences(joined(path, name, isList), left.get(name), right.get(name)));
}

function joined(path: string, name: string, isList: boolean): string {
  if (isList) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (!Array.isArray(value) && !isObject(value)) return undefined;
  const parts = Object.entries(value as Readonly<Record<string, Json | undefined>>);
  return new Map(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const])));
}
