import { balanceInquiryRules, riskAssessmentRules } from "../../server/domain/operations/card-requests.ts";
import { checkoutRules } from "../../server/domain/operations/checkout.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { TRANSACTION_OPERATIONS } from "../../server/domain/operation.ts";
import type { Operation, TransactionOperation } from "../../server/domain/operation.ts";
import { sessionRules } from "../../server/domain/rules/session.ts";
import { tokenMadeRules } from "../../server/domain/rules/token.ts";
import type { TransitionType } from "../../server/domain/transitions.ts";

/** What the page needs to know of a rule. */
export interface DocumentedRule {
  readonly id: string;
  readonly source: string;
}

export interface DocumentedOperation {
  readonly name: Operation;
  readonly method: string;
  /** Behind `…/merchant/{merchantId}`. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly does: string;
  readonly rules: readonly DocumentedRule[];
  /** The transactions that it makes of an order. */
  readonly types: readonly TransitionType[];
}

/** The compiler asks for a line for every operation that the code knows. */
const TRANSACTIONS: Readonly<Record<TransactionOperation, readonly [does: string, ...TransitionType[]]>> = {
  AUTHORIZE: ["Reserves funds of the payer.", "AUTHORIZATION"],
  CAPTURE: ["Moves funds that were reserved, or stands alone with an order id of its own.", "CAPTURE"],
  CONFIRM_BROWSER_PAYMENT: [
    "Executes what the payer has agreed to at the provider's page.",
    "BROWSER_PAYMENT",
  ],
  DISBURSEMENT: ["Pays funds out.", "DISBURSEMENT"],
  INITIATE_BROWSER_PAYMENT: ["Sends the payer to a provider's page.", "BROWSER_PAYMENT"],
  PAY: ["Reserves and moves funds in one.", "PAYMENT"],
  REFERRAL: [
    "Resubmits a referred payment with the issuer's authorization code; becomes what that was.",
    "AUTHORIZATION",
    "PAYMENT",
  ],
  REFUND: [
    "Returns funds to the payer, at once or, if the merchant approves its refunds, on approval.",
    "REFUND",
    "REFUND_REQUEST",
  ],
  UPDATE_AUTHORIZATION: [
    "Changes the authorized amount, and begins its validity anew.",
    "AUTHORIZATION_UPDATE",
  ],
  VERIFY: ["Looks at the card; no money moves.", "VERIFICATION"],
  VOID: ["Undoes a transaction.", "VOID_AUTHORIZATION", "VOID_CAPTURE", "VOID_PAYMENT", "VOID_REFUND"],
};

type OtherOperation = Exclude<Operation, TransactionOperation>;
type OtherLine = readonly [method: string, path: string, does: string, rules: readonly DocumentedRule[]];

const CHECKOUT = checkoutRules({});

const OTHERS: Readonly<Record<OtherOperation, OtherLine>> = {
  BALANCE_INQUIRY: ["PUT", "/balanceInquiry", "Tells what is left on a card.", balanceInquiryRules],
  CREATE_CHECKOUT_SESSION: ["POST", "/session", "INITIATE_CHECKOUT below version 63.", CHECKOUT],
  CREATE_OR_UPDATE_RISK_ASSESSMENT: [
    "PUT",
    "/riskassessment/{riskassessmentid}",
    "Asks the risk service about a payment, or tells it what became of one.",
    riskAssessmentRules,
  ],
  CREATE_OR_UPDATE_TOKEN: [
    "PUT",
    "/token/{tokenid}",
    "Keeps a card under an id of the merchant's.",
    tokenMadeRules,
  ],
  CREATE_SESSION: ["POST", "/session", "Makes an empty session.", []],
  CREATE_TOKEN: ["POST", "/token", "Keeps a card under an id of the gateway's.", tokenMadeRules],
  INITIATE_CHECKOUT: ["POST", "/session", "Makes a session that an order is paid with.", CHECKOUT],
  UPDATE_SESSION: ["PUT", "/session/{sessionid}", "Puts values into a session.", sessionRules],
};

const TRANSACTION_PATH = "/order/{orderid}/transaction/{transactionid}";

export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = [
  ...TRANSACTION_OPERATIONS.map((name) => {
    const [does, ...types] = TRANSACTIONS[name];
    return {
      name,
      method: "PUT",
      path: TRANSACTION_PATH,
      does,
      rules: OPERATION_DEFINITIONS[name].rules,
      types,
    };
  }),
  ...(Object.entries(OTHERS) as [OtherOperation, OtherLine][]).map(([name, [method, path, does, rules]]) => ({
    name,
    method,
    path,
    does,
    rules,
    types: [],
  })),
];

/** Calls without a body, and so without a contract. */
export const DOCUMENTED_READS: readonly (readonly [method: string, path: string, does: string])[] = [
  ["GET", "/order/{orderid}", "Gives an order with all its transactions."],
  ["GET", TRANSACTION_PATH, "Gives a transaction."],
  ["GET", "/session/{sessionid}", "Gives a session, masked."],
  ["GET", "/token/{tokenid}", "Gives a token, masked."],
  ["DELETE", "/token/{tokenid}", "Forgets a token."],
];
