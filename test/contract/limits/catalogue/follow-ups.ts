import { airline, airlineTransactionType } from "../groups/airline.ts";
import * as common from "../groups/common.ts";
import * as order from "../groups/order.ts";
import * as parties from "../groups/parties.ts";
import {
  authorizationMethod,
  onlineReasonCode,
  posTerminal,
  posTerminalStateCode,
} from "../groups/pos-terminal.ts";
import * as funds from "../groups/source-of-funds.ts";
import * as secure from "../groups/three-d-secure.ts";
import type { Row } from "../limit.ts";
import {
  contract,
  NO_ACCOUNT_FUNDING,
  NO_AGREEMENT,
  REQUIRED_TRANSACTION_MONEY,
  type ContractLimits,
} from "./contract-limits.ts";

const commonToAll: readonly Row[] = [...common.common, ...common.initiator, ...common.notificationUrl];

/** What a standalone capture or refund may need of an initial payment; which members: not shown. */
export const openPayment: readonly Row[] = [
  ...common.userId,
  ...parties.subMerchant,
  ...parties.billing,
  ...parties.billingStateCode,
  ...parties.shippingAddress,
  ...parties.shippingStateCode,
  ...parties.shippingPerson,
  ...parties.shippingMethod,
  ...parties.customer,
  ...parties.customerTaxId,
  ...parties.openCustomer,
  ...parties.device,
  ...order.money,
  ...order.tax,
  ...order.shippingAmount,
  ...order.shippingTax,
  ...order.duty,
  ...order.gratuity,
  ...order.charge,
  ...order.discount,
  ...order.productSku,
  ...order.recurringPaymentAgreement,
  ...order.merchantCategoryCode,
  ...order.wallet,
  ...order.transaction,
  ...secure.threeDSecureId,
  ...funds.wholeCard,
  ...posTerminal,
  ...posTerminalStateCode,
  ...authorizationMethod,
];

const card = "sourceOfFunds.provided.card";

export const followUps: readonly ContractLimits[] = [
  contract("CAPTURE", 28, {
    listed: [
      ...commonToAll,
      ...order.transactionMoney,
      ...order.authorizationCode,
      ...secure.threeDSecureBase,
      ...secure.authenticationStatus,
      ...secure.enrollmentStatus,
      ...airline,
      ...airlineTransactionType,
      ...funds.plainCard,
    ],
    possible: openPayment,
    required: REQUIRED_TRANSACTION_MONEY,
    absent: [...NO_ACCOUNT_FUNDING, ...NO_AGREEMENT, "3DSecure.veResEnrolled", "3DSecure.paResStatus"],
  }),
  contract("REFUND", 24, {
    listed: [
      ...commonToAll,
      ...order.transactionMoney,
      ...airline,
      ...airlineTransactionType,
      ...parties.billing,
      ...funds.plainCard,
    ],
    possible: openPayment,
    required: REQUIRED_TRANSACTION_MONEY,
    absent: [
      ...NO_ACCOUNT_FUNDING,
      ...NO_AGREEMENT,
      "cruise.shipName",
      "order.purchaseType",
      "order.marketplace.retailerLocation",
      "order.subMerchant.marketplaceId",
      "transaction.taxAmount",
      `${card}.storedOnFile`,
      `${card}.maskedFpan`,
    ],
  }),
  contract("VOID", 44, {
    listed: [
      ...common.common,
      ...common.notificationUrl,
      ...common.userId,
      ...order.targetTransactionId,
      ...funds.emvRequest,
      ...funds.tracks,
      ...funds.p2pe,
      ...onlineReasonCode,
    ],
    required: ["apiOperation", "transaction", "transaction.targetTransactionId"],
    absent: [
      "initiator.userId",
      `${card}.number`,
      `${card}.securityCode`,
      `${card}.pin.payload`,
      "posTerminal.attended",
      "order.amount",
      ...NO_ACCOUNT_FUNDING,
    ],
  }),
  contract("VOID", 35, {
    listed: [...common.common, ...common.notificationUrl, ...common.userId, ...order.targetTransactionId],
    required: ["apiOperation", "transaction", "transaction.targetTransactionId"],
    absent: [
      "initiator.userId",
      `${card}.track1`,
      `${card}.track2`,
      `${card}.emvRequest`,
      `${card}.p2pe.payload`,
      "posTerminal.onlineReasonCode",
      ...NO_ACCOUNT_FUNDING,
    ],
  }),
];
