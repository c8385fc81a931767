import { textAt, valueAt } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { toNumber } from "../../../domain/money.ts";
import { isOpen, STAGES } from "../../../domain/order/authentication.ts";
import type { PayerAuthentication } from "../../../domain/order/authentication.ts";
import type { AuthenticationTransaction } from "../../../domain/order/order.ts";
import { isoTime } from "../../../domain/time.ts";
import { acsUrlOf, creqOf, methodDataOf, methodUrlOf } from "../../authentication/addresses.ts";
import { alphabetical } from "../alphabetical.ts";
import type { History } from "../history.ts";
import { acquirerMerchantId } from "../made-up/acquirer-data.ts";
import type { Members } from "../members/members.ts";
import { challengeHtml, frictionlessHtml, methodHtml } from "./authentication-html.ts";

/** The last version that has the HTML as authentication.redirectHtml (assumption A284). */
const REDIRECT_HTML_UNTIL = 57;

/** The authentication group of an authentication's own answer. */
export function authenticationGroup(transaction: AuthenticationTransaction, has: Members): JsonObject {
  const { authentication, operation, amount, at, request } = transaction;
  const isAsked = operation === "AUTHENTICATE_PAYER";
  const given = (name: string): Json | undefined => valueAt(request, `authentication.${name}`);
  const isChallenged = authentication.payerInteraction === "REQUIRED";
  return alphabetical({
    "3ds": isAsked ? resultOf(transaction) : undefined,
    "3ds2": { ...directoryOf(authentication), ...(isAsked && askedOf(authentication)) },
    acceptVersions: given("acceptVersions"),
    amount: isAsked ? toNumber(amount) : undefined,
    channel: given("channel"),
    method: isChallenged ? "DYNAMIC" : undefined,
    payerInteraction: authentication.payerInteraction,
    purpose: given("purpose"),
    ...redirectOf(transaction, has),
    time: isAsked ? isoTime(at) : undefined,
    version: versionOf(transaction),
  });
}

export function versionOf({ authentication }: AuthenticationTransaction): string {
  return authentication.stage === "NOT_SUPPORTED" ? "NONE" : "3DS2";
}

/** What proves the result; as long as there is none, only how the schemes call it. */
export function resultOf({ authentication }: AuthenticationTransaction): JsonObject | undefined {
  const { dsTransactionId, eci, stage, token } = authentication;
  if (stage === "NOT_SUPPORTED" || stage === "AVAILABLE") return undefined;
  const isOver = stage !== "CHALLENGE";
  return alphabetical({
    acsEci: isOver ? eci : undefined,
    authenticationToken: isOver ? token : undefined,
    transactionId: dsTransactionId,
  });
}

export function protocolOf({
  dsTransactionId,
  protocolVersion,
  stage,
}: PayerAuthentication): JsonObject | undefined {
  if (stage === "NOT_SUPPORTED") return undefined;
  return alphabetical({ dsTransactionId, protocolVersion, transactionStatus: STAGES[stage].letter });
}

/** What follows the A in the public ids of the schemes' directory servers; others have zeros (assumption A279). */
const DIRECTORY_SERVERS: Readonly<Partial<Record<PayerAuthentication["scheme"], string>>> = {
  AMEX: "000000025",
  DINERS_CLUB: "000000152",
  DISCOVER: "000000324",
  JCB: "000000065",
  MAESTRO: "000000004",
  MASTERCARD: "000000004",
  UNIONPAY: "000000333",
  VISA: "000000003",
};

const REQUESTOR = { requestorId: "SANDBOX_REQUESTOR", requestorName: "SANDBOX" } as const;

function directoryOf({ method, methodCompleted, protocolVersion, scheme, stage }: PayerAuthentication) {
  if (stage === "NOT_SUPPORTED") return {};
  return {
    authenticationScheme: scheme,
    directoryServerId: `A${DIRECTORY_SERVERS[scheme] ?? "000000000"}`,
    methodCompleted,
    methodSupported: method === "NOT_SUPPORTED" ? "NOT_SUPPORTED" : "SUPPORTED",
    protocolVersion,
    ...REQUESTOR,
  };
}

