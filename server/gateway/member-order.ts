import type { JsonObject } from "../domain/json.ts";
import { kindOfMember } from "../domain/card/secret-members.ts";

/** A member as a digest has it. */
export interface Member {
  readonly name: string;
  /** The name with its length in front, in UTF-8. */
  readonly label: Uint8Array;
}

/** The members of an object in alphabetical order, whatever order they came in. */
export function membersInOrder(object: JsonObject): readonly Member[] {
  let row: Row | undefined = first;
  for (const name in object) {
    row = row.last?.name === name ? row.last : follow(row, name);
    if (row === undefined) return sorted(object);
  }
  return (row.sorted ??= sorted(object));
}

function sorted(object: JsonObject): readonly Member[] {
  const names = Object.keys(object).sort();
  return names.map((name) => ({ name, label: Buffer.from(`${name.length}:${name}`) }));
}

/**
 * Names of members in a row, as objects have had them. Programs send the same few rows again and again, and following
 * one costs much less than sorting it.
 */
interface Row {
  /** The last name of it. */
  readonly name: string;
  /** How many names it has. */
  readonly length: number;
  /** Rows of one name more, and the one of them that was followed last. */
  readonly longer: Map<string, Row>;
  last: Row | undefined;
  /** The members of the whole row; undefined when no object has ended there. */
  sorted: readonly Member[] | undefined;
}

function newRow(name: string, length: number): Row {
  return { name, length, longer: new Map(), last: undefined, sorted: undefined };
}

/** Names come from requests, so that only so many rows are kept, none of a length that nobody needs or with a secret. */
const ROWS_MAX = 2_000;
const ROW_LENGTH_MAX = 64;
const NAME_LENGTH_MAX = 64;
let first = newRow("", 0);
let rows = 0;

function follow(row: Row, name: string): Row | undefined {
  const next = row.longer.get(name) ?? learned(row, name);
  if (next !== undefined) row.last = next;
  return next;
}

function learned(row: Row, name: string): Row | undefined {
  const isLong = row.length >= ROW_LENGTH_MAX || name.length > NAME_LENGTH_MAX;
  if (isLong || kindOfMember(name).shown !== name) return undefined;
  if (rows >= ROWS_MAX) [first, rows] = [newRow("", 0), 0];
  const next = newRow(name, row.length + 1);
  row.longer.set(name, next);
  rows += 1;
  return next;
}
