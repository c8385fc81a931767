import { textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { enrolledLetterOf, PARES_LETTERS, proofOf, summaryOf } from "../../domain/order/enrollment.ts";
import type { EnrollmentCheck, PaResLetter } from "../../domain/order/enrollment.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { acsHtml } from "../answers/groups/authentication-html.ts";
import type { GatewayParts } from "../parts.ts";
import { acsUrl1Of } from "./addresses.ts";

/** A check of enrollment by its id, which the merchant has made up. */
export interface EnrollmentTarget {
  readonly merchantId: string;
  readonly threeDSecureId: string;
}

/** The answer of both calls: what is known by then. */
export function renderEnrollment(
  { merchantId, threeDSecureId }: EnrollmentTarget,
  check: EnrollmentCheck,
  correlationId: string | undefined,
  authenticationRedirect?: JsonObject,
): JsonObject {
  const { recommendation, summaryStatus } = summaryOf(check);
  return alphabetical({
    "3DSecure": {
      ...proofOf(check),
      authenticationRedirect,
      paResStatus: check.paRes,
      summaryStatus,
      veResEnrolled: enrolledLetterOf(check),
      xid: check.xid,
    },
    "3DSecureId": threeDSecureId,
    correlationId,
    merchant: merchantId,
    response: { "3DSecure": { gatewayCode: summaryStatus }, gatewayRecommendation: recommendation },
  });
}

/**
 * How the browser comes to the issuer's page: by a form that the merchant makes, or by one that is made for it. Undefined:
 * there is no such page.
 */
export function redirectOf(
  parts: GatewayParts,
  target: EnrollmentTarget,
  check: EnrollmentCheck,
): JsonObject | undefined {
  if (enrolledLetterOf(check) !== "Y") return undefined;
  const [acsUrl, paReq] = [acsUrl1Of(check), paReqOf(parts, target)];
  const given = (name: string): string | undefined =>
    textAt(check.request, `3DSecure.authenticationRedirect.${name}`);
  if (given("pageGenerationMode") !== "SIMPLE") return { customized: { acsUrl, paReq } };
  const fields = [
    ["PaReq", paReq],
    ["TermUrl", given("responseUrl") ?? ""],
    ["MD", ""],
  ] as const;
  return { simple: { htmlBodyContent: acsHtml(acsUrl, fields) } };
}

/** The PaReq names the check, and proves that the gateway has made it. */
function paReqOf({ fingerprints }: GatewayParts, { merchantId, threeDSecureId }: EnrollmentTarget): string {
  const proof = fingerprints.page("PaReq", merchantId, threeDSecureId);
  return Buffer.from(JSON.stringify([merchantId, threeDSecureId, proof])).toString("base64");
}

export function targetIn(parts: GatewayParts, paReq: string): EnrollmentTarget | undefined {
  try {
    const named = JSON.parse(Buffer.from(paReq, "base64").toString()) as Json;
    const [merchantId, threeDSecureId] = Array.isArray(named) ? (named as readonly Json[]) : [];
    if (typeof merchantId !== "string" || typeof threeDSecureId !== "string") return undefined;
    const target = { merchantId, threeDSecureId };
    return paReqOf(parts, target) === paReq ? target : undefined;
  } catch {
    return undefined;
  }
}

/** The PaRes proves in the same way that the payer was at the issuer's page, and what came of that. */
export function paResOf(
  { fingerprints }: GatewayParts,
  target: EnrollmentTarget,
  letter: PaResLetter,
): string {
  const proof = fingerprints.page("PaRes", target.merchantId, target.threeDSecureId, letter);
  return Buffer.from(proof).toString("base64");
}

export function letterOf(
  parts: GatewayParts,
  target: EnrollmentTarget,
  paRes: string | undefined,
): PaResLetter | undefined {
  return PARES_LETTERS.find((letter) => paResOf(parts, target, letter) === paRes);
}
