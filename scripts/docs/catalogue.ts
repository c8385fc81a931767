import type { Operation } from "../../server/domain/request/operation.ts";
import { VERSION_MAX } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS, operationsAt } from "../../server/domain/operations/index.ts";
import { MERCHANT_PATH } from "../../server/domain/operations/paths.ts";
import type { TransitionType } from "../../server/domain/order/transitions.ts";
import { GATEWAY_OPERATIONS } from "../../server/http/openapi/gateway-operations.ts";

/** What the page needs to know of a rule. */
export interface DocumentedRule {
  readonly id: string;
  readonly source: string;
}

/** A method and path of the gateway, and what it does, in one sentence. */
export interface DocumentedCall {
  readonly method: string;
  /** Behind `…/merchant/{merchantId}`, with its ids as the specification writes them. */
  readonly path: string;
  readonly does: string;
}

export interface DocumentedOperation extends DocumentedCall {
  readonly name: Operation;
  readonly rules: readonly DocumentedRule[];
  /** The transactions that it makes of an order. */
  readonly types: readonly TransitionType[];
}

export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = Object.values(OPERATION_DEFINITIONS).map(
  (definition) => ({
    ...documented({ ...definition, summary: definition.does }),
    name: definition.name,
    rules: definition.rules,
    types: "types" in definition ? definition.types : [],
  }),
);

/** Calls without a body, and so without a contract. */
export const DOCUMENTED_READS: readonly DocumentedCall[] = GATEWAY_OPERATIONS.filter(
  (it) => it.path.startsWith(MERCHANT_PATH) && operationsAt(it, VERSION_MAX).length === 0,
).map(documented);

function documented({
  method,
  path,
  summary,
}: {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}): DocumentedCall {
  return {
    method: method.toUpperCase(),
    path: path.slice(MERCHANT_PATH.length).replace(/\{\w+\}/g, (id) => id.toLowerCase()),
    does: `${summary}.`,
  };
}
