import type { Balance, BalanceDecision } from "../../domain/balance.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { toNumber } from "../../domain/money.ts";
import { balanceInquiry } from "../../domain/operations/card-requests.ts";
import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import type { CardRequest } from "../../domain/request/card-request.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { responseGroup } from "../answers/groups/response-group.ts";
import { collectMembers } from "../answers/members/collect.ts";
import { SUB_MERCHANT } from "../answers/shapes/order.ts";
import { enforce } from "../column/enforce.ts";
import { cardNotesOf } from "../column/notes.ts";
import type { ApiFamily } from "../column/family.ts";
import { addNotes } from "../column/run-record.ts";
import { storedRequest } from "../secrets/masking.ts";
import { withTerminalEcho } from "../secrets/terminal-data.ts";
import { acceptCardRequest, echoOfFunds, resolveCardRequest } from "./card-requests.ts";
import type { CardSteps } from "./card-requests.ts";

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
  decide: (_parts, { visit, matching }, { facts }) => ({
    decision: visit.scenarios.decideBalance(facts, matching),
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

interface BalanceToAnswer {
  readonly merchantId: string;
  readonly request: CardRequest;
  readonly decision: BalanceDecision;
  readonly correlationId: string | undefined;
}

/** The answer always has the same groups; what no acquirer knows is not in them (assumption A159). */
function renderBalance(answered: BalanceToAnswer): JsonObject {
  const { merchantId, request, decision, correlationId } = answered;
  const { currency, body, terminal } = request;
  const outcome = plainOutcomeOf(decision.gatewayCode);
  const masked = withTerminalEcho(storedRequest(body), terminal);
  return alphabetical({
    availableBalance: decision.balance === undefined ? {} : available(decision.balance, currency),
    correlationId,
    merchant: merchantId,
    order: { currency, subMerchant: subMerchantOf(masked) },
    response: responseGroup(outcome, false),
    result: outcome.result,
    sourceOfFunds: echoOfFunds(masked),
  });
}

function subMerchantOf(masked: JsonObject): Json | undefined {
  const group = valueAt(masked, "order.subMerchant");
  return isObject(group) ? collectMembers(SUB_MERCHANT, [group]) : undefined;
}

function available({ amount, rewards }: Balance, currency: string | undefined): JsonObject {
  const funds = { amount: toNumber(amount), currency };
  if (rewards === undefined) return { funds };
  return { funds, rewards: { conversionRate: rewards.conversionRate, points: rewards.points } };
}
