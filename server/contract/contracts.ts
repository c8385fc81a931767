import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { Shadow } from "../domain/record/exchange.ts";
import type { Mode } from "../domain/record/finding.ts";
import { Refusal } from "../domain/record/refusal.ts";
import type { Operation } from "../domain/request/operation.ts";
import type { PublicNames } from "../domain/request/public-names.ts";
import { sideOf, spansOf } from "./compare/difference.ts";
import type { Span } from "./compare/difference.ts";
import { fieldDifferences, fieldsOf } from "./compare/fields.ts";
import type { ContractFields, FieldDifference } from "./compare/fields.ts";
import { knownVersions } from "./compare/known-versions.ts";
import { compared } from "./compare/upgrade.ts";
import type { Comparison, UpgradeQuestion } from "./compare/upgrade.ts";
import { packageFolder, readContractFolder } from "./contract-folder.ts";
import type { ContractFolder } from "./contract-folder.ts";
import type { Contract } from "./judge/contract.ts";
import { judged } from "./judge/judgement.ts";
import type { ContractQuestion, Judgement } from "./judge/judgement.ts";
import { publicNamesIn } from "./schema/aliases.ts";
import { otherNamesOf } from "./schema/renames.ts";
import { memberOf, shapeOf } from "./schema/schema-node.ts";
import type { SchemaNode } from "./schema/schema-node.ts";
import { nodesAt } from "./schema/schema-tree.ts";

export type { ContractQuestion, Judgement } from "./judge/judgement.ts";

/** All contracts, loaded once. */
export interface Contracts {
  judge(question: ContractQuestion): Judgement;
  /** Of values that wait to be used, those that this operation knows in this version and mode. */
  known(of: ContractName, values: JsonObject): JsonObject;
  /** Whether the contract of the version, as its files have it, has a place for the member at a dotted path. */
  carrier(of: Pick<ContractName, "operation" | "version">): (path: string) => boolean;
  /** The public names that a body was sent with; undefined when it has none (assumption A62). */
  publicNamesIn(body: Json): PublicNames | undefined;
  /** How the contracts of two versions differ on a body; those between two contracts are always merged. */
  compare(question: UpgradeQuestion): Comparison;
  /** All versions of an operation, ascending, those together that have one contract. */
  spansOf(operation: Operation): readonly Span[];
  /** Every member that an operation knows in a version. */
  fieldsOf(operation: Operation, version: number): ContractFields;
  /** How the contracts of two versions differ, whatever is sent. */
  differencesOf(operation: Operation, from: number, to: number): readonly FieldDifference[];
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

/** The contracts of the package; what any sandbox of a process makes of them, all others share. */
export function packageContracts(options: ContractOptions): Contracts {
  return contractsIn(packageFolder(), options);
}

/** Reads the contracts in a folder like schemas/. */
export function loadContracts(folder: URL | string, options: ContractOptions): Contracts {
  return contractsIn(readContractFolder(folder), options);
}

function contractsIn(
  { aliases, renames, editions, contractOf }: ContractFolder,
  { versions }: ContractOptions,
): Contracts {
  const names = { aliases, otherNames: otherNamesOf(renames), versionsWith: knownVersions(contractOf) };
  const versionsOf = (operation: string) => (editions.get(operation) ?? []).map(({ version }) => version);
  return {
    judge(question) {
      const contract = contractOf(question.operation, question.version);
      if (versions === "exact" && !contract.isExact) {
        return withoutContract(question, contract, versionsOf(question.operation));
      }
      return judged(question, contract, names);
    },
    compare(question) {
      const { operation, from, to } = question;
      const sides = { from: sideOf(contractOf, operation, from), to: sideOf(contractOf, operation, to) };
      return compared(question, sides, names);
    },
    publicNamesIn: (body) => publicNamesIn(body, aliases),
    spansOf: (operation) => spansOf(contractOf, operation),
    fieldsOf: (operation, version) => fieldsOf(sideOf(contractOf, operation, version)),
    differencesOf: (operation, from, to) =>
      fieldDifferences(sideOf(contractOf, operation, from), sideOf(contractOf, operation, to), names),
    known({ operation, version, mode }, values) {
      const { tree, extendedTree } = contractOf(operation, version);
      return known(values, mode === "strict" ? tree() : extendedTree());
    },
    // Looked up only when it is asked, which few requests make anybody do.
    carrier: ({ operation, version }) => {
      return (path) => nodesAt(contractOf(operation, version).tree(), path.split(".")).length > 0;
    },
    versionsOf,
    compileAll() {
      for (const [operation, ofOperation] of editions) {
        for (const { version } of ofOperation) contractOf(operation as Operation, version).validate({});
      }
    },
  };
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

/** The members of a body that the contract's tree has; groups of which nothing is left are left out, too. */
function known(body: JsonObject, tree: SchemaNode): JsonObject {
  const members = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    const node = memberOf(tree, name);
    const part = node === undefined || value === undefined ? undefined : knownPart(value, node);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(members);
}

function knownPart(value: Json, node: SchemaNode): Json | undefined {
  if (isObject(value) && shapeOf(node) === "object") {
    const part = known(value, node);
    return Object.keys(part).length > 0 ? part : undefined;
  }
  const { items } = node;
  if (!Array.isArray(value) || items === undefined) return value;
  return (value as readonly Json[]).flatMap((item) => knownPart(item, items) ?? []);
}

/** A request that is judged in its own version, and the version to judge it in besides. */
interface ShadowQuestion {
  readonly operation: Operation;
  readonly version: number;
  readonly shadow: number;
  readonly mode: Mode;
  /** The body before masking, so that the comparison is exact. */
  readonly payload: { readonly body: Json; readonly text: string };
}

/** More differences than this tell nobody anything, as with findings (assumption A17). */
const DIFFERENCES_MAX = 100;

/** SANDBOX_SHADOW: what would change if the request were sent under the other version. */
export function shadowOf(contracts: Contracts, question: ShadowQuestion): Shadow {
  const { operation, version, shadow, mode, payload } = question;
  const asked = { operation, from: version, to: shadow, mode, ...payload };
  const { used, resolution, differences } = contracts.compare(asked);
  return { version: shadow, used, resolution, differences: differences.slice(0, DIFFERENCES_MAX) };
}
