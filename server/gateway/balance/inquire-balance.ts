import type { BalanceDecision } from "../../domain/balance.ts";
import type { CardRequest } from "../../domain/card-request.ts";
import { textAt } from "../../domain/json.ts";
import { balanceInquiryRules } from "../../domain/operations/card-requests.ts";
import type { Answer } from "../answer.ts";
import { acceptCardRequest, resolveCardRequest } from "../card-requests.ts";
import { enforce } from "../enforce.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { cardNotesOf } from "../notes.ts";
import { renderBalance } from "./answer-balance.ts";

/**
 * `PUT …/balanceInquiry`: what is left on a card. Nothing is kept of it, but that a session gives its security code
 * away; the answer is 200, as there is nothing new (assumption A160).
 */
export async function inquireBalance(parts: GatewayParts, call: Call, payload: Payload): Promise<Answer> {
  const { draft, merchant } = call;
  const sourcing = await acceptCardRequest(parts, call, { operation: "BALANCE_INQUIRY", payload });
  const { request, decision } = await parts.store.transact(
    { merchantId: merchant.id, orderId: undefined, records: sourcing.sources },
    (found) => {
      const { request, facts, records } = resolveCardRequest(parts, sourcing, found);
      const context = { instruction: request, merchant };
      enforce(balanceInquiryRules, context, draft);
      draft.notes = [...draft.notes, ...cardNotesOf(context)];
      const result: Inquired = { request, decision: parts.scenarios.decideBalance(facts) };
      return { order: undefined, records, notifications: [], result };
    },
  );
  const { revision, decidedBy, tried, gatewayCode } = decision;
  draft.scenario = { revision, decidedBy, tried, gatewayCode };
  const correlationId = textAt(sourcing.body, "correlationId");
  return { status: 200, body: renderBalance({ merchantId: merchant.id, request, decision, correlationId }) };
}

interface Inquired {
  readonly request: CardRequest;
  readonly decision: BalanceDecision;
}
