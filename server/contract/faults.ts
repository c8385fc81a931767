import type { ErrorObject } from "ajv/dist/2020.js";
import { FINDING_CODES } from "../domain/finding.ts";
import type { FindingCode } from "../domain/finding.ts";
import type { Json } from "../domain/json.ts";
import { documentOrder, firstLeaf, parsePointer, pointerTo, valueOf } from "./body-path.ts";
import type { BodyPath } from "./body-path.ts";
import { isChoiceOfMembers, memberOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

/** One broken rule of a contract, before it is put into words. */
export interface Fault {
  readonly code: FindingCode;
  /** The keyword of `rule` that is broken. */
  readonly keyword: string;
  readonly path: BodyPath;
  readonly value: Json | undefined;
  /** The member that the object does not know, when it does not; `path` goes on to its first leaf. */
  readonly member: string | undefined;
  readonly rule: SchemaNode;
  /** What the rule is about: the value's own schema, a missing member's, or the object of an unknown one. */
  readonly subject: SchemaNode;
}

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
};

/** What is wrong with the body, each fault once, in order of precedence. */
export function faultsOf(body: Json, errors: readonly ErrorObject[]): readonly Fault[] {
  const faults = errors.filter(isTold).map((error) => faultOf(body, error));
  const wrongTypes = new Set(faults.filter(({ code }) => code === "type").map(({ path }) => pointerTo(path)));
  const once = new Map<string, Fault>();
  for (const fault of faults) {
    const pointer = pointerTo(fault.path);
    // A value of the wrong type is also none of the enumeration's: that says nothing more.
    const isEcho = fault.code !== "type" && fault.value !== undefined && wrongTypes.has(pointer);
    if (!isEcho && !once.has(`${fault.code} ${pointer}`)) once.set(`${fault.code} ${pointer}`, fault);
  }
  return sorted(body, [...once.values()]);
}

/**
 * Ajv repeats itself: for each branch of an anyOf, and for a member's name as a value of its own. Of two
 * forms of a value only the first is told, which is the lower contract's.
 */
function isTold(error: ErrorObject): boolean {
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
  if (code === undefined) throw new Error(`no finding is known for the keyword ${keyword}`);
  const parent = parsePointer(body, error.instancePath);
  if (code === "unknown") {
    const params = error.params as { readonly additionalProperty?: string; readonly propertyName?: string };
    const member = params.additionalProperty ?? params.propertyName ?? "";
    const path = [...parent, member, ...firstLeaf(valueOf(body, [...parent, member]))];
    return { code, keyword, path, value: valueOf(body, path), member, rule, subject: rule };
  }
  if (code === "missing") {
    const [path, subject] = missingLeaf(rule, error);
    return { code, keyword, path: [...parent, ...path], value: undefined, member: undefined, rule, subject };
  }
  return {
    code,
    keyword,
    path: parent,
    value: valueOf(body, parent),
    member: undefined,
    rule,
    subject: rule,
  };
}

/** A missing group is named by the first member it would need, as a leaf is what the gateway asks for. */
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

/** Missing members have no place in the body; they keep the order of the schema, in which Ajv finds them. */
function sorted(body: Json, faults: readonly Fault[]): readonly Fault[] {
  const places = documentOrder(body);
  const placeOf = (fault: Fault) => (fault.code === "missing" ? 0 : (places.get(pointerTo(fault.path)) ?? 0));
  return faults.toSorted(
    (a, b) => FINDING_CODES.indexOf(a.code) - FINDING_CODES.indexOf(b.code) || placeOf(a) - placeOf(b),
  );
}
