import { maskNumber } from "../../../domain/card/card.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { Scalar } from "./shape.ts";

const DECIMAL = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * The value of a request as answers write it. Undefined when it is none of this kind, which only mode observe lets
 * through.
 */
export function asWritten(scalar: Scalar, value: Json): Json | undefined {
  if (scalar === "number") return numberOf(value);
  if (scalar === "flag") return typeof value === "boolean" ? value : undefined;
  if (typeof value !== "string" || value === "" || scalar === "own") return undefined;
  if (scalar === "text") return value;
  if (scalar === "masked") return isMasked(value) ? value : maskNumber(value);
  return scalar === "month" && LEADING_ZERO.test(value) ? value.slice(1) : value;
}

/** The value of the first source that has one. */
export function scalarOf(scalar: Scalar, name: string, sources: readonly JsonObject[]): Json | undefined {
  for (const source of sources) {
    const value = source[name];
    const written = value === undefined ? undefined : asWritten(scalar, value);
    if (written !== undefined) return written;
  }
  return undefined;
}

const LEADING_ZERO = /^0\d/;

function numberOf(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : undefined;
}

/** Numbers are stored masked, so that there is mostly nothing left to mask. */
function isMasked(number: string): boolean {
  if (number.length < 11) return false;
  for (let index = 6; index < number.length - 4; index += 1) {
    if (number.charCodeAt(index) !== CODE_OF_X) return false;
  }
  return true;
}

const CODE_OF_X = 0x78;
