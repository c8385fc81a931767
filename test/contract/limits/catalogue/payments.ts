import * as agreement from "../groups/agreement.ts";
import { airline, airlineTransactionType } from "../groups/airline.ts";
import * as common from "../groups/common.ts";
import { bypassRisk } from "../groups/operations.ts";
import * as order from "../groups/order.ts";
import * as parties from "../groups/parties.ts";
import { authorizationMethod, posTerminal, posTerminalStateCode } from "../groups/pos-terminal.ts";
import * as secure from "../groups/three-d-secure.ts";
import { wholeCard } from "../groups/source-of-funds.ts";
import type { Row } from "../limit.ts";
import {
  CARD_MEMBERS,
  contract,
  NO_ACCOUNT_FUNDING,
  NO_AGREEMENT,
  NO_AGREEMENT_100,
  REQUIRED_PAYMENT,
  type ContractLimits,
} from "./contract-limits.ts";

/** "Remaining members of these two operations are shown in sections 2.3 to 2.12." */
const payment: readonly Row[] = [
  ...common.common,
  ...common.initiator,
  ...common.notificationUrl,
  ...parties.subMerchant,
  ...parties.billing,
  ...parties.shippingAddress,
  ...parties.shippingMethod,
  ...parties.customer,
  ...parties.device,
  ...order.money,
  ...order.tax,
  ...order.shippingAmount,
  ...order.discount,
  ...order.productSku,
  ...order.wallet,
  ...secure.threeDSecureBase,
  ...airline,
  ...wholeCard,
  ...posTerminal,
  ...authorizationMethod,
];

/** Versions of their own in the real interface, but sections 2.3 to 2.12 list them without one. */
const unversioned: readonly Row[] = [
  ...parties.billingStateCode,
  ...parties.shippingStateCode,
  ...parties.customerTaxId,
  ...parties.openCustomer,
  ...posTerminalStateCode,
  ...order.authorizationCode,
  ...order.recurringPaymentAgreement,
  ...order.merchantCategoryCode,
  ...order.charge,
  ...order.gratuity,
  ...order.duty,
  ...order.shippingTax,
  ...secure.threeDSecureId,
];

/** Listed in these sections too, but for other operations or other versions. */
const open: readonly Row[] = [...common.userId, ...order.transaction, ...airlineTransactionType];
const openFlatAgreement = [...agreement.agreementExpiry, ...agreement.agreementFlat];

export const payments: readonly ContractLimits[] = [
  contract("PAY", 13, {
    listed: [
      ...payment,
      ...unversioned,
      ...parties.shippingPerson,
      ...secure.authenticationStatus,
      ...secure.enrollmentStatus,
      ...bypassRisk,
      ...agreement.agreementId,
      ...agreement.agreementExpiry,
      ...order.transactionMoney,
    ],
    possible: open,
    required: REQUIRED_PAYMENT,
    minimal: CARD_MEMBERS,
    absent: [
      "agreement.type",
      "agreement.amountVariability",
      "agreement.maximumAmountPerPayment",
      "agreement.minimumDaysBetweenPayments",
      "agreement.numberOfPayments",
      "agreement.paymentFrequency",
      "agreement.recurring.numberOfPayments",
      ...NO_AGREEMENT_100,
      ...NO_ACCOUNT_FUNDING,
      "3DSecure.veResEnrolled",
      "3DSecure.paResStatus",
      "sourceOfFunds.provided.card.storedOnFile",
    ],
  }),
  contract("PAY", 60, {
    listed: [
      ...payment,
      ...unversioned,
      ...secure.authenticationStatus,
      ...secure.eitherEnrollment,
      ...bypassRisk,
      ...agreement.agreementId,
      ...agreement.agreementTypeOfPay,
      ...agreement.agreementRecurring,
      ...parties.shippingPerson,
    ],
    possible: [...open, ...openFlatAgreement],
    required: ["apiOperation", "order", "order.currency"],
    minimal: ["order.amount", ...CARD_MEMBERS],
    absent: [...NO_AGREEMENT_100, ...NO_ACCOUNT_FUNDING],
  }),
  contract("AUTHORIZE", 39, {
    listed: [
      ...payment,
      ...unversioned,
      ...parties.shippingPerson,
      ...secure.authenticationStatus,
      ...secure.enrollmentStatus,
    ],
    possible: open,
    required: REQUIRED_PAYMENT,
    minimal: CARD_MEMBERS,
    absent: [
      ...NO_AGREEMENT,
      ...NO_ACCOUNT_FUNDING,
      "3DSecure.veResEnrolled",
      "3DSecure.paResStatus",
      "sourceOfFunds.provided.card.storedOnFile",
    ],
  }),
  contract("AUTHORIZE", 48, {
    listed: [
      ...payment,
      ...unversioned,
      ...parties.shippingPerson,
      ...secure.veResEnrolled,
      ...secure.paResStatus,
    ],
    possible: [...open, ...secure.authenticationStatus],
    required: REQUIRED_PAYMENT,
    minimal: CARD_MEMBERS,
    absent: [
      ...NO_AGREEMENT,
      ...NO_ACCOUNT_FUNDING,
      "3DSecure.enrollmentStatus",
      "sourceOfFunds.provided.card.storedOnFile",
    ],
  }),
];
