import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { parseAmount } from "../../domain/money.ts";
import { clockSlips } from "./clock-slips.ts";
import { pointerPart, requestSlips } from "./request-slips.ts";

/** A mistake in what is written behind `when`; the pointer (RFC 6901) begins there. */
export interface Slip {
  readonly pointer: string;
  readonly message: string;
}

/** What a schema cannot say of conditions. They may be anything: the schema's own remarks are told besides. */
export function conditionSlips(when: unknown): readonly Slip[] {
  if (!isObject(when)) return [];
  return [
    ...rangeSlips(when, "amount", amountIn),
    ...rangeSlips(when, "version", numberIn),
    ...rangeSlips(when, "attempt", numberIn),
    ...cardRangeSlips(when["cardRange"]),
    ...clockSlips(when["clock"]),
    ...requestSlips(when["request"]),
  ];
}

function rangeSlips(
  when: JsonObject,
  name: string,
  read: (value: unknown) => number | undefined,
): readonly Slip[] {
  const range = when[name];
  if (!isObject(range)) return [];
  const [min, max] = [read(range["min"]), read(range["max"])];
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ pointer: `/${name}/max`, message: `max is smaller than min: no ${name} can match` }];
}

/** One range or a list. */
function cardRangeSlips(wanted: unknown): readonly Slip[] {
  if (!Array.isArray(wanted)) return cardRangeSlip("/cardRange", wanted);
  return wanted.flatMap((range, index) => cardRangeSlip(`/cardRange/${index}`, range));
}

function cardRangeSlip(pointer: string, range: unknown): readonly Slip[] {
  if (!isObject(range)) return [];
  const { min, max } = range;
  if (typeof min !== "string" || typeof max !== "string") return [];
  if (min.length !== max.length)
    return [{ pointer: `${pointer}/max`, message: "min and max must have the same number of digits" }];
  if (min <= max) return [];
  return [{ pointer: `${pointer}/max`, message: "max is smaller than min: no card can match" }];
}

function amountIn(value: unknown): number | undefined {
  return typeof value === "string" ? parseAmount(value) : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Lists that name a value twice: nothing breaks, but mostly another value was meant. */
export function doubledValues(when: unknown): readonly Slip[] {
  return listsIn(when, "").flatMap(({ pointer, list }) => {
    const seen = new Set<unknown>();
    return list.flatMap((value, index) => {
      const key = (pointer === "/amount" ? amountIn(value) : undefined) ?? JSON.stringify(value);
      if (seen.has(key))
        return [{ pointer: `${pointer}/${index}`, message: "this value is in the list already" }];
      seen.add(key);
      return [];
    });
  });
}

interface ListPlace {
  readonly pointer: string;
  readonly list: readonly unknown[];
}

function listsIn(value: unknown, pointer: string): readonly ListPlace[] {
  if (Array.isArray(value)) return [{ pointer, list: value as readonly unknown[] }];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => listsIn(part, `${pointer}/${pointerPart(name)}`));
}
