import type { Facts } from "../../domain/decision.ts";
import { textAt } from "../../domain/json.ts";
import { riskAssessmentRules } from "../../domain/operations/card-requests.ts";
import { RISK_MEANINGS } from "../../domain/risk.ts";
import type { RiskAdvice, RiskAssessment } from "../../domain/risk.ts";
import { isInformation } from "../../domain/rules/risk-assessment.ts";
import type { Found, Work } from "../../store/store.ts";
import type { Answer } from "../answer.ts";
import { acceptCardRequest, resolveCardRequest } from "../card-requests.ts";
import type { CardSourcing } from "../card-requests.ts";
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
  const { assessment, isNew } = await parts.store.transact(
    { merchantId: merchant.id, orderId: undefined, records: [...sourcing.sources, riskRef(id)] },
    (found) => workOn(parts, sourcing, found),
  );
  draft.committed = true;
  const correlationId = textAt(sourcing.body, "correlationId");
  const body = renderRiskAssessment({ merchantId: merchant.id, id, assessment, correlationId });
  return { status: isNew ? 201 : 200, body };
}

function workOn(parts: GatewayParts, sourcing: RiskSourcing, found: Found): Work<Assessed> {
  const { draft, merchant, riskAssessmentId: id } = sourcing.call;
  const before = readRiskAssessment(found.records[sourcing.sources.length]);
  const { request, facts, records } = resolveCardRequest(parts, sourcing, found);
  const context = { instruction: request, merchant, assessment: before };
  enforce(riskAssessmentRules, context, draft);
  draft.notes = [...draft.notes, ...cardNotesOf(context)];
  // Information changes nothing of what was advised.
  const advice = isInformation(context) ? before?.advice : advise(parts, sourcing, facts);
  const assessment = { advice, request: storedRequest(request.body) };
  const result = { assessment, isNew: before === undefined };
  return { order: undefined, records: [...records, riskChange(id, assessment)], notifications: [], result };
}

function advise({ scenarios }: GatewayParts, { call }: RiskSourcing, facts: Facts): RiskAdvice {
  const { recommendation, revision, decidedBy, tried } = scenarios.decideRisk(facts);
  const { gatewayCode } = RISK_MEANINGS[recommendation];
  call.draft.scenario = { revision, decidedBy, tried, gatewayCode };
  return { recommendation, rule: decidedBy.kind === "rule" ? decidedBy.id : undefined };
}
