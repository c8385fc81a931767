import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { OPERATIONS, TRANSACTION_OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { answerFile } from "./answer-files.ts";
import type { AnswerFiles } from "./answer-files.ts";
import { answerSchema } from "./answer-schema.ts";
import { createComponents, SCHEMAS_PREFIX } from "./components.ts";
import type { Contract } from "../../contract/judge/contract.ts";
import type { AnswerKind } from "./gateway-operations.ts";
import { pascalCase } from "./names.ts";
import { requestSchema } from "./request-schema.ts";

/** What the schemas of a document are made from. */
export interface SchemaSources {
  readonly contractOf: (operation: Operation, version: number) => Contract;
  readonly answers: AnswerFiles;
}

/** What operations share may be called after the first of them, so that the best known comes first. */
const IN_ORDER: readonly Operation[] = [
  ...new Set(["PAY" as const, ...TRANSACTION_OPERATIONS, ...OPERATIONS]),
];

const KINDS: readonly AnswerKind[] = [
  ...(["transaction", "order", "session", "checkout", "token", "deleted"] as const),
  ...(["balance", "payment-options", "risk-assessment", "information", "error"] as const),
];

export const requestName = (operation: Operation): string => `${pascalCase(operation)}Request`;
export const answerName = (kind: AnswerKind): string => `${pascalCase(kind)}Answer`;

export function schemaRef(name: string): JsonObject {
  return { $ref: SCHEMAS_PREFIX + name };
}

/** The requests of these operations, all answers, and what they share. */
export function gatewaySchemas(
  { contractOf, answers: files }: SchemaSources,
  version: number,
  operations: readonly Operation[],
): JsonObject {
  const components = createComponents();
  for (const operation of IN_ORDER.filter((it) => operations.includes(it))) {
    const contract = contractOf(operation, version);
    const schema = requestSchema(contract.tree(), components, pascalCase(operation));
    components.add(requestName(operation), { description: says(operation, contract), ...schema });
  }
  for (const kind of KINDS) {
    const use = { files, components, owner: pascalCase(kind) };
    const schema = answerSchema(use, answerFile(files, kind, version));
    components.add(answerName(kind), kind === "order" ? withTransactions(schema) : schema);
  }
  return components.schemas();
}

const RESOLUTIONS: Readonly<Record<Contract["resolution"], string>> = {
  own: "the contract of this version",
  merged: "merged from the contracts of the neighbouring versions",
  lowest: "the lowest version that has a contract",
  highest: "the highest version that has a contract",
};

function says(operation: Operation, { used, resolution }: Contract): string {
  const files = used.map((file) => `schemas/${file}`).join(" and ");
  return `What ${operation} takes, by ${files}: ${RESOLUTIONS[resolution]}.`;
}

/** A transaction that was made in another version is shown as that version shows it. */
function withTransactions(order: JsonObject): JsonObject {
  const { properties } = order;
  if (!isObject(properties) || !isObject(properties["transaction"])) throw new Error("an order has none");
  const items = {
    anyOf: [schemaRef(answerName("transaction")), { type: "object", additionalProperties: true }],
  };
  return { ...order, properties: { ...properties, transaction: { ...properties["transaction"], items } } };
}
