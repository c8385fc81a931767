import type { BalanceDecision } from "../../domain/balance.ts";
import type { CardRequest } from "../../domain/card-request.ts";
import { textAt } from "../../domain/json.ts";
import { balanceInquiryRules } from "../../domain/operations/card-requests.ts";
import type { Answer } from "../answer.ts";
import { acceptCardRequest, resolveCardRequest } from "../card-requests.ts";
import type { CardSourcing } from "../card-requests.ts";
import { scenarioRecord } from "../decision-record.ts";
import { effected, isBrokenOff, isSettled, usedUp, wanting, inTurns } from "../turns.ts";
import type { Look, Turn } from "../turns.ts";
import type { Found, Work } from "../../store/store.ts";
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
  const key = { merchantId: merchant.id, orderId: undefined, records: sourcing.sources };
  const { request, decision } = await inTurns(parts, call, key, (found, turn) =>
    workOn(parts, sourcing, found, turn),
  );
  draft.scenario = scenarioRecord(decision, decision.gatewayCode);
  const correlationId = textAt(sourcing.body, "correlationId");
  const body = renderBalance({ merchantId: merchant.id, request, decision, correlationId });
  return effected(parts, call, decision, { status: 200, body });
}

function workOn(parts: GatewayParts, sourcing: CardSourcing, found: Found, turn: Turn): Work<Look<Inquired>> {
  const { draft, merchant } = sourcing.call;
  const { request, facts, asking, records } = resolveCardRequest(parts, sourcing, found, turn);
  const context = { instruction: request, merchant };
  enforce(balanceInquiryRules, context, draft);
  draft.notes = [...draft.notes, ...cardNotesOf(context)];
  const decision = sourcing.scenarios.decideBalance(facts, asking);
  if (!isSettled(decision, turn)) return wanting(decision);
  const used = usedUp(parts, merchant.id, decision, turn);
  const kept = isBrokenOff(decision) ? used : [...records, ...used];
  return { order: undefined, records: kept, result: { result: { request, decision } } };
}

interface Inquired {
  readonly request: CardRequest;
  readonly decision: BalanceDecision;
}
