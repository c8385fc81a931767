import type { BalanceDecision } from "../../domain/balance.ts";
import type { CardRequest } from "../../domain/request/card-request.ts";
import { textAt } from "../../domain/json.ts";
import { balanceInquiry } from "../../domain/operations/card-requests.ts";
import { acceptCardRequest, resolveCardRequest } from "./card-requests.ts";
import type { CardSteps } from "./card-requests.ts";
import { enforce } from "../column/enforce.ts";
import type { ApiFamily } from "../column/pipeline.ts";
import { addNotes } from "../column/run-record.ts";
import { cardNotesOf } from "../column/notes.ts";
import { renderBalance } from "./answer-balance.ts";

interface BalanceSteps extends CardSteps {
  readonly choice: { readonly decision: BalanceDecision };
  readonly result: { readonly request: CardRequest; readonly decision: BalanceDecision };
}

/**
 * `PUT …/balanceInquiry`: what is left on a card. Nothing is kept of it, but that a session gives its security code
 * away; the answer is 200, as there is nothing new (assumption A160).
 */
export const BALANCE_INQUIRIES: ApiFamily<BalanceSteps> = {
  isApi: true,
  accept: (parts, call, payload) => acceptCardRequest(parts, call, "BALANCE_INQUIRY", payload),
  names: (_call, { body }) => ({ orderId: undefined, body, records: [] }),
  resolve: resolveCardRequest,
  enforce: ({ visit, record }, { request }) => {
    const context = { instruction: request, merchant: visit.call.merchant };
    enforce(balanceInquiry.rules, context, record);
    addNotes(record, cardNotesOf(context));
  },
  decide: (_parts, { visit, asking }, { facts }) => ({
    decision: visit.scenarios.decideBalance(facts, asking),
  }),
  gatewayCodeOf: ({ decision }) => decision.gatewayCode,
  apply: (_parts, _run, { request, records }, { decision }) => ({
    order: undefined,
    step: undefined,
    records,
    result: { request, decision },
  }),
  render: (_parts, { call, request: { body } }, { request, decision }) => {
    const correlationId = textAt(body, "correlationId");
    const shown = { merchantId: call.merchant.id, request, decision, correlationId };
    return { status: 200, body: renderBalance(shown) };
  },
};
