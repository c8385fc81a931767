import type { Ajv2020 } from "ajv/dist/2020.js";
import type { ExchangeContract } from "../../domain/record/exchange.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Json } from "../../domain/json.ts";
import { fitting } from "./fitting.ts";
import type { Fits } from "./fitting.ts";
import { movedFaults, movesBetween, withoutMoved } from "./moves.ts";
import type { Move } from "./moves.ts";
import type { Renames } from "../schema/renames.ts";
import { extended } from "../schema/schema-extension.ts";
import { merged } from "../schema/schema-merge.ts";
import type { SchemaNode, SchemaNodes } from "../schema/schema-node.ts";
import { lazyValidator } from "./validator.ts";
import type { Validate } from "./validator.ts";
import { isChoiceOfMembers, memberOf, shapeOf } from "../schema/schema-node.ts";

/** The request file of one operation in one version. */
export interface Edition {
  readonly version: number;
  readonly file: string;
  /** Whether it is for all versions around its own, too. */
  readonly isOfEveryVersion: boolean;
  /** Operations whose members of the same version belong to it, too. */
  readonly takesMembersOf: readonly Operation[];
}

/** The request files of one operation, by version, ascending. */
export type Editions = readonly Edition[];

/** What one operation accepts in one version. */
export interface Contract extends Pick<ExchangeContract, "used" | "resolution"> {
  /** Whether the version has a contract, and need not make do with those of others. */
  readonly isExact: boolean;
  readonly tree: () => SchemaNode;
  /** The tree with every member that the newest version knows. */
  readonly extendedTree: () => SchemaNode;
  /** To the letter. */
  readonly validate: Validate;
  readonly validateExtended: Validate;
  /** Whether a body surely has nothing against it, to the letter; nobody need validate it then. */
  readonly fits: Fits;
}

/** Makes the contract of an operation in a version from its own file or from its neighbours. */
export type ContractSource = (operation: Operation, version: number) => Contract;

/** Adds to a contract what mode gateway takes beyond the newest version's. */
export type Extend = (tree: SchemaNode) => SchemaNode;

/** What contracts are made of. */
export interface ContractParts {
  readonly treeOfFile: (file: string) => SchemaNode;
  readonly editionsOf: (of: Operation) => Editions;
  /** What moves between versions. */
  readonly renames: Renames;
  /** For contracts whose lowest file is of the version; undefined: there is nothing to add. */
  readonly extendOf: (of: Operation, lowest: number) => Extend | undefined;
}

/** Contracts, each made once: versions between the same neighbours share their tree and their validators. */
export function contractSource(ajv: () => Ajv2020, sources: ContractParts): ContractSource {
  const { editionsOf, extendOf } = sources;
  const byVersion = new Map<string, Contract>();
  const byFiles = new Map<string, Contract>();
  const find = (operation: Operation, version: number): Contract => {
    const editions = editionsOf(operation);
    if (editions.length === 0) throw new Error(`operation ${operation} has no contract`);
    const { used, resolution } = neighbours(editions, version);
    const parts = takenFrom(editions, used).map((part) => contractOf(part, version));
    const files = [...used, ...parts.flatMap((part) => part.used)].join(" ");
    const lowest = editions.find(({ file }) => file === used[0])?.version ?? version;
    const own = { used, newest: editions.at(-1)?.file ?? "", extend: extendOf(operation, lowest) };
    const contract =
      byFiles.get(files) ??
      (parts.length > 0 ? composedContract(ajv, sources, own, parts) : newContract(ajv, sources, own));
    byFiles.set(files, contract);
    // What is made of the contracts of a version is that version's own.
    const resolved = parts.length > 0 ? "own" : resolution;
    const isExact = resolved === "own" || editions.every(({ isOfEveryVersion }) => isOfEveryVersion);
    return { ...contract, resolution: resolved, isExact };
  };
  const contractOf = (operation: Operation, version: number): Contract => {
    const name = `${operation} ${version}`;
    const contract = byVersion.get(name) ?? find(operation, version);
    byVersion.set(name, contract);
    return contract;
  };
  return contractOf;
}

function takenFrom(editions: Editions, used: readonly string[]): readonly Operation[] {
  const names = editions.filter(({ file }) => used.includes(file)).flatMap((it) => it.takesMembersOf);
  return [...new Set(names)];
}

/** Which files decide for a version: its own, or those of the versions around it. */
export function neighbours(editions: Editions, version: number): Pick<Contract, "used" | "resolution"> {
  const below = editions.findLast((edition) => edition.version <= version);
  const above = editions.find((edition) => edition.version >= version);
  if (below && below === above) return { used: [below.file], resolution: "own" };
  if (below && above) return { used: [below.file, above.file], resolution: "merged" };
  if (above) return { used: [above.file], resolution: "lowest" };
  return { used: below ? [below.file] : [], resolution: "highest" };
}

