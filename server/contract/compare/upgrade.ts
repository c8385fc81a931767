import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Difference } from "../../domain/record/difference.ts";
import type { Mode } from "../../domain/record/finding.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Contract } from "../judge/contract.ts";
import { faultsOf } from "../judge/faults.ts";
import type { Fault } from "../judge/faults.ts";
import { normalized, readLeniently } from "../judge/leniency.ts";
import type { Aliases } from "../schema/aliases.ts";
import { leavesOf, pointerTo, valueOf } from "../schema/body-path.ts";
import type { BodyPath } from "../schema/body-path.ts";
import type { OtherNames } from "../schema/renames.ts";
import { isChoiceOfMembers, memberOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { memberName } from "../schema/schema-tree.ts";
import { breakOf, takenOf } from "./difference.ts";
import type { Sides } from "./difference.ts";

/** One request body to hold against the contracts of two versions. */
export interface UpgradeQuestion {
  readonly operation: Operation;
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
  readonly body: Json;
  /** The body as it came, from which mode gateway takes the lexical form of numbers. */
  readonly text: string;
  /** The mask that the body went through; what it hides is compared only for being known and being there. */
  readonly mask?: Mask | undefined;
}

/** How two contracts differ on one body. Members are named as contracts have them (`leg[n]`). */
export interface Comparison extends Pick<Contract, "used" | "resolution"> {
  /** In the order of precedence of the contract that refuses: what breaks first, then what is taken now. */
  readonly differences: readonly Difference[];
  /** Members that both contracts refuse. */
  readonly refused: () => readonly string[];
  /** Members that both contracts take as they are. */
  readonly fine: () => readonly string[];
}

export interface Names {
  readonly aliases: Aliases;
  readonly otherNames: OtherNames;
}

export function compared(question: UpgradeQuestion, sides: Sides, names: Names): Comparison {
  const { body: sent, mode, mask } = question;
  const body = mode === "strict" ? sent : normalized(sent, names.aliases);
  const isMasked: IsMasked = mask ? maskedMembers(body, mask) : () => false;
  const objections = (contract: Contract): Objections =>
    objectionsTo({ ...question, body, isAsSent: body === sent }, contract, names.aliases, isMasked);
  const to = objections(sides.to.contract);
  const from = sides.from.contract.tree === sides.to.contract.tree ? to : objections(sides.from.contract);
  const { used, resolution } = sides.to.contract;
  const trees = () => [sides.to.contract.tree(), sides.from.contract.tree()];
  const nameOf = (path: BodyPath): string => memberName(trees(), path);
  return {
    used,
    resolution,
    differences: from === to ? [] : differencesOf(body, { from, to }, sides, names.otherNames),
    refused: () => [...to].filter(([pointer]) => isWithin(from, pointer)).map(([, { path }]) => nameOf(path)),
    fine: () =>
      leavesOf(body, [])
        .filter((path) => !isWithin(from, pointerTo(path)) && !isWithin(to, pointerTo(path)))
        .map(nameOf),
  };
}

interface Asked extends Pick<UpgradeQuestion, "mode" | "body" | "text"> {
  readonly isAsSent: boolean;
}

const NONE: Objections = new Map();

function objectionsTo(asked: Asked, contract: Contract, aliases: Aliases, isMasked: IsMasked): Objections {
  const { body, mode, text, isAsSent } = asked;
  const errors = mode === "strict" || isAsSent ? contract.validate(body) : undefined;
  if (errors?.length === 0) return NONE;
  if (mode === "strict") return objectionsOf(body, faultsOf(body, errors ?? [], contract.tree()), isMasked);
  const reading = readLeniently({ body, text }, contract, aliases);
  const objections = objectionsOf(reading.body, reading.faults, isMasked);
  return new Map([...objections].filter(([, fault]) => !(fault.code === "unknown" && isEmpty(fault.value))));
}

/** Where empty values count as absent, those that are left only keep the places of a list; a null fits no element. */
function isEmpty(value: Json | undefined): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function differencesOf(
  body: Json,
  { from, to }: { readonly from: Objections; readonly to: Objections },
  sides: Sides,
  otherNames: OtherNames,
): readonly Difference[] {
  const broken = [...to].filter(([pointer]) => !isWithin(from, pointer));
  const taken = [...from].filter(([pointer]) => !isWithin(to, pointer));
  return [
    ...broken.map(([, fault]) => breakOf(fault, { body, sides, otherNames })),
    ...taken.map(([, fault]) => takenOf(fault, sides)),
  ];
}

/** What a contract has against a body: of each value and each missing member the first fault, by JSON pointer. */
type Objections = ReadonlyMap<string, Fault>;

/** Every leaf of an unknown group and of a missing one counts for itself; findings name only the first. */
function objectionsOf(body: Json, faults: readonly Fault[], isMasked: IsMasked): Objections {
  const objections = new Map<string, Fault>();
  for (const fault of faults.flatMap((one) => spread(body, one))) {
    const pointer = pointerTo(fault.path);
    const isOfValue = fault.code !== "unknown" && fault.code !== "missing";
    if (!objections.has(pointer) && !(isOfValue && isMasked(pointer))) objections.set(pointer, fault);
  }
  return objections;
}

function spread(body: Json, fault: Fault): readonly Fault[] {
  const { code, at, path, member, rule } = fault;
  if (code === "unknown" && member !== undefined) {
    const top = [...at, member];
    return leavesOf(valueOf(body, top), top).map((leaf) => ({
      ...fault,
      path: leaf,
      value: valueOf(body, leaf),
    }));
  }
  const name = path[at.length];
  if (code !== "missing" || typeof name !== "string") return [fault];
  return neededLeaves(rule, name, at).map((needed) => ({ ...fault, ...needed }));
}

type Needed = Pick<Fault, "path" | "rule" | "subject">;

/** A missing group misses all that it requires itself. */
function neededLeaves(rule: SchemaNode, name: string, at: BodyPath): readonly Needed[] {
  const path = [...at, name];
  const subject = memberOf(rule, name) ?? {};
  const inner = subject.required ?? [];
  if (inner.length === 0) return [{ path, rule, subject }];
  const choice = isChoiceOfMembers(subject) ? (subject.anyOf?.[0]?.required ?? []) : [];
  return [...new Set([...inner, ...choice])].flatMap((member) => neededLeaves(subject, member, path));
}

/** Masks a body: every member stays, and the values of those that hold card data are changed. */
export type Mask = (body: Json) => Json;

/** Whether the value at a JSON pointer is of a masked member, so that nothing is known of what was sent. */
type IsMasked = (pointer: string) => boolean;

/**
 * So many digits as a mask of numbers hides, and too few to look like a card number: what changes it goes by
 * the member, and not by what the value looks like.
 */
const PROBE = "000000000";

/** Asks the mask itself which members it hides. A card number in another member's text is not one (assumption A213). */
function maskedMembers(body: Json, mask: Mask): IsMasked {
  const probe = probed(body);
  const masked = new Set(changedPointers(probe, mask(probe)));
  return (pointer) => masked.size > 0 && isWithin(masked, pointer);
}

function probed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(probed);
  if (!isObject(value)) return PROBE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member === undefined ? member : probed(member)]),
  );
}

function changedPointers(probe: Json | undefined, masked: Json | undefined, at = ""): readonly string[] {
  if (probe === masked) return [];
  const areLists = Array.isArray(probe) && Array.isArray(masked);
  if (!areLists && !(isObject(probe) && isObject(masked))) return [at];
  const twins = Object.values<Json | undefined>(masked);
  return Object.entries<Json | undefined>(probe).flatMap(([step, member], index) =>
    changedPointers(member, twins[index], at + pointerTo([step])),
  );
}

/** Whether the pointer, or one above it, is among them. */
function isWithin(pointers: { readonly has: (pointer: string) => boolean }, pointer: string): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (pointers.has(pointer.slice(0, end))) return true;
  }
  return pointers.has("");
}
