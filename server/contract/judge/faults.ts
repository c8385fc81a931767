import type { ErrorObject } from "ajv/dist/2020.js";
import type { Json } from "../../domain/json.ts";
import { FINDING_CODES } from "../../domain/record/finding.ts";
import type { FindingCode } from "../../domain/record/finding.ts";
import { documentOrder, firstLeaf, parsePointer, pointerTo, valueOf } from "../schema/body-path.ts";
import type { BodyPath } from "../schema/body-path.ts";
import { isChoiceOfMembers, memberOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { CONTRADICTION } from "./moves.ts";

const CODES: Readonly<Record<string, FindingCode>> = {
  additionalProperties: "unknown",
  propertyNames: "unknown",
  required: "missing",
  anyOf: "missing",
  type: "type",
  const: "fixed",
  enum: "enumeration",
  minLength: "length",
  maxLength: "length",
  minimum: "range",
  maximum: "range",
  exclusiveMinimum: "range",
  exclusiveMaximum: "range",
  multipleOf: "range",
  "x-maxDecimals": "range",
  pattern: "format",
  format: "format",
  minItems: "count",
  maxItems: "count",
  minProperties: "count",
  maxProperties: "count",
  [CONTRADICTION]: "contradiction",
};

/** What is wrong with the body, each fault once, in order of precedence. */
export function faultsOf(body: Json, errors: readonly ErrorObject[], tree: SchemaNode): readonly Fault[] {
  if (errors.length === 0) return [];
  const faults = errors.filter(isReported).map((error) => faultOf(body, error));
  const wrongTypes = new Set(faults.filter(({ code }) => code === "type").map(({ path }) => pointerTo(path)));
  const once = new Map<string, Fault>();
  for (const fault of faults) {
    const pointer = pointerTo(fault.path);
    // A value of the wrong type is also none of the enumeration's: that says nothing more.
    const isEcho = fault.code !== "type" && fault.value !== undefined && wrongTypes.has(pointer);
    if (!isEcho && !once.has(`${fault.code} ${pointer}`)) once.set(`${fault.code} ${pointer}`, fault);
  }
  return byPrecedence([...once.values()], body, tree);
}

/**
 * Ajv repeats itself: for each branch of an anyOf, and for a member's name as a value of its own. Of two
 * forms of a value only the first is reported, which is the lower contract's.
 */
function isReported(error: ErrorObject): boolean {
  const rule = ruleOf(error);
  if (error.propertyName !== undefined && error.keyword !== "propertyNames") return false;
  if (/\/anyOf\/[1-9]\d*(\/|$)/.test(error.schemaPath)) return false;
  if (error.keyword === "anyOf") return isChoiceOfMembers(rule);
  return error.keyword !== "required" || rule["x-origin"] !== undefined;
}

function ruleOf(error: ErrorObject): SchemaNode {
  return error.parentSchema ?? {};
}

function faultOf(body: Json, error: ErrorObject): Fault {
  const [rule, keyword] = [ruleOf(error), error.keyword];
  const code = CODES[keyword];
  if (code === undefined) throw new Error(`no finding code for the keyword ${keyword}`);
  const parent = parsePointer(body, error.instancePath);
  if (code === "unknown") {
    const params = error.params as { readonly additionalProperty?: string; readonly propertyName?: string };
    const member = params.additionalProperty ?? params.propertyName ?? "";
    const path = [...parent, member, ...firstLeaf(valueOf(body, [...parent, member]))];
    return { code, keyword, path, at: parent, value: valueOf(body, path), member, rule, subject: rule };
  }
  if (code === "missing") {
    const [path, subject] = missingLeaf(rule, error);
    const missing = { value: undefined, member: undefined, rule, subject };
    return { code, keyword, path: [...parent, ...path], at: parent, ...missing };
  }
  const value = valueOf(body, parent);
  const { other } = error.params as { readonly other?: string };
  return { code, keyword, path: parent, at: parent, value, member: undefined, rule, subject: rule, other };
}

/**
 * A missing group is named by the first member it would need, as a leaf is what the gateway asks for
 * (assumption A15).
 */
function missingLeaf(rule: SchemaNode, error: ErrorObject): readonly [readonly string[], SchemaNode] {
  const { missingProperty } = error.params as { readonly missingProperty?: string };
  const path: string[] = [];
  let node = rule;
  let name = missingProperty ?? rule.anyOf?.[0]?.required?.[0];
  while (name !== undefined) {
    path.push(name);
    node = memberOf(node, name) ?? {};
    name = node.required?.[0];
  }
  return [path, node];
}

/** Where a fault stands among those of its kind: one number, or one for each step of its path. */
type Place = readonly number[];

/**
 * Faults by kind, and within one kind in the order in which the body was written. Missing members have no
 * place in a body; they keep the order of the contract.
 */
function byPrecedence(faults: readonly Fault[], body: Json, tree: SchemaNode): readonly Fault[] {
  // Most bodies with a fault have one.
  if (faults.length < 2) return faults;
  const written = documentOrder(body);
  const placed = faults.map((fault) => ({
    fault,
    place: [
      FINDING_CODES.indexOf(fault.code),
      ...(fault.code === "missing"
        ? placeInTree(tree, fault.path)
        : [written.get(pointerTo(fault.path)) ?? 0]),
    ],
  }));
  return placed.toSorted((a, b) => compared(a.place, b.place)).map(({ fault }) => fault);
}

function placeInTree(tree: SchemaNode, path: BodyPath): Place {
  let node: SchemaNode | undefined = tree;
  const place: number[] = [];
  for (const step of path) {
    const name = String(step);
    const index = Object.keys(node?.properties ?? {}).indexOf(name);
    // What the contract itself does not know, a later version requires: after all that it does know.
    place.push(typeof step === "number" ? step : index < 0 ? Infinity : index);
    node = typeof step === "number" ? node?.items : node && memberOf(node, name);
  }
  return place;
}

function compared(one: Place, other: Place): number {
  const index = one.findIndex((place, at) => place !== other[at]);
  return (one[index] ?? 0) < (other[index] ?? 0) ? -1 : index < 0 ? 0 : 1;
}

/** A member that the contract has at another place: the unknown one, or a leaf of it where that is a group. */
export interface Renamed {
  readonly from: BodyPath;
  readonly to: BodyPath;
}

/** One broken rule of a contract, before it is put into words. */
export interface Fault {
  readonly code: FindingCode;
  /** The keyword of `rule` that is broken. */
  readonly keyword: string;
  readonly path: BodyPath;
  /** The value that the rule is about; of an unknown or a missing member the object that has or lacks it. */
  readonly at: BodyPath;
  readonly value: Json | undefined;
  /** The member that the object does not know, when it does not; `path` goes on to its first leaf. */
  readonly member: string | undefined;
  readonly rule: SchemaNode;
  /** What the rule is about: the value's own schema, a missing member's, or the object of an unknown one. */
  readonly subject: SchemaNode;
  /** The place that says something else, of a value that contradicts it. */
  readonly other?: string | undefined;
  /** What the contract calls the member that it does not know by this name. */
  readonly renamed?: Renamed | undefined;
  /** Which versions have a member that this one does not know: "from version 61 on". */
  readonly versions?: string | undefined;
}
