import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { toNumber } from "../../domain/money.ts";
import { riskAssessment } from "../../domain/operations/card-requests.ts";
import { resultOf, RISK_MEANINGS, RISK_RECOMMENDATIONS } from "../../domain/order/outcome.ts";
import type { RiskAdvice, RiskAssessment, RiskDecision } from "../../domain/order/outcome.ts";
import { amountAt } from "../../domain/request/instruction.ts";
import { isInformation } from "../../domain/rules/card/card-requests.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { collectMembers, valueOf } from "../answers/members/collect.ts";
import { all, group } from "../answers/members/shape.ts";
import { ECHO_GROUPS } from "../answers/shapes/echo-groups.ts";
import { ORDER } from "../answers/shapes/order.ts";
import type { Call } from "../call.ts";
import { enforce } from "../column/enforce.ts";
import { cardNotesOf } from "../column/notes.ts";
import type { ApiFamily } from "../column/family.ts";
import { addNotes } from "../column/run-record.ts";
import { checkRiskAssessmentId } from "../paths.ts";
import { storedRequest } from "../secrets/masking.ts";
import { withTerminalEcho } from "../secrets/terminal-data.ts";
import { acceptCardRequest, echoOfFunds, resolveCardRequest } from "./card-requests.ts";
import type { CardSteps, ResolvedCardRequest } from "./card-requests.ts";

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
  decide: (_parts, { visit, matching }, context) => ({
    decision: isInformation(rulesContext(visit, context))
      ? undefined
      : visit.scenarios.decideRisk(context.facts, matching),
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

interface RiskToAnswer {
  readonly merchantId: string;
  readonly id: string;
  readonly assessment: RiskAssessment;
  readonly correlationId: string | undefined;
}

/** Groups that come back as they do in the answers of transactions (assumption A166). */
const ECHOED =
  "agreement airline authentication billing customer device initiator partnerSolutionId shipping".split(" ");

const TRANSACTION = group({
  ...all("text", "authorizationCode creationDate currency merchantNote reference source type"),
  amount: "number",
});

const CHECK = group(all("text", "acquirerCode gatewayCode"));
const PROCESSED = group({
  ...all("text", "acquirerCode acquirerMessage gatewayCode"),
  cardholderVerification: group({ avs: CHECK }),
  cardSecurityCode: CHECK,
});

/** The specification's defaults, which show in groups that were sent (assumption A96). */
const DEFAULTS: Readonly<Record<string, JsonObject>> = { agreement: { type: "OTHER" } };

function renderRiskAssessment({ merchantId, id, assessment, correlationId }: RiskToAnswer): JsonObject {
  const { advice, request } = assessment;
  return alphabetical({
    ...echoOf(request),
    correlationId,
    id,
    merchant: merchantId,
    result: resultOf(assessment),
    risk: advice && { response: responseOf(advice) },
  });
}

/** A rule of the scenario is one of the risk service, which the gateway calls external (assumption A167). */
function responseOf({ recommendation, rule }: RiskAdvice): JsonObject {
  const { gatewayCode, review } = RISK_MEANINGS[recommendation];
  const named =
    rule === undefined ? undefined : [{ id: rule, name: rule, recommendation, type: "EXTERNAL_RULE" }];
  return { gatewayCode, review: { decision: review }, rule: named };
}

function echoOf(request: JsonObject): JsonObject {
  const groups = ECHOED.map((name) => {
    const kind = ECHO_GROUPS[name]?.[1];
    return [name, kind && valueOf(kind, name, [request], DEFAULTS[name])] as const;
  });
  return {
    ...Object.fromEntries(groups),
    order: valueOf(ORDER, "order", [request], orderMembersOf(request)),
    sourceOfFunds: echoOfFunds(request),
    transaction: picked(TRANSACTION, request["transaction"]),
    transactionProcessingResponse: picked(PROCESSED, request["transactionProcessingResponse"]),
  };
}

function orderMembersOf(request: JsonObject): JsonObject {
  const amount = amountAt(request, "order.amount");
  return {
    amount: amount === undefined ? undefined : toNumber(amount),
    currency: textAt(request, "order.currency"),
    merchantCategoryCode: textAt(request, "order.merchantCategoryCode"),
  };
}

function picked(shape: typeof TRANSACTION, value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? collectMembers(shape, [value]) : undefined;
}

function riskRef(id: string): RecordRef {
  return { kind: "risk-assessment", id };
}

/** Undefined when there is none of that id. */
function readRiskAssessment(record: JsonObject | undefined): RiskAssessment | undefined {
  const request = valueAt(record, "request");
  return isObject(request) ? { advice: readAdvice(record), request } : undefined;
}

function readAdvice(record: JsonObject | undefined): RiskAdvice | undefined {
  const word = textAt(record, "advice.recommendation");
  const recommendation = RISK_RECOMMENDATIONS.find((it) => it === word);
  return recommendation && { recommendation, rule: textAt(record, "advice.rule") };
}

function riskChange(id: string, { advice, request }: RiskAssessment): RecordChange {
  return { ...riskRef(id), value: { advice: advice && { ...advice }, request } };
}
