import { isObject, textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { amountAt } from "../../domain/request/instruction.ts";
import { toNumber } from "../../domain/money.ts";
import { resultOf, RISK_MEANINGS } from "../../domain/risk.ts";
import type { RiskAdvice, RiskAssessment } from "../../domain/risk.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { ECHO_GROUPS } from "../answers/shapes/echo-groups.ts";
import { pick, valueOf } from "../answers/members/pick.ts";
import { all, group } from "../answers/members/shape.ts";
import { ORDER } from "../answers/shapes/order.ts";
import { echoOfFunds } from "./card-echo.ts";

export interface RiskToAnswer {
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

export function renderRiskAssessment({
  merchantId,
  id,
  assessment,
  correlationId,
}: RiskToAnswer): JsonObject {
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
  return isObject(value) ? pick(shape, [value]) : undefined;
}
