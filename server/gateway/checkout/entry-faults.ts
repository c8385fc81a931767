import { paymentOf } from "../../domain/request/checkout.ts";
import { readInstruction } from "../../domain/request/instruction.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import type { TransactionOperation } from "../../domain/request/operation.ts";
import { contextOf } from "../../domain/request/rule.ts";
import type { GatewayParts } from "../parts.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { payloadOf } from "./entry.ts";

/** What is wrong with one member of what the payer entered. */
export interface EntryFault {
  /** Of the payment, dotted. */
  readonly member: string;
  /** Why a rule of meaning refuses it; undefined: its form is wrong. */
  readonly why: string | undefined;
}

/** All that contract and rules of the payment have against an entry, each member once. Nothing is recorded. */
export async function entryFaults(
  parts: GatewayParts,
  call: CheckoutCall,
  view: CheckoutView,
  members: JsonObject,
): Promise<readonly EntryFault[]> {
  const { apiVersion: version, request } = view.checkout;
  const operation = paymentOf(request);
  const payload = payloadOf(operation === undefined ? members : { apiOperation: operation, ...members });
  const { mode } = call.merchant;
  const asked = { operation: operation ?? "UPDATE_SESSION", version, mode, ...payload } as const;
  const { body, refusal, findings } = parts.contracts.judge(asked);
  const ofForm = refusal === undefined ? [] : findings.filter(({ severity }) => severity === "violation");
  const ofRules = operation === undefined ? [] : await ruleFaults(parts, call, view, { operation, body });
  const faults = [...ofForm.map(({ field }) => ({ field, why: undefined })), ...ofRules];
  const byMember = new Map(faults.toReversed().map(({ field, why }) => [field, why]));
  return [...byMember].map(([member, why]) => ({ member, why }));
}

async function ruleFaults(
  parts: GatewayParts,
  { merchant }: CheckoutCall,
  { checkout, order, orderId }: CheckoutView,
  asked: { readonly operation: TransactionOperation; readonly body: JsonObject },
): Promise<readonly { readonly field: string; readonly why: string }[]> {
  const { apiVersion: version } = checkout;
  const now = await parts.clocks.now(merchant.id);
  const definition = OPERATION_DEFINITIONS[asked.operation];
  const instruction = readInstruction({
    traits: definition,
    body: asked.body,
    version,
    orderId,
    transactionId: textAt(checkout.request, "transaction.id") ?? "",
    fingerprintOf: parts.fingerprints.card,
    merchant,
    carries: parts.contracts.carrier({ operation: asked.operation, version }),
  });
  const context = contextOf(instruction, merchant, order, now);
  return definition.rules.flatMap((rule) => {
    const refusal = rule.refuses(context);
    return refusal?.fault === undefined ? [] : [{ field: refusal.fault.field, why: refusal.explanation }];
  });
}
