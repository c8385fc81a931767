import { isObject } from "../json.ts";
import type { Json } from "../json.ts";
import { pointerBelow, stepsOf } from "../json-pointer.ts";
import { parseMemberPath } from "../request/member-path.ts";
import type { Finding } from "./finding.ts";

/** What happened to a member on the way to a request that its contract takes. */
export interface Change {
  /** JSON pointer of the member in the body that the change is shown in. */
  readonly pointer: string;
  /** Of a corrected body: `mended`, or `open` where only the caller can know the value. */
  readonly kind: "added" | "mended" | "open" | "removed" | "replaced";
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
  const ordered = faults.toSorted((one, other) => turnOf(one) - turnOf(other));
  return ordered.reduce<Correction>((correction, finding) => mend(correction, finding), {
    body,
    wrong: [],
    mended: [],
  });
}

/** What has another place leaves its group before that goes, and what is missing may have been moved. */
function turnOf({ code, meant }: Finding): number {
  if (code === "missing") return 2;
  return code === "unknown" && meant === undefined ? 1 : 0;
}

function mend(correction: Correction, finding: Finding): Correction {
  return finding.code === "unknown" ? renamed(correction, finding) : replaced(correction, finding);
}

function replaced({ body, wrong, mended }: Correction, finding: Finding): Correction {
  const { code, pointer, message, expected, got, meant } = finding;
  const path = stepsOf(pointer);
  const isMissing = code === "missing";
  // A member with a wrong name may have got its place.
  if (isMissing && valueAtPath(body, path) !== undefined) return { body, wrong, mended };
  const words = isMissing ? "it was missing" : `instead of ${got}`;
  return {
    body: withValue(body, path, meant ?? `<${expected}>`),
    wrong: isMissing ? wrong : [...wrong, { pointer, kind: "replaced", message }],
    mended: [
      ...mended.filter((it) => it.pointer !== pointer),
      meant === undefined
        ? { pointer, kind: "open", message: `${words}; only you know the value` }
        : { pointer, kind: "mended", message: words },
    ],
  };
}

/** A member that the contract does not know gets the name, or goes to the place, that was meant. */
function renamed({ body, wrong, mended }: Correction, finding: Finding): Correction {
  const { message, meant, member = finding.pointer } = finding;
  const path = stepsOf(member);
  const value = valueAtPath(body, path);
  const found = [...wrong, { pointer: member, kind: "removed", message } as const];
  // With a group that was taken away went all that it had.
  if (value === undefined) return { body, wrong: found, mended };
  if (meant === undefined) return { body: withValue(body, path, undefined), wrong: found, mended };
  const place = parseMemberPath(String(meant)).map((step) =>
    "member" in step ? step.member : String(step.element),
  );
  const bare = withoutMember(body, path);
  if (valueAtPath(body, place) !== undefined) return { body: bare, wrong: found, mended };
  const to = place.reduce<string>(pointerBelow, "");
  const old = path.slice(0, -1).join(".") === place.slice(0, -1).join(".") ? path.slice(-1) : path;
  return {
    body: withValue(bare, place, value),
    wrong: found,
    mended: [...mended, { pointer: to, kind: "mended", message: `instead of ${old.join(".")}` }],
  };
}

/** A copy without the member, and without the groups that held nothing else. */
function withoutMember(body: Json, path: readonly string[]): Json {
  const bare = withValue(body, path, undefined);
  const group = path.slice(0, -1);
  const rest = valueAtPath(bare, group);
  return group.length > 0 && isObject(rest) && Object.keys(rest).length === 0
    ? withoutMember(bare, group)
    : bare;
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
