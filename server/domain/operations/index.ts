import type { TransactionOperation } from "../operation.ts";
import { capture } from "./capture.ts";
import { authorize, pay, verify } from "./initial.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { refund } from "./refund.ts";
import { voidTransaction } from "./void.ts";

/** The catalogue: one row an operation. Undefined: its contract is known, its meaning is not built yet. */
export const OPERATION_DEFINITIONS: Readonly<Record<TransactionOperation, OperationDefinition | undefined>> =
  {
    AUTHORIZE: authorize,
    CAPTURE: capture,
    CONFIRM_BROWSER_PAYMENT: undefined,
    DISBURSEMENT: undefined,
    INITIATE_BROWSER_PAYMENT: undefined,
    PAY: pay,
    REFERRAL: undefined,
    REFUND: refund,
    UPDATE_AUTHORIZATION: undefined,
    VERIFY: verify,
    VOID: voidTransaction,
  };
