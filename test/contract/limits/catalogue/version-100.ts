import { purposeOfPay100 } from "../groups/account-funding.ts";
import * as common from "../groups/common.ts";
import {
  browserPayment61,
  bypassRisk,
  disbursementType,
  paymentSender,
  requestAction,
} from "../groups/operations.ts";
import * as order from "../groups/order.ts";
import * as secure from "../groups/three-d-secure.ts";
import * as operations from "../groups100/operations.ts";
import * as orders from "../groups100/order.ts";
import { common100, open100, refund100, shared100 } from "../groups100/shared.ts";
import * as parties from "../groups100/parties.ts";
import * as funds from "../groups100/source-of-funds.ts";
import * as transactions from "../groups100/transaction.ts";
import { airline100 } from "../groups100/travel.ts";
import { except, only, type Row } from "../limit.ts";
import {
  CARD_MEMBERS,
  contract,
  REQUIRED_TRANSACTION_MONEY,
  type ContractLimits,
} from "./contract-limits.ts";

const payment = {
  assumed: [...shared100, ...operations.payment100, ...orders.agreement100],
  possible: open100,
  required: ["apiOperation", "order", "order.currency"],
  minimal: ["order.amount", ...CARD_MEMBERS],
};

/** Like version 36, in the shape of version 100. */
const verify100: readonly Row[] = [
  ...common100,
  ...order.money,
  ...parties.subMerchant100,
  ...parties.billing100,
  ...parties.customer100,
  ...parties.device100,
  ...funds.card100,
];

const pay100: readonly Row[] = [
  ...shared100,
  ...operations.payment100,
  ...orders.agreement100,
  ...purposeOfPay100,
  ...except(orders.accountFunding100, "accountFunding.purpose", "accountFunding.recipient.account"),
  ...order.tax,
  ...order.shippingAmount,
  ...order.shippingTax,
  ...order.duty,
  ...order.gratuity,
  ...order.charge,
  ...order.discount,
  ...order.productSku,
];

const NO_OLD = ["userId", "agreement.recurring.numberOfPayments"];

export const version100: readonly ContractLimits[] = [
  contract("PAY", 100, {
    ...payment,
    listed: [...bypassRisk, ...secure.threeDSecureBase, ...secure.eitherEnrollment],
    assumed: pay100,
    absent: [
      ...NO_OLD,
      "accountFunding.recipient.country",
      "accountFunding.recipient.postCodeZip",
      "accountFunding.reference",
    ],
  }),
  contract("AUTHORIZE", 100, { ...payment, absent: NO_OLD }),
  contract("VERIFY", 100, { ...payment, assumed: verify100, minimal: CARD_MEMBERS, absent: NO_OLD }),
  contract("CAPTURE", 100, {
    assumed: [...common100, ...transactions.transactionMoney100, ...airline100],
    possible: open100,
    required: REQUIRED_TRANSACTION_MONEY,
    absent: NO_OLD,
  }),
  contract("REFUND", 100, {
    assumed: refund100,
    possible: open100,
    required: REQUIRED_TRANSACTION_MONEY,
    absent: [...NO_OLD, "accountFunding.purposeOfPayment", "accountFunding.foreignExchangeFee"],
  }),
  contract("VOID", 100, {
    assumed: [...common100, ...only(transactions.transaction100, "transaction.targetTransactionId")],
    possible: open100,
    required: ["apiOperation", "transaction", "transaction.targetTransactionId"],
    absent: NO_OLD,
  }),
  contract("REFERRAL", 100, {
    assumed: [...common100, ...order.authorizationCode],
    possible: open100,
    required: ["apiOperation", "transaction", "transaction.authorizationCode"],
    absent: NO_OLD,
  }),
  contract("UPDATE_AUTHORIZATION", 100, {
    assumed: common100,
    possible: open100,
    required: ["apiOperation"],
    absent: NO_OLD,
  }),
  contract("DISBURSEMENT", 100, {
    assumed: [...common100, ...order.money, ...disbursementType, ...funds.plainCard100],
    possible: [...paymentSender, ...open100],
    required: [
      "apiOperation",
      "disbursementType",
      "order",
      "order.amount",
      "order.currency",
      "sourceOfFunds",
    ],
    minimal: CARD_MEMBERS,
    absent: NO_OLD,
  }),
  contract("CONFIRM_BROWSER_PAYMENT", 100, {
    assumed: common100,
    possible: [...order.shippingAmountSigned, ...open100],
    required: ["apiOperation"],
    absent: NO_OLD,
  }),
  contract("INITIATE_BROWSER_PAYMENT", 100, {
    assumed: [...common100, ...operations.browserPayment100, ...order.money, ...operations.browserType100],
    possible: [...browserPayment61, ...open100],
    required: [
      "apiOperation",
      "browserPayment",
      "browserPayment.operation",
      "order",
      "order.amount",
      "order.currency",
      "sourceOfFunds",
      "sourceOfFunds.type",
    ],
    absent: NO_OLD,
  }),
  contract("INITIATE_CHECKOUT", 100, {
    assumed: operations.checkout100,
    possible: [...operations.checkoutSeen, ...open100],
    required: ["apiOperation", "interaction", "interaction.operation", "order", "order.currency", "order.id"],
    minimal: ["order.amount"],
    absent: NO_OLD,
  }),
  contract("CREATE_OR_UPDATE_RISK_ASSESSMENT", 100, {
    assumed: [...requestAction, ...order.money, ...operations.riskTransaction100, ...funds.plainCard100],
    possible: [...operations.riskType100, ...open100],
    required: [
      "apiOperation",
      "requestAction",
      "order",
      "order.currency",
      "sourceOfFunds",
      "sourceOfFunds.provided",
      "sourceOfFunds.provided.card",
      "transaction",
      "transaction.creationDate",
      "transaction.source",
      "transaction.type",
    ],
    minimal: CARD_MEMBERS,
    absent: NO_OLD,
  }),
  contract("PAYMENT_OPTIONS_INQUIRY", 100, {
    assumed: [...common.correlation, ...only(order.money, "order.amount", "order.currency")],
    possible: open100,
    required: [],
    absent: [...NO_OLD, "sourceOfFunds.provided.card.securityCode"],
  }),
  contract("BALANCE_INQUIRY", 100, {
    assumed: [...common.correlation, ...only(order.money, "order.currency"), ...operations.balanceType100],
    possible: open100,
    required: ["order", "order.currency", "sourceOfFunds", "sourceOfFunds.type"],
    minimal: CARD_MEMBERS,
    absent: [...NO_OLD, "apiOperation"],
  }),
];
