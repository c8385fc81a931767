import { textAt } from "../../domain/json.ts";
import { riskAssessment } from "../../domain/operations/card-requests.ts";
import { RISK_MEANINGS } from "../../domain/risk.ts";
import type { RiskAdvice, RiskAssessment, RiskDecision } from "../../domain/risk.ts";
import { isInformation } from "../../domain/rules/card/risk-assessment.ts";
import type { Call } from "../call.ts";
import { acceptCardRequest, resolveCardRequest } from "./card-requests.ts";
import type { CardSteps, ResolvedCardRequest } from "./card-requests.ts";
import { enforce } from "../column/enforce.ts";
import type { ApiFamily } from "../column/pipeline.ts";
import { addNotes } from "../column/run-record.ts";
import { storedRequest } from "../secrets/masking.ts";
import { cardNotesOf } from "../column/notes.ts";
import { checkRiskAssessmentId } from "../paths.ts";
import { withTerminalEcho } from "../secrets/terminal-data.ts";
import { renderRiskAssessment } from "./answer-risk.ts";
import { readRiskAssessment, riskChange, riskRef } from "./risk-record.ts";

export interface RiskCall extends Call {
  readonly riskAssessmentId: string;
}

interface RiskSteps extends CardSteps {
  readonly call: RiskCall;
  readonly context: ResolvedCardRequest & { readonly before: RiskAssessment | undefined };
  /** Undefined: the request only gives information, which changes nothing of what was advised. */
  readonly choice: { readonly decision: RiskDecision | undefined };
  readonly result: { readonly assessment: RiskAssessment; readonly isNew: boolean };
}

/**
 * `PUT …/riskassessment/{riskassessmentid}`: what the risk service advises on a payment, or, for its information,
 * what became of one. Every submission of an id replaces the one before, also an identical one (interface section 4
 * rule 6).
 */
export const RISK_ASSESSMENTS: ApiFamily<RiskSteps> = {
  isApi: true,
  accept: (parts, call, payload) => {
    checkRiskAssessmentId(call.riskAssessmentId, call.merchant);
    return acceptCardRequest(parts, call, "CREATE_OR_UPDATE_RISK_ASSESSMENT", payload);
  },
  names: ({ riskAssessmentId }, { body }) => {
    return { orderId: undefined, body, records: [riskRef(riskAssessmentId)] };
  },
  resolve: (parts, run) => {
    const before = readRiskAssessment(run.found.records[run.visit.sources.length]);
    return { ...resolveCardRequest(parts, run), before };
  },
  enforce: (run, context) => {
    const rules = rulesContext(run.visit, context);
    enforce(riskAssessment.rules, rules, run.record);
    addNotes(run.record, cardNotesOf(rules));
  },
  decide: (_parts, { visit, asking }, context) => ({
    decision: isInformation(rulesContext(visit, context))
      ? undefined
      : visit.scenarios.decideRisk(context.facts, asking),
  }),
  gatewayCodeOf: ({ decision }) => (decision ? RISK_MEANINGS[decision.recommendation].gatewayCode : ""),
  apply: (_parts, { visit }, { request, records, before }, { decision }) => {
    const advice = decision ? adviceOf(decision) : before?.advice;
    const stored = withTerminalEcho(storedRequest(request.body), request.terminal);
    const assessment = { advice, request: stored };
    const changes = [...records, riskChange(visit.call.riskAssessmentId, assessment)];
    const result = { assessment, isNew: before === undefined };
    return { order: undefined, step: undefined, records: changes, isKept: true, result };
  },
  render: (_parts, { call, request }, { assessment, isNew }) => {
    const { merchant, riskAssessmentId: id } = call;
    const correlationId = textAt(request.body, "correlationId");
    const body = renderRiskAssessment({ merchantId: merchant.id, id, assessment, correlationId });
    return { status: isNew ? 201 : 200, body };
  },
};

function rulesContext(
  { call: { merchant }, now }: { readonly call: RiskCall; readonly now: number },
  { request, before }: RiskSteps["context"],
) {
  return { instruction: request, merchant, assessment: before, now };
}

function adviceOf({ recommendation, decidedBy }: RiskDecision): RiskAdvice {
  return { recommendation, rule: decidedBy.kind === "rule" ? decidedBy.id : undefined };
}
