import { CARD } from "../../domain/card/card-details.ts";
import { schemeOfMasked } from "../../domain/card/card-scheme.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { AUTHENTICATION_RESULTS } from "../../domain/order/authentication.ts";
import {
  enrolledLetterOf,
  ENROLLMENT_STATUS,
  PARES_LETTERS,
  proofOf,
  summaryOf,
} from "../../domain/order/enrollment.ts";
import type { EnrollmentCheck } from "../../domain/order/enrollment.ts";
import type { Outcome } from "../../domain/order/outcome.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";

export function enrollmentRef(threeDSecureId: string): RecordRef {
  return { kind: "enrollment-check", id: threeDSecureId };
}

export function enrollmentChange(threeDSecureId: string, check: EnrollmentCheck): RecordChange {
  return { ...enrollmentRef(threeDSecureId), value: { ...check } };
}

/** Undefined when there is no such check. */
export function readEnrollment(record: JsonObject | undefined): EnrollmentCheck | undefined {
  const [request, result] = [valueAt(record, "request"), textAt(record, "result")];
  const known = AUTHENTICATION_RESULTS.find((it) => it === result);
  if (known === undefined) return undefined;
  const text = (name: string): string => textAt(record, name) ?? "";
  const endsAt = valueAt(record, "endsAt");
  return {
    request: request as JsonObject,
    digest: text("digest"),
    card: text("card"),
    scheme: schemeOfMasked(textAt(request, `${CARD}.number`) ?? ""),
    xid: text("xid"),
    origin: text("origin"),
    result: known,
    endsAt: typeof endsAt === "number" ? endsAt : undefined,
    failsLater: valueAt(record, "failsLater") === true,
    brought: textAt(record, "brought"),
    paRes: PARES_LETTERS.find((it) => it === textAt(record, "paRes")),
    isUsed: valueAt(record, "isUsed") === true,
  };
}

/** A payment that succeeds uses the check up that it names (assumption A303). */
export function enrollmentUsed(
  { instruction: { body, enrollment } }: RuleContext,
  { result }: Outcome,
): readonly RecordChange[] {
  if (enrollment === undefined || result !== "SUCCESS") return [];
  const id = textAt(body, "3DSecureId") ?? "";
  return [enrollmentChange(id, { ...enrollment, isUsed: true })];
}

/** 3DSecure.authenticationStatus knows only these. */
const TOLD: readonly string[] = [
  "AUTHENTICATION_ATTEMPTED",
  "AUTHENTICATION_NOT_AVAILABLE",
  "AUTHENTICATION_SUCCESSFUL",
];

/**
 * What a payment repeats of the check that it names, by the names of all versions: as if the merchant had sent it with
 * the payment. Answers take what their version knows.
 */
export function enrolledMembers({ instruction: { enrollment } }: RuleContext): JsonObject {
  if (enrollment === undefined) return {};
  const { paRes, xid } = enrollment;
  const { acsEci, authenticationToken } = proofOf(enrollment);
  const { summaryStatus } = summaryOf(enrollment);
  const letters = { paResStatus: paRes, veResEnrolled: enrolledLetterOf(enrollment) };
  return {
    "3DSecure": {
      ...{ acsEci, authenticationToken, ...letters, xid },
      authenticationStatus: paRes !== undefined && TOLD.includes(summaryStatus) ? summaryStatus : undefined,
      enrollmentStatus: ENROLLMENT_STATUS[letters.veResEnrolled],
    },
    authentication: { "3ds": { acsEci, authenticationToken, transactionId: xid }, "3ds1": letters },
  };
}
