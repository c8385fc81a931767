import type { CardRequest } from "../../domain/request/card-request.ts";
import { CARD } from "../../domain/card/card-details.ts";
import { amountAt } from "../../domain/request/instruction.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { formatAmount } from "../../domain/money.ts";
import { paymentOptionsInquiry } from "../../domain/operations/card-requests.ts";
import {
  cardTypesOf,
  converted,
  currenciesOf,
  needsSecurityCode,
  paymentOperationsOf,
  schemeOfPrefix,
  transactionModeOf,
} from "../../domain/request/payment-options.ts";
import type { ConversionDecision } from "../../domain/request/payment-options.ts";
import { isoTime } from "../../domain/time.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { acceptCardRequest, echoOfFunds, resolveCardRequest } from "./card-requests.ts";
import type { CardSteps } from "./card-requests.ts";
import { enforce } from "../column/enforce.ts";
import type { ApiFamily, Visit } from "../column/family.ts";
import { addNotes } from "../column/run-record.ts";
import { storedRequest } from "../secrets/masking.ts";
import { cardNotesOf } from "../column/notes.ts";

interface OptionsSteps extends CardSteps {
  readonly choice: { readonly decision: ConversionDecision };
  readonly result: Inquired;
}

interface Inquired {
  readonly request: CardRequest;
  readonly decision: ConversionDecision;
  readonly seed: number;
}

/**
 * `GET` and `POST …/paymentOptionsInquiry`: what the merchant can be paid with, of a currency or by a card alone if
 * one is named. Nothing is kept of it; a session stays as it is, with its security code.
 */
export const PAYMENT_OPTIONS: ApiFamily<OptionsSteps> = {
  isApi: true,
  accept: (parts, call, payload) => acceptCardRequest(parts, call, "PAYMENT_OPTIONS_INQUIRY", payload),
  names: (_call, { body }) => ({ orderId: undefined, body, records: [] }),
  resolve: resolveCardRequest,
  enforce: ({ visit, record }, { request }) => {
    const context = { instruction: request, merchant: visit.call.merchant };
    enforce(paymentOptionsInquiry.rules, context, record);
    addNotes(record, cardNotesOf(context));
  },
  decide: (_parts, { visit, matching }, { facts }) => ({
    decision: visit.scenarios.decideConversion(facts, matching),
  }),
  gatewayCodeOf: ({ decision }) => decision.gatewayCode,
  apply: (_parts, _run, { request, facts }, { decision }) => ({
    order: undefined,
    step: undefined,
    records: [],
    result: { request, decision, seed: facts.seed },
  }),
  render: (_parts, visit, inquired) => ({ status: 200, body: bodyOf(visit, inquired) }),
};

/** The first version that lists the operations beside the mode (assumption A246). */
const OPERATIONS_FROM = 52;

function bodyOf({ call, request, now }: Visit<OptionsSteps>, inquired: Inquired): JsonObject {
  const { merchant } = call;
  const { body } = inquired.request;
  return alphabetical({
    correlationId: textAt(body, "correlationId"),
    merchant: merchant.id,
    paymentTypes: { card: cardOptions(merchant, inquired, now) },
    result: "SUCCESS",
    sourceOfFunds: valueAt(body, CARD) === undefined ? undefined : echoOfFunds(storedRequest(body)),
    supportedPaymentOperations:
      request.version < OPERATIONS_FROM
        ? undefined
        : paymentOperationsOf(merchant).map((supportedPaymentOperation) => ({ supportedPaymentOperation })),
    transactionMode: transactionModeOf(merchant),
  });
}

/** Where a card can be used that pays without being there. */
const SOURCES = "CALL_CENTRE CARD_PRESENT INTERNET MAIL_ORDER MERCHANT TELEPHONE_ORDER VOICE_RESPONSE".split(
  " ",
);

/** Undefined: the merchant takes no such card, or not in this currency. */
function cardOptions(merchant: Merchant, inquired: Inquired, now: number): JsonObject | undefined {
  const { request } = inquired;
  const prefix = textAt(request.body, `${CARD}.prefix`);
  const ofPrefix = prefix === undefined ? undefined : schemeOfPrefix(prefix);
  const scheme = request.card?.number === undefined ? ofPrefix : request.card.scheme;
  const types = cardTypesOf(merchant, scheme);
  const currencies = currenciesOf(merchant, request.currency);
  if (types.length === 0 || currencies.length === 0) return undefined;
  return {
    cardTypes: types.map((cardType) => ({ cardType, securityCodeRequired: needsSecurityCode(cardType) })),
    currencies: currencies.map((currency) => ({ currency })),
    currencyConversion: conversionOf(inquired, now),
    transactionSources: SOURCES.map((transactionSource) => ({ transactionSource })),
  };
}

/** Undefined: the inquiry is not about an amount and a card, so that nobody was asked for an offer. */
function conversionOf({ request, decision, seed }: Inquired, now: number): JsonObject | undefined {
  const { body, card, currency } = request;
  const amount = amountAt(body, "order.amount");
  if (amount === undefined || currency === undefined || card?.number === undefined) return undefined;
  const { gatewayCode, conversion } = decision;
  if (conversion === undefined) return { gatewayCode };
  const payerAmount = converted(amount, conversion.rate);
  const { currency: payerCurrency, rate, margin } = conversion;
  return {
    exchangeRateTime: isoTime(now),
    gatewayCode,
    marginPercentage: margin === undefined ? undefined : Number(margin),
    offerText:
      `You can pay ${String(payerAmount)} ${payerCurrency} instead of ${formatAmount(amount)} ${currency}, ` +
      `at a rate of ${rate}.`,
    payerAmount,
    payerCurrency,
    payerExchangeRate: Number(rate),
    provider: "FEXCO",
    requestId: `quote-${seed.toString(36)}`,
  };
}
