import type { Balance, BalanceDecision } from "../../domain/balance.ts";
import type { CardRequest } from "../../domain/request/card-request.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { toNumber } from "../../domain/money.ts";
import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { pick } from "../answers/members/pick.ts";
import { responseGroup } from "../answers/groups/response-group.ts";
import { SUB_MERCHANT } from "../answers/shapes/order.ts";
import { echoOfFunds } from "./card-echo.ts";
import { storedRequest } from "../secrets/masking.ts";
import { withTerminalEcho } from "../secrets/terminal-data.ts";

export interface BalanceToAnswer {
  readonly merchantId: string;
  readonly request: CardRequest;
  readonly decision: BalanceDecision;
  readonly correlationId: string | undefined;
}

/** The answer always has the same groups; what no acquirer knows is not in them (assumption A159). */
export function renderBalance(answered: BalanceToAnswer): JsonObject {
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
  return isObject(group) ? pick(SUB_MERCHANT, [group]) : undefined;
}

function available({ amount, rewards }: Balance, currency: string | undefined): JsonObject {
  const funds = { amount: toNumber(amount), currency };
  if (rewards === undefined) return { funds };
  return { funds, rewards: { conversionRate: rewards.conversionRate, points: rewards.points } };
}
