import { textAt } from "../../domain/json.ts";
import { riskAssessmentRules } from "../../domain/operations/card-requests.ts";
import { RISK_MEANINGS } from "../../domain/risk.ts";
import type { RiskAdvice, RiskAssessment, RiskDecision } from "../../domain/risk.ts";
import { isInformation } from "../../domain/rules/risk-assessment.ts";
import type { Found, Work } from "../../store/store.ts";
import type { Answer } from "../answer.ts";
import { acceptCardRequest, resolveCardRequest } from "../card-requests.ts";
import type { CardSourcing } from "../card-requests.ts";
import { scenarioRecord } from "../decision-record.ts";
import { effected, inTurns, isBrokenOff, isSettled, usedUp, wanting } from "../turns.ts";
import type { Look, Turn } from "../turns.ts";
import { enforce } from "../enforce.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest } from "../masking.ts";
import { cardNotesOf } from "../notes.ts";
import { checkRiskAssessmentId } from "../paths.ts";
import { renderRiskAssessment } from "./answer-risk.ts";
import { readRiskAssessment, riskChange, riskRef } from "./risk-record.ts";

export interface RiskCall extends Call {
  readonly riskAssessmentId: string;
}

interface RiskSourcing extends CardSourcing {
  readonly call: RiskCall;
}

interface Assessed {
  readonly assessment: RiskAssessment;
  readonly isNew: boolean;
  /** Undefined: the request only gave information. */
  readonly decision: RiskDecision | undefined;
}

/**
 * `PUT …/riskassessment/{riskassessmentid}`: what the risk service advises on a payment, or, for its information,
 * what became of one. Every submission of an id replaces the one before, also an identical one (interface section 4
 * rule 6).
 */
export async function assessRisk(parts: GatewayParts, call: RiskCall, payload: Payload): Promise<Answer> {
  const { draft, merchant, riskAssessmentId: id } = call;
  checkRiskAssessmentId(id, merchant);
  const operation = "CREATE_OR_UPDATE_RISK_ASSESSMENT";
  const sourcing = { ...(await acceptCardRequest(parts, call, { operation, payload })), call };
  const key = { merchantId: merchant.id, orderId: undefined, records: [...sourcing.sources, riskRef(id)] };
  const { assessment, isNew, decision } = await inTurns(parts, call, key, (found, turn) =>
    workOn(parts, sourcing, found, turn),
  );
  draft.committed = !isBrokenOff(decision);
  const correlationId = textAt(sourcing.body, "correlationId");
  const body = renderRiskAssessment({ merchantId: merchant.id, id, assessment, correlationId });
  return effected(parts, call, decision, { status: isNew ? 201 : 200, body });
}

function workOn(parts: GatewayParts, sourcing: RiskSourcing, found: Found, turn: Turn): Work<Look<Assessed>> {
  const { draft, merchant, riskAssessmentId: id } = sourcing.call;
  const before = readRiskAssessment(found.records[sourcing.sources.length]);
  const { request, facts, asking, records } = resolveCardRequest(parts, sourcing, found, turn);
  const context = { instruction: request, merchant, assessment: before };
  enforce(riskAssessmentRules, context, draft);
  draft.notes = [...draft.notes, ...cardNotesOf(context)];
  // Information changes nothing of what was advised.
  const decision = isInformation(context) ? undefined : sourcing.scenarios.decideRisk(facts, asking);
  if (decision && !isSettled(decision, turn)) return wanting(decision);
  const used = decision ? usedUp(parts, merchant.id, decision, turn) : [];
  const advice = decision ? adviceOf(decision, draft) : before?.advice;
  const assessment = { advice, request: storedRequest(request.body) };
  const result = { assessment, isNew: before === undefined, decision };
  const kept = isBrokenOff(decision) ? used : [...records, riskChange(id, assessment), ...used];
  return { order: undefined, records: kept, result: { result } };
}

function adviceOf(decision: RiskDecision, draft: RiskCall["draft"]): RiskAdvice {
  const { recommendation, decidedBy } = decision;
  draft.scenario = scenarioRecord(decision, RISK_MEANINGS[recommendation].gatewayCode);
  return { recommendation, rule: decidedBy.kind === "rule" ? decidedBy.id : undefined };
}
