import type { Ajv2020 } from "ajv/dist/2020.js";
import type { ExchangeContract } from "../domain/exchange.ts";
import type { Operation } from "../domain/operation.ts";
import type { Json } from "../domain/json.ts";
import { fitting } from "./fitting.ts";
import type { Fits } from "./fitting.ts";
import { composed } from "./schema-composition.ts";
import { extended } from "./schema-extension.ts";
import { merged } from "./schema-merge.ts";
import type { SchemaNode } from "./schema-node.ts";
import { lazyValidator } from "./validator.ts";
import type { Validate } from "./validator.ts";

/** The request file of one operation in one version. */
export interface Edition {
  readonly version: number;
  readonly file: string;
  /** Operations whose members of the same version belong to it, too. */
  readonly takesMembersOf: readonly Operation[];
}

/** The request files of one operation, by version, ascending. */
export type Editions = readonly Edition[];

/** What one operation accepts in one version. */
export interface Contract extends Pick<ExchangeContract, "used" | "resolution"> {
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

type Tree = (file: string) => SchemaNode;

/** Contracts, each made once: versions between the same neighbours share their tree and their validators. */
export function contractSource(
  ajv: () => Ajv2020,
  treeOfFile: Tree,
  editionsOf: (of: Operation) => Editions,
): ContractSource {
  const byVersion = new Map<string, Contract>();
  const byFiles = new Map<string, Contract>();
  const find = (operation: Operation, version: number): Contract => {
    const editions = editionsOf(operation);
    if (editions.length === 0) throw new Error(`there is no contract of ${operation}`);
    const { used, resolution } = neighbours(editions, version);
    const parts = takenFrom(editions, used).map((part) => contractOf(part, version));
    const files = [...used, ...parts.flatMap((part) => part.used)].join(" ");
    const contract =
      byFiles.get(files) ??
      (parts.length > 0
        ? composedContract(ajv, treeOfFile, used, parts)
        : newContract(ajv, treeOfFile, used, editions.at(-1)?.file ?? ""));
    byFiles.set(files, contract);
    // What is made of the contracts of a version is that version's own.
    return { ...contract, resolution: parts.length > 0 ? "own" : resolution };
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

function newContract(
  ajv: () => Ajv2020,
  treeOfFile: Tree,
  used: readonly string[],
  newest: string,
): Contract {
  const tree = once(() => used.map(treeOfFile).reduce(merged));
  const isNewest = used.length === 1 && used[0] === newest;
  const extendedTree = isNewest ? tree : once(() => extended(tree(), treeOfFile(newest)));
  return contractOver(ajv, used, tree, extendedTree);
}

/** A contract that takes the members of others. */
function composedContract(
  ajv: () => Ajv2020,
  treeOfFile: Tree,
  used: readonly string[],
  parts: readonly Contract[],
): Contract {
  const own = once(() => used.map(treeOfFile).reduce(merged));
  const tree = once(() =>
    composed(
      own(),
      parts.map((part) => part.tree()),
    ),
  );
  const extendedTree = once(() =>
    composed(
      own(),
      parts.map((part) => part.extendedTree()),
    ),
  );
  return contractOver(ajv, used, tree, extendedTree);
}

function contractOver(
  ajv: () => Ajv2020,
  used: readonly string[],
  tree: () => SchemaNode,
  extendedTree: () => SchemaNode,
): Contract {
  const validate = lazyValidator(ajv, tree);
  const validateExtended = extendedTree === tree ? validate : lazyValidator(ajv, extendedTree);
  const fits = once(() => fitting(tree()));
  const judging = { validate, validateExtended, fits: (body: Json | undefined) => fits()(body) };
  return { used, resolution: "own", tree, extendedTree, ...judging };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
