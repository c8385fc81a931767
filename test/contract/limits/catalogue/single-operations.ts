import * as common from "../groups/common.ts";
import { disbursementType, paymentSender } from "../groups/operations.ts";
import * as order from "../groups/order.ts";
import * as parties from "../groups/parties.ts";
import * as funds from "../groups/source-of-funds.ts";
import * as secure from "../groups/three-d-secure.ts";
import { only, type Row } from "../limit.ts";
import {
  CARD_MEMBERS,
  contract,
  NO_ACCOUNT_FUNDING,
  NO_AGREEMENT,
  type ContractLimits,
} from "./contract-limits.ts";
import { openPayment } from "./follow-ups.ts";

const commonToAll: readonly Row[] = [...common.common, ...common.initiator, ...common.notificationUrl];
const card = "sourceOfFunds.provided.card";

export const singleOperations: readonly ContractLimits[] = [
  contract("REFERRAL", 67, {
    listed: [...commonToAll, ...order.authorizationCode],
    required: ["apiOperation", "transaction", "transaction.authorizationCode"],
    absent: ["userId", `${card}.number`, "3DSecure.acsEci", "airline.planNumber", "agreement.id"],
  }),
  contract("UPDATE_AUTHORIZATION", 81, {
    listed: [
      ...commonToAll,
      ...only(order.discount, "order.discount.amount"),
      ...order.duty,
      ...order.gratuity,
      ...order.charge,
      ...order.shippingAmount,
      ...order.shippingTax,
      ...only(order.tax, "order.taxAmount"),
      ...order.transactionMoney,
    ],
    required: ["apiOperation"],
    absent: [
      "userId",
      `${card}.number`,
      "3DSecure.acsEci",
      "airline.planNumber",
      "order.merchantCharge.code",
    ],
  }),
  contract("DISBURSEMENT", 85, {
    listed: [
      ...common.common,
      ...common.initiator,
      ...common.notificationUrlRfc1738,
      ...disbursementType,
      ...paymentSender,
      ...parties.customer,
      ...parties.customerTaxId,
      ...parties.deviceOfDisbursement,
      ...order.money,
      ...order.merchantCategoryCode,
      ...funds.plainCard,
    ],
    possible: [...order.charge, ...order.transaction, ...funds.wholeCard, ...parties.subMerchant],
    required: [
      "apiOperation",
      "disbursementType",
      "order",
      "order.amount",
      "order.currency",
      "sourceOfFunds",
    ],
    minimal: CARD_MEMBERS,
    absent: ["userId", "creditCardBillPayment.paymentSender.address.street2", "airline.planNumber"],
  }),
  contract("VERIFY", 36, {
    listed: [
      ...commonToAll,
      ...parties.billing,
      ...parties.customer,
      ...parties.device,
      ...order.money,
      ...order.discount,
      ...order.productSku,
      ...order.recurringPaymentAgreement,
      ...parties.subMerchant,
      ...only(order.tax, "order.taxAmount", "order.tax[0].amount", "order.tax[0].type"),
      ...order.wallet,
      ...funds.plainCard,
    ],
    possible: [
      ...openPayment,
      ...secure.threeDSecureBase,
      ...secure.authenticationStatus,
      ...secure.enrollmentStatus,
    ],
    required: ["apiOperation", "order", "order.currency"],
    minimal: CARD_MEMBERS,
    absent: ["order.tax[0].rate", ...NO_ACCOUNT_FUNDING, ...NO_AGREEMENT, `${card}.storedOnFile`],
  }),
];
