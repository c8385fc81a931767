import { textsOf } from "../conditions.ts";
import type { When } from "../conditions.ts";
import { beginningWith, contains, exactly, like } from "./text-containment.ts";
import type { TextForm } from "./text-containment.ts";

/** Whether what a later rule asks makes sure that what an earlier one asks holds. */
export type Implied = (earlier: When, later: When) => boolean;

type Subject = "order" | "reference" | "transaction";

/** Each way to ask for a text, and the texts that it stands for. */
const WAYS = { "": exactly, Prefix: beginningWith, Glob: like } as const;
type Way = keyof typeof WAYS;
const ALL_WAYS = Object.keys(WAYS) as readonly Way[];

/** Of a text that can be asked for exactly, by its beginning or by a glob. */
export function textImplied(subject: Subject, way: Way): Implied {
  const name = `${subject}${way}` as const;
  return (earlier, later) => {
    const wanted = textsOf(earlier[name]);
    return ALL_WAYS.some((other) => {
      const given = later[`${subject}${other}`];
      if (given === undefined) return false;
      if (way === "" && other === "") return isSubset(textsOf(given), wanted);
      return way === "Prefix" && other !== "Glob"
        ? textsOf(given).every((text) => wanted.some((start) => text.startsWith(start)))
        : isCovered(textsOf(given).map(WAYS[other]), wanted.map(WAYS[way]));
    });
  };
}

type ListName =
  "currency" | "expiry" | "merchant" | "orderStatus" | "p2pe" | "pin" | "securityCode" | "street";

/** Of a text that can be asked for exactly only. */
export function listImplied(name: ListName): Implied {
  return (earlier, later) => {
    const given = later[name];
    return given !== undefined && isSubset(textsOf(given), textsOf(earlier[name]));
  };
}

/** `true` asks for any, `false` for none, a text for itself. */
export function useImplied(name: "session" | "token"): Implied {
  return (earlier, later) => {
    const [wanted, given] = [earlier[name], later[name]];
    if (given === undefined) return false;
    if (typeof wanted === "boolean") return wanted === (typeof given === "boolean" ? given : true);
    return wanted !== undefined && typeof given !== "boolean" && isSubset(textsOf(given), textsOf(wanted));
  };
}

export function isSubset<Value>(part: readonly Value[], whole: readonly Value[]): boolean {
  if (whole.length === 1) return part.every((value) => value === whole[0]);
  const values = new Set(whole);
  return part.every((value) => values.has(value));
}

function isCovered(inner: readonly TextForm[], outer: readonly TextForm[]): boolean {
  return inner.every((form) => outer.some((other) => contains(other, form)));
}
