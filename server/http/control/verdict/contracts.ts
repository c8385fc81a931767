import type { Exchange } from "../../../domain/record/exchange.ts";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../../domain/request/operation.ts";
import type { Operation } from "../../../domain/request/operation.ts";
import { maskBody } from "../../../gateway/secrets/masking.ts";
import { tallied } from "../../../verdict/upgrade/tally.ts";
import type { OperationTally } from "../../../verdict/upgrade/tally.ts";
import type { AppParts } from "../../parts.ts";
import { listOf, MERCHANT, NO_MERCHANT } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { MORE, pageOf } from "../kernel/paging.ts";
import { Problem, unknownName } from "../kernel/problem.ts";
import { createGivingWay, inTurns } from "../kernel/step-pause.ts";
import {
  CONTRACT,
  DIFFERENCES,
  FIELDS,
  FIELDS_QUERY,
  UPGRADE,
  UPGRADE_QUERY,
  VERSIONS_QUERY,
} from "./contract-views.ts";
import type {
  ContractDifferencesView,
  ContractFieldsView,
  ContractsView,
  UpgradeView,
} from "./contract-views.ts";
import { FOUND_MEMBERS, memberSearch, SEARCH_QUERY } from "./member-search.ts";
import type { FoundMembersView } from "./member-search.ts";
import { oldestFirst } from "./verdict-on.ts";

const BAD_FILTER = "A filter is unknown, or its value is wrong.";
const NO_OPERATION = "There is no such operation or version.";

/** What the gateway accepts, in which version, and what changes from one to another. */
export const contracts: Resource = {
  schemas: {
    Contract: CONTRACT,
    Contracts: {
      type: "object",
      required: ["contracts"],
      properties: { contracts: listOf("Contract") },
    },
    ContractFields: FIELDS,
    ContractDifferences: DIFFERENCES,
    FoundMembers: FOUND_MEMBERS,
    UpgradeCheck: UPGRADE,
  },
  parameters: { operation: "The name of an operation, for example PAY.", version: "1 to 100." },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/contracts",
      tag: "Contracts",
      summary: "Lists the operations with their contracts by version",
      answers: { 200: "Contracts" },
      scope: "shared",
      handle: (parts) => (): ContractsView => ({
        contracts: OPERATIONS.map((operation) => ({ operation, spans: parts.contracts.spansOf(operation) })),
      }),
    }),
    endpoint({
      method: "get",
      path: "/v1/contract-members",
      tag: "Contracts",
      summary: "Searches the members of requests in all versions",
      query: SEARCH_QUERY,
      answers: { 200: "FoundMembers" },
      problems: { 400: BAD_FILTER },
      scope: "shared",
      handle: (parts) => {
        const search = memberSearch(parts.contracts);
        return ({ query }): Promise<FoundMembersView> => search(query);
      },
    }),
    endpoint({
      method: "get",
      path: "/v1/contracts/:operation/versions/:version",
      tag: "Contracts",
      summary: "Lists the members of an operation in a version, with type, limits and source",
      description: MORE,
      query: FIELDS_QUERY,
      answers: { 200: "ContractFields" },
      problems: { 400: BAD_FILTER, 404: NO_OPERATION },
      scope: "shared",
      handle:
        (parts) =>
        ({ params, query }) =>
          fieldsOf(parts, operationNamed(params.operation), versionNamed(params.version), query),
    }),
    endpoint({
      method: "get",
      path: "/v1/contracts/:operation/differences",
      tag: "Contracts",
      summary: "Lists what differs between two versions of an operation",
      query: VERSIONS_QUERY,
      answers: { 200: "ContractDifferences" },
      problems: { 400: BAD_FILTER, 404: NO_OPERATION },
      scope: "shared",
      handle:
        (parts) =>
        ({ params, query: { from, to } }): ContractDifferencesView => {
          const operation = operationNamed(params.operation);
          return { operation, from, to, differences: parts.contracts.differencesOf(operation, from, to) };
        },
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/upgrade-check`,
      evidence: "all",
      tag: "Contracts",
      summary: "Shows which requests in the merchant's journal break in another version",
      query: UPGRADE_QUERY,
      answers: { 200: "UpgradeCheck" },
      problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
      handle:
        (parts) =>
        ({ merchant, query }) =>
          upgradeOf(parts, merchant.id, query),
    }),
  ],
};

function operationNamed(name: string): Operation {
  const operation = OPERATIONS.find((known) => known === name);
  if (operation !== undefined) return operation;
  throw unknownName("No such operation", name, OPERATIONS, 404);
}

function versionNamed(name: string): number {
  const found = /^\d{1,3}$/.test(name) ? Number(name) : 0;
  if (found >= VERSION_MIN && found <= VERSION_MAX) return found;
  throw new Problem(404, "No such version", `There are versions ${VERSION_MIN} to ${VERSION_MAX}.`);
}

function fieldsOf(
  { contracts: source }: AppParts,
  operation: Operation,
  asked: number,
  { search = "", source: from, ...page }: Judged<typeof FIELDS_QUERY>,
): ContractFieldsView {
  const { fields, ...contract } = source.fieldsOf(operation, asked);
  const wanted = search.toLowerCase();
  const meant = fields.filter(
    (it) => it.field.toLowerCase().includes(wanted) && (from === undefined || it.source === from),
  );
  const { rows, next } = pageOf(meant, page, ({ field }) => field);
  return { ...contract, count: meant.length, fields: rows, next };
}

async function upgradeOf(
  { contracts: source, exchanges }: AppParts,
  merchant: string,
  { from, to }: Judged<typeof UPGRADE_QUERY>,
): Promise<UpgradeView> {
  const traffic = givingWay(await inTurns(oldestFirst(exchanges, merchant)));
  const { operations, skipped } = await tallied({ contracts: source, mask: maskBody }, traffic, { from, to });
  return { merchant, from, to, operations: operations.map(comparedOf), skipped };
}

async function* givingWay(exchanges: readonly Exchange[]): AsyncGenerator<Exchange> {
  const giveWay = createGivingWay();
  for (const exchange of exchanges) {
    await giveWay();
    yield exchange;
  }
}

function comparedOf({ operation, requests, breaking, members }: OperationTally) {
  return {
    ...{ operation, requests, breaking },
    differences: members.map(({ example, count, exchanges }) => {
      const { kind, code, member, newName, message, from, to } = example;
      return { kind, code, member, newName, message, count, exchanges, from, to };
    }),
  };
}
