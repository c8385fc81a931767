import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import {
  enrolledLetterOf,
  paResLetterOf,
  standingLetterOf,
  summaryOf,
} from "../../domain/order/enrollment.ts";
import type { EnrollmentCheck, EnrollmentChoice, PaResLetter } from "../../domain/order/enrollment.ts";
import { processAcsResult } from "../../domain/operations/enrollment.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { checkedMoneyOf, RESPONSE_URL } from "../../domain/rules/enrollment.ts";
import type { EnrollmentContext } from "../../domain/rules/enrollment.ts";
import { withError } from "../../scenario/decide/authentication.ts";
import { answerCall } from "../column/pipeline.ts";
import { enforce } from "../column/enforce.ts";
import type { ApiFamily, ApiSteps, PipelineCall } from "../column/family.ts";
import { factsOf } from "../column/scenario-facts.ts";
import type { Answer } from "../answers/answer.ts";
import type { Payload } from "../call.ts";
import { reachedAt } from "../parts.ts";
import type { GatewayParts } from "../parts.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";
import { accepted, CHECKS, NO_ORDER } from "./enrollment-check.ts";
import type { EnrollmentCall } from "./enrollment-check.ts";
import { letterOf, paResOf, renderEnrollment, targetIn } from "./enrollment-messages.ts";
import type { EnrollmentTarget } from "./enrollment-messages.ts";
import { enrollmentChange, enrollmentRef, readEnrollment } from "./enrollment-record.ts";

/** What pages of the issuer need of a check that a browser names. */
export interface AskedPayer {
  readonly target: EnrollmentTarget;
  readonly check: EnrollmentCheck;
  /** What the issuer says without asking the payer, or after the payer's time; undefined: it asks. */
  readonly letter: PaResLetter | undefined;
}

/** 3-D Secure 1: `…/3DSecureId/{threeDSecureId}`, and the issuer's page between the two calls. */
export interface Enrollments {
  check: (call: EnrollmentCall, payload: Payload) => Promise<Answer>;
  process: (call: EnrollmentCall, payload: Payload) => Promise<Answer>;
  /** By the PaReq that a browser brings; undefined: it is none of ours, or the issuer asks nobody for it. */
  find: (paReq: string) => Promise<AskedPayer | undefined>;
  /** The PaRes for what the payer came to. */
  paResOf: (target: EnrollmentTarget, letter: PaResLetter) => string;
  /** The payer's visit to the issuer's page without a page; throws a Refusal when the check leads to none. */
  settle: (call: PipelineCall, threeDSecureId: string, choice: EnrollmentChoice) => Promise<Answer>;
}

export function createEnrollments(parts: GatewayParts): Enrollments {
  return {
    check: (call, payload) => answerCall(reachedAt(parts, call), CHECKS, call, payload),
    process: (call, payload) => answerCall(parts, ACS_RESULTS, call, payload),
    find: async (paReq) => {
      const target = targetIn(parts, paReq);
      return target && askedPayer(parts, target);
    },
    paResOf: (target, letter) => paResOf(parts, target, letter),
    settle: async ({ draft, merchant }, threeDSecureId, choice) => {
      draft.merchantId = merchant.id;
      const asked = await askedPayer(parts, { merchantId: merchant.id, threeDSecureId });
      if (asked === undefined)
        throw new Refusal("rule", "No check with this 3DSecureId leads to an issuer's page");
      const letter = asked.letter ?? paResLetterOf(choice);
      const goesTo = textAt(asked.check.request, RESPONSE_URL);
      const paRes = paResOf(parts, asked.target, letter);
      return { status: 200, body: { "3DSecureId": threeDSecureId, paRes, paResStatus: letter, goesTo } };
    },
  };
}

async function askedPayer(parts: GatewayParts, target: EnrollmentTarget): Promise<AskedPayer | undefined> {
  const { merchantId, threeDSecureId } = target;
  const check = readEnrollment(await parts.store.findRecord(merchantId, enrollmentRef(threeDSecureId)));
  if (check === undefined || enrolledLetterOf(check) !== "Y") return undefined;
  return { target, check, letter: standingLetterOf(check, await parts.clocks.now(merchantId)) };
}

interface ResultSteps extends ApiSteps {
  readonly call: EnrollmentCall;
  readonly payload: Payload;
  readonly request: { readonly version: number; readonly body: JsonObject };
  readonly context: { readonly rules: EnrollmentContext; readonly facts: Facts };
  readonly choice: { readonly decision: Deliberation; readonly check: EnrollmentCheck };
  readonly result: EnrollmentCheck;
}

/** POST: the merchant hands over what the payer's browser brought from the issuer's page. */
const ACS_RESULTS: ApiFamily<ResultSteps> = {
  isApi: true,
  accept: (parts, call, payload) => accepted(parts, call, processAcsResult.name, payload),
  names: ({ threeDSecureId }) => ({
    orderId: undefined,
    body: undefined,
    records: [enrollmentRef(threeDSecureId)],
  }),
  settled: ({ visit, found, record }) => {
    const check = readEnrollment(found.records[0]);
    const isRepeated = check?.brought !== undefined && check.brought === textAt(visit.request.body, PA_RES);
    if (!isRepeated) return undefined;
    record.repeated = true;
    return { result: check };
  },
  resolve: (parts, { visit, found, counts }) => {
    const { call, now, request } = visit;
    const { merchant, threeDSecureId } = call;
    const check = readEnrollment(found.records[0]);
    const target = { merchantId: merchant.id, threeDSecureId };
    const operation = processAcsResult.name;
    const about = { merchant, operation, version: request.version, body: request.body, now };
    const money = check ? checkedMoneyOf(check) : { amount: undefined, currency: undefined };
    const seed = transactionSeed(parts.seed, merchant.id, operation, threeDSecureId);
    const ofCard = { card: undefined, cardKey: check?.card };
    const paRes = textAt(request.body, PA_RES);
    return {
      rules: { check, paRes, letter: letterOf(parts, target, paRes) },
      facts: factsOf({ ...about, ...NO_ORDER, ...money, ...ofCard }, { counts, seed }),
    };
  },
  enforce: ({ record }, { rules }) => {
    enforce(processAcsResult.rules, rules, record);
  },
  decide: (_parts, { visit, matching }, { rules: { check, letter, paRes: brought }, facts }) => {
    if (check === undefined || letter === undefined) throw new Error("the rules let nothing be processed");
    const decided = visit.scenarios.decideAuthentication(facts, undefined, matching);
    const { rule, verdict, decidedBy } = decided;
    const isRuled = rule !== undefined && verdict.result !== "CHALLENGE";
    const decision = {
      ...decided,
      decidedBy: isRuled ? decidedBy : ({ kind: "payer" } as const),
      effects: withError(decided.effects, check.failsLater),
    };
    const paRes = isRuled ? paResLetterOf(verdict.result) : letter;
    return { decision, check: { ...check, paRes, brought } };
  },
  gatewayCodeOf: ({ check }) => summaryOf(check).summaryStatus,
  apply: (_parts, { visit }, _context, { check }) => ({
    order: undefined,
    step: undefined,
    records: [enrollmentChange(visit.call.threeDSecureId, check)],
    isKept: true,
    result: check,
  }),
  render: (_parts, { call, request }, check) => {
    const target = { merchantId: call.merchant.id, threeDSecureId: call.threeDSecureId };
    return { status: 200, body: renderEnrollment(target, check, textAt(request.body, "correlationId")) };
  },
};

const PA_RES = "3DSecure.paRes";
