import type { Mode } from "../domain/finding.ts";
import type { Operation } from "../domain/operation.ts";
import { isObject } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import { Refusal } from "../domain/refusal.ts";
import { contractSource, once } from "./contract.ts";
import type { Contract, Editions } from "./contract.ts";
import { judged } from "./judgement.ts";
import type { ContractQuestion, Judgement } from "./judgement.ts";
import { known } from "./known-members.ts";
import { otherNamesOf } from "./renames.ts";
import { readSchemaFolder } from "./schema-folder.ts";
import type { SchemaNode } from "./schema-node.ts";
import { treeOf } from "./schema-tree.ts";
import { sideOf, spansOf } from "./spans.ts";
import type { Span } from "./spans.ts";
import { compared } from "./upgrade.ts";
import type { Comparison, UpgradeQuestion } from "./upgrade.ts";
import { newAjv } from "./validator.ts";

export type { ContractQuestion, Judgement } from "./judgement.ts";

/** All contracts, loaded once. */
export interface Contracts {
  judge(question: ContractQuestion): Judgement;
  /** Of values that wait to be used, those that this operation knows in this version and mode. */
  known(of: ContractName, values: JsonObject): JsonObject;
  /** How the contracts of two versions differ on a body; those between two contracts are always merged. */
  compare(question: UpgradeQuestion): Comparison;
  /** All versions of an operation, ascending, those together that have one contract. */
  spansOf(operation: Operation): readonly Span[];
  /** The versions that have a contract of their own, ascending. */
  versionsOf(operation: Operation): readonly number[];
  /** Compiles the contract of every file, which is otherwise done when it is first asked; throws on a bad one. */
  compileAll(): void;
}

export interface ContractName {
  readonly operation: Operation;
  readonly version: number;
  readonly mode: Mode;
}

export interface ContractOptions {
  /** Whether a version without a contract of its own is judged by its neighbours or refused. */
  readonly versions: "merged" | "exact";
}

/** Reads the contracts in a folder like schemas/. */
export function loadContracts(folder: URL | string, { versions }: ContractOptions): Contracts {
  const { files, aliases, renames } = readSchemaFolder(folder);
  const names = { aliases, otherNames: otherNamesOf(renames) };
  const editions = catalogue(files);
  const editionsOf = (operation: string): Editions => editions.get(operation) ?? [];
  const trees = new Map([...files.keys()].map((file) => [file, once(() => treeOf(files, file))]));
  const treeOfFile = (file: string): SchemaNode => {
    const tree = trees.get(file);
    if (!tree) throw new Error(`there is no contract ${file}`);
    return tree();
  };
  const versionsOf = (operation: string) => editionsOf(operation).map(({ version }) => version);
  const contractOf = contractSource(newAjv(), treeOfFile, editionsOf);
  return {
    judge(question) {
      const contract = contractOf(question.operation, question.version);
      if (versions === "exact" && contract.resolution !== "own") {
        return withoutContract(question, contract, versionsOf(question.operation));
      }
      return judged(question, contract, aliases);
    },
    compare(question) {
      const { operation, from, to } = question;
      const sides = { from: sideOf(contractOf, operation, from), to: sideOf(contractOf, operation, to) };
      return compared(question, sides, names);
    },
    spansOf: (operation) => spansOf(contractOf, operation),
    known({ operation, version, mode }, values) {
      const { tree, extendedTree } = contractOf(operation, version);
      return known(values, mode === "strict" ? tree() : extendedTree());
    },
    versionsOf,
    compileAll() {
      for (const [operation, ofOperation] of editions) {
        for (const { version } of ofOperation) contractOf(operation as Operation, version).validate({});
      }
    },
  };
}

/** The request files by operation, each operation's by version. Two files for one contract are a mistake. */
function catalogue(files: ReadonlyMap<string, SchemaNode>): ReadonlyMap<string, Editions> {
  const editions = new Map<string, Editions>();
  for (const [file, schema] of files) {
    const { "x-operation": operation, "x-version": version } = schema;
    if (!file.startsWith("requests/")) continue;
    if (operation === undefined || version === undefined)
      throw new Error(`${file} names no operation or version`);
    const others = editions.get(operation) ?? [];
    const takesMembersOf = (schema["x-takes-members-of"] ?? []) as readonly Operation[];
    const twin = others.find((other) => other.version === version);
    if (twin)
      throw new Error(`${file} and ${twin.file} are both the contract of ${operation} version ${version}`);
    editions.set(
      operation,
      [...others, { version, file, takesMembersOf }].sort((a, b) => a.version - b.version),
    );
  }
  return editions;
}

/**
 * SANDBOX_VERSIONS=exact: nothing judges the body, so that the version itself is what is refused, in mode
 * observe, too (assumption A11).
 */
function withoutContract(
  question: ContractQuestion,
  { resolution }: Contract,
  versions: readonly number[],
): Judgement {
  const { operation, version, mode, body } = question;
  const known =
    versions.length > 1
      ? `${versions.slice(0, -1).join(", ")} and ${versions.at(-1) ?? ""}`
      : versions.join();
  const sentence = `${operation} has no contract for version ${version}. There is one for ${known}.`;
  const refusal = new Refusal("contract", sentence);
  return { mode, used: [], resolution, findings: [], body: isObject(body) ? body : {}, refusal };
}
