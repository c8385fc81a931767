import type { JsonObject } from "../../server/domain/json.ts";

/** What the reference reads of a request. */
export interface Payment {
  readonly apiOperation: string;
  readonly order?: JsonObject;
  readonly sourceOfFunds?: { readonly provided: { readonly card: Card } };
  readonly transaction?: JsonObject;
}

interface Card {
  readonly number: string;
  readonly securityCode?: string;
}

interface Ids {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId?: string;
}

/** What a gateway adds to what it was sent. */
const ORDER = {
  status: "CAPTURED",
  totalAuthorizedAmount: 129.9,
  totalCapturedAmount: 129.9,
  totalRefundedAmount: 0,
  merchantAmount: 129.9,
  merchantCurrency: "EUR",
};
const TRANSACTION = {
  acquirer: { batch: 20300115, id: "SYSTEST_ACQ1", merchantId: "1608804542" },
  amount: 129.9,
  authorizationCode: "689260",
  currency: "EUR",
  receipt: "632410853810",
  source: "INTERNET",
  terminal: "001",
  type: "PAYMENT",
};
const DECISION = {
  authorizationResponse: { cardSecurityCodeError: "M", processingCode: "003000", stan: "853810" },
  gatewayEntryPoint: "WEB_SERVICES_API",
  response: {
    acquirerCode: "00",
    acquirerMessage: "Approved",
    cardSecurityCode: { acquirerCode: "M", gatewayCode: "MATCH" },
    gatewayCode: "APPROVED",
  },
  result: "SUCCESS",
  risk: { response: { gatewayCode: "ACCEPTED", review: { decision: "NOT_REQUIRED" } } },
};
const CARD = { brand: "MASTERCARD", fundingMethod: "CREDIT", scheme: "MASTERCARD" };

/** The request with what was decided about it: 1.5 kB for a payment. */
export function answerOf({ merchantId, orderId, transactionId }: Ids, payment: Payment): object {
  const time = new Date().toISOString();
  return {
    ...DECISION,
    ...payment,
    apiOperation: undefined,
    merchant: merchantId,
    order: { ...ORDER, ...payment.order, id: orderId, creationTime: time, lastUpdatedTime: time },
    sourceOfFunds: { type: "CARD", provided: { card: shown(payment.sourceOfFunds?.provided.card) } },
    timeOfRecord: time,
    transaction: { ...TRANSACTION, ...payment.transaction, id: transactionId },
    version: "100",
  };
}

/** It has none, so that the answer is that of a payment of nobody. */
export function orderOf(ids: Ids): object {
  return answerOf(ids, { apiOperation: "RETRIEVE_ORDER" });
}

function shown(card: Card | undefined): object {
  if (card === undefined) return { ...CARD, number: "512345xxxxxx0008" };
  const number = `${card.number.slice(0, 6)}xxxxxx${card.number.slice(-4)}`;
  return { ...card, ...CARD, number, securityCode: undefined };
}