/** The files of a contract, the newest of its operation, and what mode gateway takes besides. */
interface Own {
  readonly used: readonly string[];
  readonly newest: string;
  readonly extend: Extend | undefined;
}

function newContract(
  ajv: () => Ajv2020,
  { treeOfFile, renames }: ContractParts,
  { used, newest, extend }: Own,
): Contract {
  const trees = once(() => used.map(treeOfFile));
  const moves = once(() => movesAmong(trees(), renames));
  const tree = once(() => withoutMoved(trees().reduce(merged), moves()));
  const isNewest = used.length === 1 && used[0] === newest;
  if (isNewest && extend === undefined) return contractOver(ajv, used, { tree, moves });
  // What moved since stands at either place, too, where members of the newest version are taken.
  const later = once(() => [...moves(), ...movesBetween(tree(), treeOfFile(newest), renames)]);
  const reaching = () => (isNewest ? tree() : withoutMoved(extended(tree(), treeOfFile(newest)), later()));
  const extendedTree = once(() => (extend === undefined ? reaching() : extend(reaching())));
  return contractOver(ajv, used, { tree, moves }, { tree: extendedTree, moves: later });
}

function movesAmong([lower, higher]: readonly SchemaNode[], renames: Renames): readonly Move[] {
  return lower === undefined || higher === undefined ? [] : movesBetween(lower, higher, renames);
}

/** A contract that takes the members of others. */
function composedContract(
  ajv: () => Ajv2020,
  { treeOfFile }: ContractParts,
  { used, extend = (tree) => tree }: Own,
  parts: readonly Contract[],
): Contract {
  const own = once(() => used.map(treeOfFile).reduce(merged));
  const of = (treesOf: readonly (() => SchemaNode)[]) =>
    composed(
      own(),
      treesOf.map((treeOf) => treeOf()),
    );
  const tree = once(() => of(parts.map((part) => part.tree)));
  const extendedTree = once(() => extend(of(parts.map((part) => part.extendedTree))));
  const moves = (): readonly Move[] => [];
  return contractOver(ajv, used, { tree, moves }, { tree: extendedTree, moves });
}

/** What a body is held against: a tree, and what may stand at two places in it. */
interface Measure {
  readonly tree: () => SchemaNode;
  readonly moves: () => readonly Move[];
}

function contractOver(
  ajv: () => Ajv2020,
  used: readonly string[],
  own: Measure,
  extension: Measure = own,
): Contract {
  const validate = validatorOf(ajv, own);
  const validateExtended = extension === own ? validate : validatorOf(ajv, extension);
  const fits = once(() => fitting(own.tree()));
  const judging = {
    validate,
    validateExtended,
    fits: (body: Json | undefined) =>
      fits()(body) && body !== undefined && movedFaults(body, own.tree, own.moves()).length === 0,
  };
  const trees = { tree: own.tree, extendedTree: extension.tree };
  return { used, resolution: "own", isExact: true, ...trees, ...judging };
}

function validatorOf(ajv: () => Ajv2020, { tree, moves }: Measure): Validate {
  const validate = lazyValidator(ajv, tree);
  return (body) => {
    const [errors, moved] = [validate(body), movedFaults(body, tree, moves())];
    return moved.length === 0 ? errors : [...errors, ...moved];
  };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * A contract that takes every member that one of the others takes and requires none of them: what is put together
 * piece by piece is never complete. What the contract says itself goes before (assumption A150).
 */
function composed(own: SchemaNode, others: readonly SchemaNode[]): SchemaNode {
  return overlaid(own, unrequired(others.reduce(merged)));
}

function overlaid(own: SchemaNode, others: SchemaNode): SchemaNode {
  if (shapeOf(own) !== "object" || shapeOf(others) !== "object") return own;
  const members = Object.entries(own.properties ?? {}).map(([name, node]): [string, SchemaNode] => {
    const other = memberOf(others, name);
    return [name, other ? overlaid(node, other) : node];
  });
  return { ...own, properties: { ...others.properties, ...Object.fromEntries(members) } };
}

/** Keywords by which a node asks for members; `anyOf` may, or may list the forms of a value. */
const REQUIRING = ["anyOf", "required"];

function unrequired(node: SchemaNode): SchemaNode {
  const { anyOf, properties, items } = node;
  const rules = Object.entries(node).filter(([keyword]) => !REQUIRING.includes(keyword));
  const forms = anyOf === undefined || isChoiceOfMembers(node) ? undefined : anyOf.map(unrequired);
  return {
    ...(Object.fromEntries(rules) as SchemaNode),
    ...(forms && { anyOf: forms }),
    ...(properties && { properties: eachUnrequired(properties) }),
    ...(items && { items: unrequired(items) }),
  };
}

function eachUnrequired(properties: SchemaNodes): SchemaNodes {
  return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, unrequired(node)]));
}
