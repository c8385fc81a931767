import * as agreement from "../groups/agreement.ts";
import { airline, airlineTransactionType } from "../groups/airline.ts";
import * as common from "../groups/common.ts";
import { browserPayment18, browserPayment61, requestAction } from "../groups/operations.ts";
import * as order from "../groups/order.ts";
import * as parties from "../groups/parties.ts";
import { checkout100, riskTransaction100 } from "../groups100/operations.ts";
import * as funds from "../groups/source-of-funds.ts";
import { only, type Row } from "../limit.ts";
import {
  CARD_MEMBERS,
  contract,
  NO_ACCOUNT_FUNDING,
  NO_AGREEMENT_100,
  type ContractLimits,
} from "./contract-limits.ts";
import { openPayment } from "./follow-ups.ts";

const commonToAll: readonly Row[] = [...common.common, ...common.initiator, ...common.notificationUrl];
const flatAgreement: readonly Row[] = [
  ...agreement.agreementId,
  ...agreement.agreementExpiry,
  ...agreement.agreementFlat,
];
const NO_RECURRING = ["agreement.recurring.numberOfPayments", "agreement.recurring.daysBetweenPayments"];

const REQUIRED_BROWSER = [
  "apiOperation",
  "browserPayment",
  "order",
  "order.amount",
  "order.currency",
  "sourceOfFunds",
  "sourceOfFunds.type",
];

export const others: readonly ContractLimits[] = [
  contract("CONFIRM_BROWSER_PAYMENT", 20, {
    listed: [
      ...commonToAll,
      ...parties.customerEmail,
      ...order.money,
      ...order.shippingAmountSigned,
      ...only(order.tax, "order.taxAmount"),
    ],
    possible: [...common.userId],
    required: ["apiOperation"],
    absent: ["browserPayment.returnUrl", "sourceOfFunds.type", "agreement.id", ...NO_ACCOUNT_FUNDING],
  }),
  contract("INITIATE_BROWSER_PAYMENT", 18, {
    listed: [
      ...commonToAll,
      ...browserPayment18,
      ...parties.shippingAddress,
      ...parties.shippingPerson,
      ...parties.shippingMethod,
      ...parties.customerEmail,
      ...order.money,
      ...funds.providerType,
      ...funds.providerB,
    ],
    possible: openPayment,
    required: [...REQUIRED_BROWSER, "browserPayment.returnUrl"],
    absent: [
      "browserPayment.operation",
      "browserPayment.preferredLanguage",
      "customer.dateOfBirth",
      "customer.nationalId",
      "agreement.id",
      ...NO_ACCOUNT_FUNDING,
    ],
  }),
  contract("INITIATE_BROWSER_PAYMENT", 61, {
    listed: [
      ...commonToAll,
      ...browserPayment61,
      ...parties.billing,
      ...parties.billingStateCode,
      ...parties.customerOfBrowserPayment,
      ...agreement.agreementId,
      ...agreement.agreementTypeOfPay,
      ...funds.providerType,
      ...funds.providerB,
    ],
    assumed: order.money,
    possible: [...flatAgreement, ...agreement.agreementRecurring, ...openPayment],
    required: [...REQUIRED_BROWSER, "browserPayment.operation"],
    absent: ["browserPayment.providerA.operation", ...NO_AGREEMENT_100, ...NO_ACCOUNT_FUNDING],
  }),
  contract("INITIATE_CHECKOUT", 63, {
    listed: [...flatAgreement, ...agreement.agreementTypeOfPay, ...airline],
    possible: [
      ...common.correlation,
      ...common.partner,
      ...common.initiator,
      ...common.custom,
      ...common.orderTexts,
      ...common.notificationUrl,
      ...common.transactionNotes,
      ...airlineTransactionType,
      ...checkout100,
      ...openPayment,
    ],
    required: ["interaction", "order"],
    minimal: ["order.id", "order.amount", "order.currency", "interaction.operation"],
    absent: [...NO_RECURRING, ...NO_AGREEMENT_100, ...NO_ACCOUNT_FUNDING],
  }),
  contract("CREATE_OR_UPDATE_RISK_ASSESSMENT", 74, {
    listed: [...requestAction, ...flatAgreement, ...agreement.agreementTypeOfRisk, ...airline],
    possible: [
      ...common.common,
      ...common.initiator,
      ...common.notificationUrl,
      ...airlineTransactionType,
      ...riskTransaction100,
      ...openPayment,
    ],
    required: ["requestAction"],
    minimal: [
      ...CARD_MEMBERS,
      "order.currency",
      ...["creationDate", "source", "type"].map((member) => `transaction.${member}`),
    ],
    absent: [...NO_RECURRING, "agreement.customData", "agreement.minimumAmountPerPayment"],
  }),
  contract("BALANCE_INQUIRY", 46, {
    listed: [
      ...common.correlation,
      ...common.session,
      ...only(order.money, "order.currency"),
      ...parties.subMerchant,
      ...funds.card,
      ...funds.p2pe,
      ...funds.pin,
      ...funds.mobileWallet,
    ],
    possible: funds.tracks,
    required: ["order", "order.currency", "sourceOfFunds"],
    minimal: CARD_MEMBERS,
    absent: ["apiOperation", "order.amount", "airline.planNumber", "agreement.id", ...NO_ACCOUNT_FUNDING],
  }),
];
