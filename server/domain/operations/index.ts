import type { Operation, TransactionOperation } from "../request/operation.ts";
import { authenticatePayer, initiateAuthentication } from "./authentication.ts";
import { confirmBrowserPayment, initiateBrowserPayment } from "./browser-payment.ts";
import { capture } from "./capture.ts";
import { balanceInquiry, paymentOptionsInquiry, riskAssessment } from "./card-requests.ts";
import { createCheckoutSession, initiateCheckout } from "./checkout.ts";
import { disbursement } from "./disbursement.ts";
import { authorize, pay, verify } from "./initial.ts";
import { check3dsEnrollment, processAcsResult } from "./enrollment.ts";
import type { OperationDefinition, TransactionDefinition } from "./operation-definition.ts";
import { referral } from "./referral.ts";
import { refund } from "./refund.ts";
import { createOrUpdateToken, createSession, createToken, updateSession } from "./sessions-and-tokens.ts";
import { updateAuthorization } from "./update-authorization.ts";
import { voidTransaction } from "./void.ts";

type Definitions = {
  readonly [Name in Operation]: Name extends TransactionOperation
    ? TransactionDefinition<Name>
    : OperationDefinition<Name>;
};

/** The catalogue: one row an operation. Its order is that of the documentation. */
export const OPERATION_DEFINITIONS: Definitions = {
  AUTHENTICATE_PAYER: authenticatePayer,
  AUTHORIZE: authorize,
  CAPTURE: capture,
  CONFIRM_BROWSER_PAYMENT: confirmBrowserPayment,
  DISBURSEMENT: disbursement,
  INITIATE_AUTHENTICATION: initiateAuthentication,
  INITIATE_BROWSER_PAYMENT: initiateBrowserPayment,
  PAY: pay,
  REFERRAL: referral,
  REFUND: refund,
  UPDATE_AUTHORIZATION: updateAuthorization,
  VERIFY: verify,
  VOID: voidTransaction,

  BALANCE_INQUIRY: balanceInquiry,
  CHECK_3DS_ENROLLMENT: check3dsEnrollment,
  CREATE_OR_UPDATE_RISK_ASSESSMENT: riskAssessment,
  PAYMENT_OPTIONS_INQUIRY: paymentOptionsInquiry,
  PROCESS_ACS_RESULT: processAcsResult,

  CREATE_SESSION: createSession,
  UPDATE_SESSION: updateSession,
  CREATE_CHECKOUT_SESSION: createCheckoutSession,
  INITIATE_CHECKOUT: initiateCheckout,
  CREATE_TOKEN: createToken,
  CREATE_OR_UPDATE_TOKEN: createOrUpdateToken,
};

/** Whether the API has the operation in the version; only the beginning of a checkout has changed its name. */
export function isInVersion(operation: Operation, version: number): boolean {
  const { versions } = OPERATION_DEFINITIONS[operation];
  return versions === undefined || (versions.first <= version && version <= versions.last);
}

/** The operations of which a body sent to the path asks for one, in a version; none: the path takes no body. */
export function operationsAt(
  { method, path }: { readonly method: string; readonly path: string },
  version: number,
): readonly Operation[] {
  return Object.values(OPERATION_DEFINITIONS)
    .filter((it) => it.method === method && it.path === path && isInVersion(it.name, version))
    .map(({ name }) => name);
}
