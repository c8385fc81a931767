import type { Contracts } from "../../server/contract/contracts.ts";
import type { Finding, FindingCode, Mode } from "../../server/domain/record/finding.ts";
import type { Json } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { stepsOf } from "../../server/domain/json-pointer.ts";

// What two contracts differ in on a body, found out by nothing but asking each of them for its judgement, again and
// again: a judgement names only the first leaf of an unknown or missing group, so the body is changed until all are named.

export interface Asked {
  readonly operation: Operation;
  readonly mode: Mode;
  readonly body: Json;
}

type Refused = ReadonlyMap<string, FindingCode>;
type Box = Record<string, unknown>;

/** Each difference in one line: "breaks unknown /order/item". */
export function expectedDifferences(
  contracts: Contracts,
  asked: Asked,
  versions: { readonly from: number; readonly to: number },
): readonly string[] {
  const from = refusedIn(contracts, asked, versions.from);
  const to = refusedIn(contracts, asked, versions.to);
  const lines = (those: Refused, others: Refused, word: string): readonly string[] =>
    [...those]
      .filter(([pointer]) => ![...others.keys()].some((other) => isWithin(pointer, other)))
      .map(([pointer, code]) => `${word} ${code} ${pointer}`);
  return [...lines(to, from, "breaks"), ...lines(from, to, "taken")].sort();
}

function isWithin(pointer: string, other: string): boolean {
  return pointer === other || pointer.startsWith(`${other}/`);
}

function refusedIn(contracts: Contracts, { operation, mode, body }: Asked, version: number): Refused {
  const violations = (of: Json): readonly Finding[] =>
    contracts
      .judge({ operation, version, mode, body: of, text: JSON.stringify(of) })
      .findings.filter(({ severity }) => severity === "violation");
  const refused = new Map<string, FindingCode>();
  const unknown = unknownIn(body, violations);
  const { missing, completed } = missingIn(body, violations);
  for (const pointer of unknown) if (!isPlaceholder(body, pointer, mode)) refused.set(pointer, "unknown");
  for (const pointer of missing) refused.set(pointer, "missing");
  for (const { code, pointer } of violations(completed)) {
    if (code !== "unknown" && !missing.has(pointer) && !refused.has(pointer)) refused.set(pointer, code);
  }
  return refused;
}

/** An empty value that counts as absent and only keeps the place of an element: its removal is no difference. */
function isPlaceholder(body: Json, pointer: string, mode: Asked["mode"]): boolean {
  const value = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (inner, step) => (typeof inner === "object" && inner ? Reflect.get(inner, step) : undefined),
      body,
    );
  if (mode === "strict") return false;
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

type Violations = (of: Json) => readonly Finding[];

/** Takes away each unknown leaf that is named until none is. */
function unknownIn(body: Json, violations: Violations): ReadonlySet<string> {
  const unknown = new Set<string>();
  untilNone("unknown", body, violations, (changing, pointer) => {
    // A group of which every leaf has been taken away is named itself.
    if (![...unknown].some((known) => isWithin(known, pointer))) unknown.add(pointer);
    takeAway(changing, pointer);
  });
  return unknown;
}

/** Puts something in the place of each missing leaf that is named until none is. */
function missingIn(
  body: Json,
  violations: Violations,
): { readonly missing: ReadonlySet<string>; readonly completed: Json } {
  const missing = new Set<string>();
  const completed = untilNone("missing", body, violations, (changing, pointer) => {
    missing.add(pointer);
    put(changing, pointer);
  });
  return { missing, completed };
}

function untilNone(
  code: FindingCode,
  body: Json,
  violations: Violations,
  change: (changing: Json, pointer: string) => void,
): Json {
  const changing = structuredClone(body);
  for (let round = 0; round < 200; round += 1) {
    const named = violations(changing).filter((one) => one.code === code);
    if (named.length === 0) return changing;
    for (const { pointer } of named) change(changing, pointer);
  }
  throw new Error(`${code} without end: ${JSON.stringify(changing)}`);
}

function takeAway(body: Json, pointer: string): void {
  const steps = stepsOf(pointer);
  const last = steps.at(-1) ?? "";
  const parent = boxAt(body, steps.slice(0, -1));
  if (!Array.isArray(parent)) Reflect.deleteProperty(parent, last);
  else {
    // An unknown list may as well be an object; its other elements keep their pointers so.
    const above = boxAt(body, steps.slice(0, -2));
    const { [last]: gone, ...others } = Object.assign({}, parent) as Box;
    above[steps.at(-2) ?? ""] = gone === undefined ? parent : others;
  }
}

function put(body: Json, pointer: string): void {
  const steps = stepsOf(pointer);
  objectAt(body, steps.slice(0, -1))[steps.at(-1) ?? ""] = false;
}

function boxAt(body: Json, steps: readonly string[]): Box {
  return steps.reduce<Box>((box, step) => (box[step] ??= {}) as Box, body as unknown as Box);
}

/** As boxAt, with objects in the place of empty values, which mode gateway does not see. */
function objectAt(body: Json, steps: readonly string[]): Box {
  return steps.reduce<Box>(
    (box, step) => {
      const inner = box[step];
      const isEmpty = inner === "" || (Array.isArray(inner) && inner.length === 0);
      return (isEmpty ? (box[step] = {}) : (box[step] ??= {})) as Box;
    },
    body as unknown as Box,
  );
}
