import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { summaryOf } from "../../domain/order/enrollment.ts";
import type { EnrollmentCheck } from "../../domain/order/enrollment.ts";
import { CHALLENGE_LIFE_MS } from "../../domain/order/authentication.ts";
import type { AuthenticationDecision } from "../../domain/order/authentication.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import { check3dsEnrollment, processAcsResult } from "../../domain/operations/enrollment.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { readInstruction } from "../../domain/request/instruction.ts";
import { contextOf, invalid } from "../../domain/request/rule.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { accept } from "../column/accept.ts";
import { enforce } from "../column/enforce.ts";
import type { ApiFamily, ApiSteps, Visit } from "../column/family.ts";
import { cardNotesOf } from "../column/notes.ts";
import { resolve } from "../column/resolve.ts";
import type { Resolved } from "../column/resolve.ts";
import { addNotes } from "../column/run-record.ts";
import { factsOf } from "../column/scenario-facts.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { checkEnrollmentId, readVersion } from "../paths.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";
import { storedRequest } from "../secrets/masking.ts";
import { redirectOf, renderEnrollment } from "./enrollment-messages.ts";
import { enrollmentChange, enrollmentRef, readEnrollment } from "./enrollment-record.ts";

/** A call about a check of enrollment, which belongs to no order. */
export interface EnrollmentCall extends Call {
  readonly threeDSecureId: string;
}

interface CheckSteps extends ApiSteps {
  readonly call: EnrollmentCall;
  readonly payload: Payload;
  readonly request: { readonly version: number; readonly body: JsonObject; readonly digest: string };
  readonly context: { readonly resolved: Resolved; readonly rules: RuleContext; readonly facts: Facts };
  readonly choice: { readonly decision: Deliberation; readonly check: EnrollmentCheck };
  readonly result: { readonly check: EnrollmentCheck; readonly isNew: boolean };
}

/** PUT: the directory server is asked. The same request again gets the same answer, as one of a transaction does. */
export const CHECKS: ApiFamily<CheckSteps> = {
  isApi: true,
  accept: (parts, call, payload) => {
    const operation = check3dsEnrollment.name;
    const { version, body } = accepted(parts, call, operation, payload);
    return { version, body, digest: parts.fingerprints.request(payload.body) };
  },
  names: ({ threeDSecureId }, { body }) => ({
    orderId: undefined,
    body,
    records: [enrollmentRef(threeDSecureId)],
  }),
  settled: ({ visit, found, record }) => {
    const check = readEnrollment(found.records[visit.sources.length]);
    if (check === undefined) return undefined;
    if (check.digest !== visit.request.digest) throw takenId();
    record.repeated = true;
    // What the issuer said since is the answer to another call.
    return { result: { check: { ...check, paRes: undefined }, isNew: false } };
  },
  resolve: (parts, { visit, found, counts, record }) => {
    const { call, now, sources, request } = visit;
    const operation = check3dsEnrollment.name;
    const resolved = resolve(parts, { call, record, operation, ...request, now, sources }, found);
    const carries = parts.contracts.carrier({ operation, version: request.version });
    const instruction = readInstruction({
      // What is checked is checked for a payment.
      ...{ traits: OPERATION_DEFINITIONS.PAY, version: request.version, orderId: "", transactionId: "" },
      ...{ body: resolved.body, carries, merchant: call.merchant, fingerprintOf: parts.fingerprints.card },
    });
    const rules = contextOf(instruction, call.merchant, undefined, now);
    const { amount, currency, card, fingerprint: cardKey } = instruction;
    const about = { merchant: call.merchant, operation, version: request.version, body: resolved.body, now };
    const seed = transactionSeed(parts.seed, call.merchant.id, operation, call.threeDSecureId);
    const facts = factsOf({ ...about, ...NO_ORDER, amount, currency, card, cardKey }, { counts, seed });
    return { resolved, rules, facts };
  },
  enforce: ({ record }, { rules }) => {
    enforce(check3dsEnrollment.rules, rules, record);
    addNotes(record, cardNotesOf(rules));
  },
  decide: (parts, { visit, matching }, { rules, facts }) => {
    const decision = visit.scenarios.decideAuthentication(facts, undefined, matching);
    return { decision, check: checkOf(parts, visit, rules, decision) };
  },
  gatewayCodeOf: ({ check }) => summaryOf(check).summaryStatus,
  apply: (_parts, { visit }, { resolved }, { check }) => ({
    order: undefined,
    step: undefined,
    records: [...resolved.records, enrollmentChange(visit.call.threeDSecureId, check)],
    isKept: true,
    result: { check, isNew: true },
  }),
  render: (parts, { call, request }, { check, isNew }) => {
    const target = { merchantId: call.merchant.id, threeDSecureId: call.threeDSecureId };
    const redirect = redirectOf(parts, target, check);
    const body = renderEnrollment(target, check, textAt(request.body, "correlationId"), redirect);
    return { status: isNew ? 201 : 200, body };
  },
};

export const NO_ORDER = {
  ...{ orderId: undefined, transactionId: undefined, order: undefined, orderStatus: undefined },
} as const;

/** Another request under an id that is taken is refused, as it is of transactions (assumption A300). */
function takenId(): Refusal {
  const explanation =
    "The 3DSecureId has been used for another check of enrollment; every check needs a new one";
  return new Refusal("rule", explanation, { field: "3DSecureId", validationType: "INVALID" });
}

export function accepted(
  parts: GatewayParts,
  call: EnrollmentCall,
  operation: keyof typeof BY_NAME,
  payload: Payload,
): { readonly version: number; readonly body: JsonObject } {
  const version = readVersion(call.version, call.merchant.mode);
  call.draft.request = { ...call.draft.request, version, operation };
  checkEnrollmentId(call.threeDSecureId, call.merchant);
  checkMethod(operation, textAt(payload.body, "apiOperation"));
  return { version, body: accept(parts, call, { operation, version, payload }) };
}

/** Both operations have one path: the method tells them apart. */
function checkMethod(called: keyof typeof BY_NAME, named: string | undefined): void {
  const meant = Object.values(BY_NAME).find(({ name }) => name === named);
  if (meant === undefined || meant.name === called) return;
  throw invalid("apiOperation", meant.name, `It is called with the method ${meant.method.toUpperCase()}`);
}

const BY_NAME = { CHECK_3DS_ENROLLMENT: check3dsEnrollment, PROCESS_ACS_RESULT: processAcsResult };

const XID_DIGITS = 40;

function checkOf(
  parts: GatewayParts,
  { call, request, now }: Visit<CheckSteps>,
  { instruction }: RuleContext,
  { verdict, failsIn }: AuthenticationDecision,
): EnrollmentCheck {
  const ids = [call.merchant.id, call.threeDSecureId];
  const digits = parts.fingerprints.page("xid", ...ids) + parts.fingerprints.page("xid again", ...ids);
  return {
    request: storedRequest(instruction.body),
    digest: request.digest,
    card: instruction.fingerprint ?? "",
    scheme: instruction.card?.scheme ?? "OTHER",
    xid: Buffer.from(digits.slice(0, XID_DIGITS), "hex").toString("base64"),
    origin: parts.publicUrl(),
    result: verdict.result,
    endsAt: verdict.result === "CHALLENGE" ? now + CHALLENGE_LIFE_MS : undefined,
    failsLater: failsIn === "AUTHENTICATE_PAYER",
    brought: undefined,
    paRes: undefined,
    isUsed: false,
  };
}
