import { enrolledLetterOf } from "../order/enrollment.ts";
import type { EnrollmentCheck, PaResLetter } from "../order/enrollment.ts";
import { textAt, valueAt } from "../json.ts";
import { ZERO } from "../money.ts";
import type { Amount } from "../money.ts";
import { amountAt } from "../request/instruction.ts";
import { demanded, refuse } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";
import { misfit, NO_CHECK } from "./authentication.ts";
import { urlIsSecure } from "./browser-payment.ts";

/** What the rules of PROCESS_ACS_RESULT look at. */
export interface EnrollmentContext {
  /** As it stands; undefined: there is none of this id. */
  readonly check: EnrollmentCheck | undefined;
  /** The PaRes of the request. */
  readonly paRes: string | undefined;
  /** What it says; undefined: the issuer has made none like it for this id. */
  readonly letter: PaResLetter | undefined;
}

const ID = "3DSecureId";
const PA_RES = "3DSecure.paRes";
const REDIRECT = "3DSecure.authenticationRedirect";
export const RESPONSE_URL = `${REDIRECT}.responseUrl`;

/** In mode gateway the contract takes http to hosts that only the developer's machines reach. */
export const responseUrlSecure: Rule = urlIsSecure("response-url-is-https", RESPONSE_URL);

/** The form that the gateway makes has to name where the payer comes back to. */
export const responseUrlGiven: Rule = {
  id: "response-url-for-form",
  source: "assumption A300",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const isMade = textAt(body, `${REDIRECT}.pageGenerationMode`) === "SIMPLE";
    return isMade && textAt(body, RESPONSE_URL) === undefined
      ? demanded(instruction, RESPONSE_URL, "The payer's browser comes back to it")
      : undefined;
  },
};

export const checkedBefore: Rule<EnrollmentContext> = {
  id: "checked-before",
  source: "assumption A302",
  refuses: ({ check }) => (check === undefined ? refuse(ID, "INVALID", NO_CHECK) : undefined),
};

export const payerWasAsked: Rule<EnrollmentContext> = {
  id: "payer-was-asked",
  source: "assumption A302",
  refuses: ({ check }) =>
    check && enrolledLetterOf(check) !== "Y"
      ? refuse(ID, "INVALID", "The card is not enrolled, so that its issuer has asked nobody")
      : undefined,
};

export const acsResultGenuine: Rule<EnrollmentContext> = {
  id: "acs-result-genuine",
  source: "assumption A302",
  refuses: ({ letter }) =>
    letter === undefined
      ? refuse(PA_RES, "INVALID", "It is not the result that the issuer's page gave for this 3DSecureId")
      : undefined,
};

/** The same result again is the same answer again. */
export const acsResultOnce: Rule<EnrollmentContext> = {
  id: "acs-result-once",
  source: "assumption A302",
  refuses: ({ check, paRes }) =>
    check?.brought !== undefined && check.brought !== paRes
      ? refuse(PA_RES, "INVALID", "Another result has been processed for this 3DSecureId already")
      : undefined,
};

/**
 * A payment can refer to an authentication that the gateway made. `3DSecureId` names a check of enrollment, and counts
 * for nothing beside the data of an authentication made elsewhere (interface section 2.7).
 */
export const enrollmentChecked: Rule = {
  id: "enrollment-checked",
  source: "interface section 2.7; assumptions A242, A303",
  topic: "earlierAuthentication",
  refuses: ({ instruction }) => {
    const { body, enrollment } = instruction;
    if (textAt(body, ID) === undefined || valueAt(body, "3DSecure") !== undefined) return undefined;
    if (enrollment === undefined) return refuse(ID, "INVALID", NO_CHECK);
    if (enrollment.isUsed)
      return refuse(
        ID,
        "INVALID",
        "A payment has been made with it already; check the enrollment of the card again",
      );
    return misfit(instruction, { ...checkedMoneyOf(enrollment), card: enrollment.card });
  },
};

/** What the payer was to be authenticated for. */
export function checkedMoneyOf({ request }: EnrollmentCheck): {
  readonly amount: Amount;
  readonly currency: string;
} {
  return {
    amount: amountAt(request, "order.amount") ?? ZERO,
    currency: textAt(request, "order.currency") ?? "",
  };
}
