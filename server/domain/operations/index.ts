import type { TransactionOperation } from "../operation.ts";
import { confirmBrowserPayment, initiateBrowserPayment } from "./browser-payment.ts";
import { capture } from "./capture.ts";
import { disbursement } from "./disbursement.ts";
import { authorize, pay, verify } from "./initial.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { referral } from "./referral.ts";
import { refund } from "./refund.ts";
import { updateAuthorization } from "./update-authorization.ts";
import { voidTransaction } from "./void.ts";

/** The catalogue: one row an operation. */
export const OPERATION_DEFINITIONS: Readonly<Record<TransactionOperation, OperationDefinition>> = {
  AUTHORIZE: authorize,
  CAPTURE: capture,
  CONFIRM_BROWSER_PAYMENT: confirmBrowserPayment,
  DISBURSEMENT: disbursement,
  INITIATE_BROWSER_PAYMENT: initiateBrowserPayment,
  PAY: pay,
  REFERRAL: referral,
  REFUND: refund,
  UPDATE_AUTHORIZATION: updateAuthorization,
  VERIFY: verify,
  VOID: voidTransaction,
};
