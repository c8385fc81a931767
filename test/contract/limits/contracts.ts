import type { Operation } from "../../../server/domain/request/operation.ts";
import type { Json } from "../../../server/domain/json.ts";
import { fixed, limitOf, table, type Limit } from "./types.ts";

// The tables in tables/, put together: a row for every field of every contract.

/** One field of the specification's tables; "R" is required in its group, "one-of" is one of several that is. */
export type Row = readonly [path: string, limit: Limit, required?: "R" | "one-of"];

/** What the documents say about one contract; tables/contracts.yaml tells what each member is. */
export interface ContractLimits {
  readonly name: string;
  readonly operation: Operation;
  readonly version: number;
  readonly listed: readonly Row[];
  readonly assumed: readonly Row[];
  readonly possible: readonly Row[];
  readonly required: readonly string[];
  readonly minimal: readonly string[];
  readonly absent: readonly string[];
}

type Cell = string | { readonly type: string; readonly takes: [Json, ...Json[]]; readonly refuses?: [] };
type Groups = Readonly<Record<string, Readonly<Record<string, Cell>>>>;
type Told = Readonly<Partial<Record<(typeof MEMBERS)[number], string>>>;
interface Tables {
  readonly paths: Readonly<Record<string, string>>;
  readonly groups: Groups;
  readonly contracts: Readonly<Record<string, Told>>;
  readonly choices: readonly Choice[];
}
interface Choice {
  readonly what: string;
  /** Names of contracts. */
  readonly of: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  readonly out?: string;
  readonly missing?: string;
}

const MEMBERS = ["listed", "assumed", "possible", "required", "minimal", "absent"] as const;

const tables = table("contracts") as Tables;
const groups = {
  ...(table("fields") as Groups),
  ...(table("fields-100") as Groups),
  ...(table("fields-authentication") as Groups),
  ...tables.groups,
};
const rowsByGroup = new Map<string, readonly Row[]>();

export const contracts: readonly ContractLimits[] = Object.entries(tables.contracts).map(([name, told]) => {
  const unknown = Object.keys(told).filter((one) => !MEMBERS.some((member) => member === one));
  if (unknown.length > 0) throw new Error(`${name} has ${unknown.join(", ")}`);
  const [operation = "", version] = name.split(" ");
  const rows = (words: string | undefined): Row[] =>
    rowsOfGroups(words ?? "").map((row) => (row[1].name === "fixed" ? [row[0], fixed(operation)] : row));
  return {
    name,
    operation: operation as Operation,
    version: Number(version),
    listed: rows(told.listed),
    assumed: rows(told.assumed),
    possible: rows(told.possible),
    required: pathsOf(told.required),
    minimal: pathsOf(told.minimal),
    absent: pathsOf(told.absent),
  };
});

export const { choices } = tables;

export function contractNamed(name: string): ContractLimits {
  const found = contracts.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

function wordsOf(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

function pathsOf(text = ""): string[] {
  return wordsOf(text).flatMap((word) =>
    word.startsWith("$") ? wordsOf(entryOf(tables.paths, word.slice(1))) : word,
  );
}

function entryOf<T>(entries: Readonly<Record<string, T>>, name: string): T {
  const entry = entries[name];
  if (entry === undefined) throw new Error(`no table has ${name}`);
  return entry;
}

/** The rows of groups; of two for one path the first. */
function rowsOfGroups(names: string): Row[] {
  return onePerPath(wordsOf(names).flatMap((name) => rowsOfGroup(name)));
}

function onePerPath(rows: readonly Row[]): Row[] {
  return [...new Map(rows.toReversed().map((row) => [row[0], row])).values()].toReversed();
}

function rowsOfGroup(name: string): readonly Row[] {
  const known = rowsByGroup.get(name);
  if (known !== undefined) return known;
  const rows = Object.entries(entryOf(groups, name)).flatMap(([path, cell]): Row[] => {
    if (path !== "*" && !path.endsWith(".*")) return [rowOf(path, cell)];
    return rowsOfGroups(cell as string).map(([below, ...rest]) => [path.slice(0, -1) + below, ...rest]);
  });
  const left = onePerPath(rows).filter(([, limit]) => limit.name !== "none");
  rowsByGroup.set(name, left);
  return left;
}

function rowOf(path: string, cell: Cell): Row {
  // The one is filled in for each operation, the other left out.
  if (cell === "fixed" || cell === "none") return [path, { name: cell, taken: [cell], refused: [] }];
  if (typeof cell !== "string") {
    const { type, takes, ...rest } = cell;
    return [path, { ...limitOf(type), taken: takes, ...(rest.refuses === undefined ? {} : { refused: [] }) }];
  }
  const [, type = cell, required] = /^(.*?)(?:, (R|R or another))?$/u.exec(cell) ?? [];
  if (required === undefined) return [path, limitOf(type)];
  return [path, limitOf(type), required === "R" ? "R" : "one-of"];
}
