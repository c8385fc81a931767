import { isObject } from "../json.ts";
import type { Json } from "../json.ts";
import { pointerBelow, stepsOf } from "../json-pointer.ts";
import type { Finding } from "./finding.ts";

/** What happened to a member on the way to a request that its contract takes. */
export interface Change {
  /** JSON pointer of the member in the body that the change is shown in. */
  readonly pointer: string;
  readonly kind: "added" | "removed" | "replaced";
  readonly message: string;
}

export interface Correction {
  /** The request with everything mended; what only the caller can know stands there in words: <text of 1 to 40 characters>. */
  readonly body: Json;
  /** Members of the body that came. */
  readonly wrong: readonly Change[];
  /** Members of the corrected body. */
  readonly mended: readonly Change[];
}

/** Mends what the contract found. Notes ask for nothing, so that they change nothing. */
export function correctionOf(body: Json, findings: readonly Finding[]): Correction {
  const faults = findings.filter(({ severity }) => severity !== "note");
  const ordered = [...faults].sort(
    (one, other) => Number(one.code === "missing") - Number(other.code === "missing"),
  );
  return ordered.reduce<Correction>((correction, finding) => mend(correction, finding), {
    body,
    wrong: [],
    mended: [],
  });
}

/** The word that was probably meant, a member's name with its path; undefined when none is near enough. */
export function suggestionIn({ explanation }: Pick<Finding, "explanation">): string | undefined {
  return /Did you mean '([^']*)'\?/.exec(explanation)?.[1];
}

function mend({ body, wrong, mended }: Correction, finding: Finding): Correction {
  const { code, pointer, message, expected } = finding;
  const path = stepsOf(pointer);
  const meant = suggestionIn(finding);
  if (code === "missing") {
    // A member with a wrong name may have got its place.
    if (valueAtPath(body, path) !== undefined) return { body, wrong, mended };
    const change = { pointer, kind: "added", message } as const;
    return { body: withValue(body, path, `<${expected}>`), wrong, mended: [...mended, change] };
  }
  const found = { pointer, kind: code === "unknown" ? "removed" : "replaced", message } as const;
  if (code !== "unknown") {
    const value = meant ?? `<${expected}>`;
    return { body: withValue(body, path, value), wrong: [...wrong, found], mended: [...mended, found] };
  }
  const bare = withValue(body, path, undefined);
  if (meant === undefined) return { body: bare, wrong: [...wrong, found], mended };
  const name = meant.split(".").at(-1) ?? meant;
  const place = [...path.slice(0, -1), name];
  if (valueAtPath(body, place) !== undefined) return { body: bare, wrong: [...wrong, found], mended };
  const renamed = { pointer: place.reduce<string>(pointerBelow, ""), kind: "replaced", message } as const;
  return {
    body: withValue(bare, place, valueAtPath(body, path)),
    wrong: [...wrong, found],
    mended: [...mended, renamed],
  };
}

/** What stands at the place that the steps of a JSON pointer lead to. */
export function valueAtPath(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value;
  return valueAtPath(memberOf(value, name), rest);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A copy with the value in its place; undefined takes the member away. */
function withValue(
  body: Json | undefined,
  [name, ...rest]: readonly string[],
  value: Json | undefined,
): Json {
  if (name === undefined) return value ?? {};
  const inner = rest.length === 0 ? value : withValue(memberOf(body, name), rest, value);
  if (Array.isArray(body)) {
    const items = body as readonly Json[];
    return items.flatMap((item, index) => (String(index) === name ? (inner ?? []) : item));
  }
  const members = Object.entries(isObject(body) ? body : {}).filter(
    ([other]) => other !== name || inner !== undefined,
  );
  const isThere = members.some(([other]) => other === name);
  const changed = members.map(([other, old]) => [other, other === name ? inner : old] as const);
  const added = isThere || inner === undefined ? [] : [[name, inner] as const];
  return Object.fromEntries<Json | undefined>([...changed, ...added]);
}
