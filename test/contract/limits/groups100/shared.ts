import { airline } from "../groups/airline.ts";
import { purposeOfPay100 } from "../groups/account-funding.ts";
import * as common from "../groups/common.ts";
import { bypassRisk } from "../groups/operations.ts";
import * as order from "../groups/order.ts";
import { authorizationMethod } from "../groups/pos-terminal.ts";
import { mobileWallet, providerB } from "../groups/source-of-funds.ts";
import * as secure from "../groups/three-d-secure.ts";
import { openCustomer } from "../groups/parties.ts";
import { only, type Row } from "../limit.ts";
import * as operations from "./operations.ts";
import * as orders from "./order.ts";
import * as parties from "./parties.ts";
import { posTerminal100 } from "./pos-terminal.ts";
import * as funds from "./source-of-funds.ts";
import * as transactions from "./transaction.ts";
import { airline100, cruise100 } from "./travel.ts";

// Which members of version 100 go together.

export const common100: readonly Row[] = [
  ...common.correlation,
  ...common.partner,
  ...common.initiator,
  ...common.session,
  ...common.custom,
  ...transactions.transactionTexts100,
];

/** The shared groups that every payment of version 100 has. */
export const shared100: readonly Row[] = [
  ...common100,
  ...parties.subMerchant100,
  ...parties.billing100,
  ...parties.shipping100,
  ...parties.customer100,
  ...parties.device100,
  ...airline100,
  ...posTerminal100,
  ...funds.card100,
  ...funds.token100,
  ...only(orders.order100, "order.customerNote", "order.description", "order.reference"),
  ...only(orders.order100, "order.notificationUrl", "order.walletIndicator", "order.walletProvider"),
];

/** The complete list of a version 100 refund, the one operation that is published whole. */
export const refund100: readonly Row[] = [
  ...shared100,
  ...orders.small100,
  ...orders.accountFunding100,
  ...orders.agreement100,
  ...cruise100,
  ...orders.currencyConversion100,
  ...orders.order100,
  ...parties.statementDescriptor100,
  ...funds.sourceType100,
  ...funds.accounts100,
  ...transactions.transactionMoney100,
  ...transactions.transaction100,
];

/** What the specification adds to payments beside that list; which v100 operations take it is open. */
export const open100: readonly Row[] = [
  ...refund100,
  ...operations.payment100,
  ...order.tax,
  ...order.shippingAmount,
  ...order.shippingTax,
  ...order.duty,
  ...order.gratuity,
  ...order.charge,
  ...order.discount,
  ...order.productSku,
  ...order.recurringPaymentAgreement,
  ...openCustomer,
  ...providerB,
  ...order.transaction,
  ...purposeOfPay100,
  ...only(airline, "airline.ticket.customerReference"),
  ...authorizationMethod,
  ...mobileWallet,
  ...secure.threeDSecureId,
  ...secure.threeDSecureBase,
  ...secure.authenticationStatus,
  ...secure.eitherEnrollment,
  ...bypassRisk,
  ...funds.namedProvider100,
];
