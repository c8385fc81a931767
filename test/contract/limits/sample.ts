import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { groupOf, valueIn, withValue } from "./body.ts";
import type { ContractLimits } from "./contracts.ts";
import type { Row } from "./contracts.ts";

// Bodies that the tables promise to be taken.

/** Every row that may be of the contract, each path once: what is listed goes before what is possible. */
export function rowsOf(limits: ContractLimits): readonly Row[] {
  const known = rowsByContract.get(limits);
  if (known !== undefined) return known;
  const rows = new Map<string, Row>();
  for (const row of [...limits.listed, ...limits.assumed, ...limits.possible]) {
    if (!rows.has(row[0])) rows.set(row[0], row);
  }
  const all = [...rows.values()];
  rowsByContract.set(limits, all);
  return all;
}

// Both are asked for every value of every row.
const rowsByContract = new WeakMap<ContractLimits, readonly Row[]>();
const smallestByContract = new WeakMap<ContractLimits, JsonObject>();

/** The smallest body, with one more value and what its groups need. */
export function bodyWith(limits: ContractLimits, path: string, value: Json): JsonObject {
  return completed(limits, withValue(smallestBody(limits), path, value));
}

export function smallestBody(limits: ContractLimits): JsonObject {
  const known = smallestByContract.get(limits);
  if (known !== undefined) return known;
  const rows = rowsOf(limits);
  let body: JsonObject = {};
  for (const path of [...limits.required, ...limits.minimal]) {
    const row = rows.find(([one]) => one === path);
    // A group comes with its members.
    if (row !== undefined) body = withValue(body, path, row[1].taken[0]);
  }
  const smallest = completed(limits, body);
  smallestByContract.set(limits, smallest);
  return smallest;
}

export function fullBody(limits: ContractLimits, rows: readonly Row[]): JsonObject {
  let body: JsonObject = {};
  for (const [path, limit] of rows) {
    if (valueIn(body, path) === undefined) body = withValue(body, path, limit.taken[0]);
  }
  return completed(limits, body);
}

/** The body with the members that its groups require. */
function completed(limits: ContractLimits, start: JsonObject): JsonObject {
  const needed = rowsOf(limits).filter(([, , required]) => required !== undefined);
  let body = start;
  let lacking: Row | undefined;
  do {
    lacking = needed.find(([path]) => hasGroup(body, path) && valueIn(body, path) === undefined);
    if (lacking !== undefined) body = withValue(body, lacking[0], lacking[1].taken[0]);
  } while (lacking !== undefined);
  return body;
}

function hasGroup(body: JsonObject, path: string): boolean {
  const group = groupOf(path);
  return group === "" || isObject(valueIn(body, group));
}
