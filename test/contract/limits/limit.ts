import type { FindingCode } from "../../../server/domain/record/finding.ts";
import type { Json } from "../../../server/domain/json.ts";

/** A value that a limit must refuse, and the codes under which the contract may name the fault. */
export interface Break {
  readonly value: Json;
  readonly codes: readonly FindingCode[];
}

/** What the specification allows in one field, told by values: those at the boundaries and those beyond them. */
export interface Limit {
  /** The type as the specification calls it (interface section 2.1), with its range. */
  readonly name: string;
  /** Values that must be taken; the first is used wherever the field is only needed to be there. */
  readonly taken: readonly [Json, ...Json[]];
  readonly refused: readonly Break[];
  /** Of an enumeration: the members, and those that the specification leaves to single versions. */
  readonly members?: { readonly sure: readonly string[]; readonly maybe: readonly string[] | "any" };
}

/** One field of the specification's tables; "R" is required in its group, "one-of" is one of several that is. */
export type Row = readonly [path: string, limit: Limit, required?: "R" | "one-of"];

export function breaks(codes: readonly FindingCode[], ...values: Json[]): Break[] {
  return values.map((value) => ({ value, codes }));
}

/** The sample repeated and cut to a length. */
export function cycle(sample: string, length: number): string {
  return sample.repeat(Math.ceil(length / sample.length)).slice(0, length);
}

/** The same fields below another group: `under("billing.address", address)`. */
export function under(group: string, rows: readonly Row[]): Row[] {
  return rows.map(([path, ...rest]): Row => [`${group}.${path}`, ...rest]);
}

/** The rows at these paths or below them; a path without a row is a mistake of the table. */
export function only(rows: readonly Row[], ...paths: string[]): Row[] {
  return paths.flatMap((wanted) => {
    const found = rows.filter(([path]) => isAtOrBelow(path, wanted));
    if (found.length === 0) throw new Error(`no row at ${wanted}`);
    return found;
  });
}

/** The rows that are neither at these paths nor below them. */
export function except(rows: readonly Row[], ...paths: string[]): Row[] {
  const dropped = new Set(only(rows, ...paths));
  return rows.filter((row) => !dropped.has(row));
}

export function isAtOrBelow(path: string, group: string): boolean {
  return path === group || path.startsWith(`${group}.`) || path.startsWith(`${group}[`);
}
