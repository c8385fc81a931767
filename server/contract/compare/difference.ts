import type { Json } from "../../domain/json.ts";
import type { Difference, DifferenceKind } from "../../domain/record/difference.ts";
import type { FindingCode } from "../../domain/record/finding.ts";
import { checkoutOperationIn } from "../../domain/request/checkout.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Contract, ContractSource } from "../judge/contract.ts";
import type { Fault } from "../judge/faults.ts";
import { messageOf } from "../judge/explanation.ts";
import { fieldOf, shownPointer, valueOf } from "../schema/body-path.ts";
import { otherNames } from "../schema/renames.ts";
import type { OtherNames } from "../schema/renames.ts";
import { originOf } from "../schema/schema-node.ts";
import { memberName, nodesAt, placeOf } from "../schema/schema-tree.ts";

/** The contract of one version, and what the operation is called there. */
export interface Side {
  readonly operation: Operation;
  readonly version: number;
  readonly contract: Contract;
}

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

interface Setting {
  readonly body: Json;
  readonly sides: Sides;
  readonly otherNames: OtherNames;
}

const KINDS: Readonly<Record<FindingCode, DifferenceKind>> = {
  unknown: "unknown",
  missing: "required",
  type: "limit",
  fixed: "enumeration",
  enumeration: "enumeration",
  length: "limit",
  range: "limit",
  format: "limit",
  count: "limit",
  contradiction: "limit",
};

/** What only the contract of `to` has against the body. */
export function breakOf(fault: Fault, setting: Setting): Difference {
  const { from } = setting.sides;
  const newName = newNameOf(fault, setting);
  return {
    ...difference(fault, newName === undefined ? KINDS[fault.code] : "renamed", setting.sides),
    newName,
    message: sentenceOf(fault, setting, newName),
    from: placeOf(from.contract.tree(), fault.path, fault.keyword),
    to: originOf(fault.rule, fault.keyword),
  };
}

/** What only the contract of `from` has against the body. */
export function takenOf(fault: Fault, sides: Sides): Difference {
  const { from, to } = sides;
  const [asked, refused] = [`${from.operation} version ${from.version}`, fieldOf(fault.path)];
  return {
    ...difference(fault, "taken", sides),
    newName: undefined,
    message:
      fault.code === "missing"
        ? `${refused} is required by ${asked}, but not by version ${to.version}.`
        : `${refused} is refused by ${asked}, but accepted by version ${to.version}.`,
    from: originOf(fault.rule, fault.keyword),
    to: placeOf(to.contract.tree(), fault.path, fault.keyword),
  };
}

function difference(
  { code, path }: Fault,
  kind: DifferenceKind,
  { from, to }: Sides,
): Pick<Difference, "kind" | "code" | "field" | "member" | "pointer"> {
  const member = memberName([to.contract.tree(), from.contract.tree()], path);
  return { kind, code, field: fieldOf(path), member, pointer: shownPointer(path) };
}

function newNameOf({ code, path }: Fault, { sides, otherNames: names }: Setting): string | undefined {
  const { from, to } = sides;
  if (code === "fixed") return from.operation === to.operation ? undefined : to.operation;
  if (code !== "unknown") return undefined;
  const known = otherNames(path, names).find((name) => nodesAt(to.contract.tree(), name).length > 0);
  return known && memberName([to.contract.tree()], known);
}

function sentenceOf(
  fault: Fault,
  { body, sides, otherNames: names }: Setting,
  newName: string | undefined,
): string {
  const { operation, version } = sides.to;
  const contract = `${operation} version ${version}`;
  if (newName !== undefined) {
    return fault.code === "fixed"
      ? `${sides.from.operation} is called ${newName} in version ${version}.`
      : `${fieldOf(fault.path)} is not a member of ${contract}; it is ${newName} there.`;
  }
  const sentence = messageOf(fault, contract);
  if (fault.code !== "missing") return sentence;
  const old = otherNames(fault.path, names).find((name) => valueOf(body, name) !== undefined);
  return old === undefined
    ? sentence
    : `${sentence} The request has ${fieldOf(old)}, which may be its former name.`;
}

/** Versions next to each other that have one contract. */
export interface Span {
  readonly first: number;
  readonly last: number;
  /** The schema files that decide. */
  readonly used: readonly string[];
}

/** The contract that judges an operation's requests in a version. */
export function sideOf(contractOf: ContractSource, operation: Operation, version: number): Side {
  const named = nameIn(operation, version);
  return { operation: named, version, contract: contractOf(named, version) };
}

/** The beginning of a checkout has two names, each with its versions (assumption A137). */
function nameIn(operation: Operation, version: number): Operation {
  if (operation !== "CREATE_CHECKOUT_SESSION" && operation !== "INITIATE_CHECKOUT") return operation;
  return checkoutOperationIn(version);
}

/** All versions of an operation, ascending. */
export function spansOf(contractOf: ContractSource, operation: Operation): readonly Span[] {
  const spans: Span[] = [];
  let last: Contract | undefined;
  for (let version = VERSION_MIN; version <= VERSION_MAX; version += 1) {
    const { contract } = sideOf(contractOf, operation, version);
    const span = spans.at(-1);
    if (span && last?.tree === contract.tree) spans[spans.length - 1] = { ...span, last: version };
    else spans.push({ first: version, last: version, used: contract.used });
    last = contract;
  }
  return spans;
}
