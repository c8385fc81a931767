import { readdirSync, readFileSync } from "node:fs";
import { isObject } from "../../../server/domain/json.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { ECHO_GROUPS } from "../../../server/gateway/answers/shapes/echo-groups.ts";
import type { Group, Kind } from "../../../server/gateway/answers/members/shape.ts";
import { ORDER } from "../../../server/gateway/answers/shapes/order.ts";
import { TRANSACTION } from "../../../server/gateway/answers/groups/transaction-group.ts";

/** Leaves by dotted path, arrays as `leg[]`, each with the JSON types or kinds that it has. */
export type Leaves = ReadonlyMap<string, ReadonlySet<string>>;

type Draft = Map<string, Set<string>>;

const SCHEMAS = new URL("../../../schemas/", import.meta.url);
/** Operations that make no transaction, and those whose answers have a shape of their own. */
const OTHER =
  /^(authenticate-payer|balance-inquiry|create-checkout-session|create-or-update-(?:risk-assessment|token)|create-(?:session|token)|initiate-(?:authentication|checkout)|payment-options-inquiry|update-session)\./;

/** Every leaf that a contract of a transaction operation takes. */
export function requestLeaves(): Leaves {
  const leaves: Draft = new Map();
  for (const file of readdirSync(new URL("requests/", SCHEMAS)).filter((name) => !OTHER.test(name))) {
    walkSchema(leaves, "", read(new URL(`requests/${file}`, SCHEMAS)));
  }
  return leaves;
}

/** A contract of a transaction operation, and from and until which version it is the nearest below. */
export interface ContractLeaves {
  readonly from: number;
  readonly until: number;
  readonly leaves: Leaves;
}

/** The leaves of each contract of the transaction operations, the oldest contract first. */
export function contractLeaves(): readonly ContractLeaves[] {
  const files = readdirSync(new URL("requests/", SCHEMAS)).filter((name) => !OTHER.test(name));
  const contracts = files.map((file) => {
    const [, operation = "", version = ""] = /^(.+)\.v(\d+)\.json$/.exec(file) ?? [];
    const leaves: Draft = new Map();
    walkSchema(leaves, "", read(new URL(`requests/${file}`, SCHEMAS)));
    return { operation, version: Number(version), leaves };
  });
  const others = ({ operation }: { readonly operation: string }) =>
    contracts.filter((it) => it.operation === operation).map((it) => it.version);
  return contracts
    .sort((one, other) => one.version - other.version)
    .map((contract) => {
      const versions = others(contract);
      const isFirst = Math.min(...versions) === contract.version;
      const next = Math.min(101, ...versions.filter((it) => it > contract.version));
      return { from: isFirst ? 1 : contract.version, until: next - 1, leaves: contract.leaves };
    });
}

/** Every leaf of the schema of an answer. */
export function answerLeaves(file: string): Leaves {
  const leaves: Draft = new Map();
  walkSchema(leaves, "", read(new URL(`responses/${file}`, SCHEMAS)));
  return leaves;
}

/** Every leaf that the renderer knows, with its kind. */
export function renderedLeaves(): Leaves {
  const leaves: Draft = new Map();
  for (const [name, [, kind]] of Object.entries(ECHO_GROUPS)) walkKind(leaves, name, kind);
  walkKind(leaves, "order", ORDER);
  walkKind(leaves, "transaction", TRANSACTION);
  return leaves;
}

interface Located {
  readonly file: URL;
  readonly schema: JsonObject;
}

function walkSchema(leaves: Draft, path: string, { file, schema }: Located): void {
  const { $ref, items, properties, type, "x-type": words = type } = schema;
  if (typeof $ref === "string") walkSchema(leaves, path, resolve(file, $ref));
  else if (isObject(items)) walkSchema(leaves, `${path}[]`, { file, schema: items });
  else if (isObject(properties)) walkProperties(leaves, path, { file, schema: properties });
  else note(leaves, path, typeof words === "string" ? words : "custom");
}

function walkProperties(leaves: Draft, path: string, { file, schema }: Located): void {
  for (const [name, member] of Object.entries(schema)) {
    if (isObject(member))
      walkSchema(leaves, path === "" ? name : `${path}.${name}`, { file, schema: member });
  }
}

function walkKind(leaves: Draft, path: string, kind: Kind): void {
  if (typeof kind === "string") note(leaves, path, kind);
  else if (kind.kind === "list") walkMembers(leaves, `${path}[]`, kind.item);
  else walkMembers(leaves, path, kind);
}

function walkMembers(leaves: Draft, path: string, { members }: Group): void {
  for (const { name, kind } of members) walkKind(leaves, `${path}.${name}`, kind);
}

function note(leaves: Draft, path: string, type: string): void {
  leaves.set(path, (leaves.get(path) ?? new Set()).add(type));
}

function resolve(from: URL, reference: string): Located {
  const [name = "", pointer = ""] = reference.split("#");
  const { file, schema } = read(name === "" ? from : new URL(name, from));
  const target = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), schema);
  if (!isObject(target)) throw new Error(`${reference} leads nowhere`);
  return { file, schema: target };
}

function read(location: URL): Located {
  const file = new URL(location.href.split("#")[0] ?? "");
  return { file, schema: JSON.parse(readFileSync(file, "utf8")) as JsonObject };
}