function askedOf(authentication: PayerAuthentication): JsonObject {
  const { acsTransactionId, dsTransactionId, isCancelled, reasonCode, serverTransactionId, stage } =
    authentication;
  if (stage === "NOT_SUPPORTED") return {};
  return {
    "3dsServerTransactionId": serverTransactionId,
    acsReference: "SANDBOX_ACS",
    acsTransactionId,
    challengeCancel: isCancelled ? "01" : undefined,
    dsReference: "SANDBOX_DS",
    dsTransactionId,
    statusReasonCode: reasonCode,
    transactionStatus: STAGES[stage].letter,
  };
}

/** The way that the browser goes on, by the names of the version. */
function redirectOf(transaction: AuthenticationTransaction, { version }: Members): JsonObject {
  const { html, data } = nextOf(transaction);
  const isAsked = transaction.operation === "AUTHENTICATE_PAYER";
  const domainName = isAsked ? new URL(transaction.authentication.origin).hostname : undefined;
  if (version <= REDIRECT_HTML_UNTIL) {
    const customized = data && { customized: { "3DS": data } };
    return { redirect: { ...customized, domainName }, redirectHtml: html };
  }
  return { redirect: { customizedHtml: data && { "3ds2": data }, domainName, html } };
}

interface Next {
  readonly html: string | undefined;
  /** The same for who makes the form by hand. */
  readonly data: JsonObject | undefined;
}

function nextOf({ authentication, request }: AuthenticationTransaction): Next {
  const { method, payerInteraction, returned, stage } = authentication;
  if (stage === "AVAILABLE") {
    const isCalled = method !== "NOT_SUPPORTED";
    const data = isCalled
      ? { methodPostData: methodDataOf(authentication), methodUrl: methodUrlOf(authentication) }
      : undefined;
    return { html: methodHtml(authentication), data };
  }
  if (stage === "CHALLENGE")
    return {
      html: challengeHtml(authentication),
      data: { acsUrl: acsUrlOf(authentication), cReq: creqOf(authentication) },
    };
  const url = textAt(request, "authentication.redirectResponseUrl");
  const goesBack = payerInteraction !== "REQUIRED" && returned !== undefined && url !== undefined;
  return { html: goesBack ? frictionlessHtml(url, returned) : undefined, data: undefined };
}

/** Members of the order that say what is paid, of which an authentication says nothing (assumption A284). */
const OF_PAYMENTS = ["chargeback", "merchantAmount", "merchantCurrency", "totalDisbursedAmount"];

/** The order group of an authentication's own answer. */
export function orderOfAuthentication(
  order: JsonObject | undefined,
  { authentication, operation }: AuthenticationTransaction,
): JsonObject {
  const isAsked = operation === "AUTHENTICATE_PAYER";
  const left = Object.entries(order ?? {}).filter(
    ([name]) => !OF_PAYMENTS.includes(name) && (isAsked || name !== "amount"),
  );
  return alphabetical({
    ...Object.fromEntries(left),
    authenticationStatus: STAGES[authentication.stage].status,
    valueTransfer: isAsked ? { accountType: "NOT_A_TRANSFER" } : undefined,
  });
}

const OF_TRANSACTION = ["merchantNote", "reference"];

/** What a checkout's authentication has in place of an acquirer's trace number (assumption A462). */
const NO_STAN = "0";

/** The transaction group: no acquirer has a part in it, but for what it calls the merchant. */
export function transactionOfAuthentication({ order, transaction }: History, has: Members): JsonObject {
  const { amount, authentication, currency, entryPoint, id, operation, request, type } = transaction;
  const given = OF_TRANSACTION.map((name) => [name, valueAt(request, `transaction.${name}`)] as const);
  const acquirer = { merchantId: acquirerMerchantId(order.merchantId) };
  return alphabetical({
    ...Object.fromEntries<Json | undefined>(given),
    acquirer: operation === "AUTHENTICATE_PAYER" ? acquirer : undefined,
    amount: toNumber(amount),
    authenticationStatus: authentication && STAGES[authentication.stage].status,
    currency,
    id,
    stan: entryPoint !== undefined && has["transaction.stan"] ? NO_STAN : undefined,
    type,
  });
}

/** The first versions say what to proceed with (assumption A284). */
const PROCEED_WITH_UNTIL = 54;

export function recommendationOf(authentication: PayerAuthentication, { version }: Members): string {
  const { recommendation } = STAGES[authentication.stage];
  if (version > PROCEED_WITH_UNTIL || recommendation !== "PROCEED") return recommendation;
  return isOpen(authentication) ? "PROCEED_WITH_AUTHENTICATION" : "PROCEED_WITH_PAYMENT";
}
