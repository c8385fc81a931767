import { isObject, textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { authenticate, initiate as initiateAuthentication } from "../../test/authentication/calls.ts";
import { check } from "../../test/authentication/enrollment-client.ts";
import { ENROLLMENT_CASES } from "../../test/authentication/enrollment-refusal-cases.ts";
import { AUTHENTICATION_CASES } from "../../test/authentication/refusal-cases.ts";
import { BROWSER_CASES } from "../../test/browser/browser-cases.ts";
import { AT_MERCHANT, confirm, initiate, initiate18 } from "../../test/browser/browser-requests.ts";
import { CHECKOUT_CASES } from "../../test/browser/checkout-cases.ts";
import { checkoutOf } from "../../test/browser/checkout-client.ts";
import { CARD_REQUEST_CASES } from "../../test/http/card-request-cases.ts";
import { ORDER_CASES } from "../../test/http/order-cases.ts";
import { REFUSAL_CASES } from "../../test/http/refusal-cases.ts";
import { TERMINAL_CASES } from "../../test/http/terminal-cases.ts";
import { referredPay, standaloneCapture, standaloneRefund } from "../../test/operations/situations.ts";
import { assessment, cardBalance, optionsFor } from "../../test/support/card-requests.ts";
import {
  authorize,
  capture,
  CARD,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
  withValue,
} from "../../test/support/requests.ts";
import { merchantWithout } from "./trials.ts";
import type { Sent } from "./trials.ts";

/** A request that the rule may refuse, and what of it is to be refused. */
export interface Provoking extends Sent {
  readonly refuses: string;
}

/** A case of the tests' tables, in one form. */
type Case = Omit<Provoking, "operation" | "version"> & {
  readonly rule: string;
  readonly operation: Operation;
  readonly version?: number | undefined;
};

const operationIn = (body: JsonObject): Operation => textAt(body, "apiOperation") as Operation;

const CASES: readonly Case[] = [
  {
    refuses: "more authentications than the merchant's sessions may open",
    rule: "authentication-limit-permitted",
    operation: "CREATE_SESSION",
    body: { session: { authenticationLimit: 26 } },
    before: [],
    merchant: "LIMITED",
  },
  ...[...REFUSAL_CASES, ...ORDER_CASES, ...TERMINAL_CASES, ...AUTHENTICATION_CASES].map((it) => ({
    ...it,
    operation: operationIn(it.body),
    before: it.before ?? [],
    merchant: it.merchant ?? "PLAIN",
  })),
  ...BROWSER_CASES.map((it) => ({
    ...it,
    operation: operationIn(it.body),
    before: it.before === undefined ? [] : [it.before],
    versionBefore: 61,
    version: it.version ?? 61,
    transaction: it.transaction ?? "1",
    merchant: "PLAIN",
  })),
  ...CARD_REQUEST_CASES.map((it) => ({
    ...it,
    before: it.before === undefined ? [] : [it.before],
    merchant: "PLAIN",
  })),
  ...ENROLLMENT_CASES.map((it) => ({
    ...it,
    before: it.before === undefined ? [] : [it.before],
    merchant: it.merchant === "LIMITED" ? it.merchant : "PLAIN",
  })),
  ...CHECKOUT_CASES.map(({ values, before, ...it }) => ({
    ...it,
    body: checkoutOf("docs", values),
    operation: operationIn(checkoutOf("docs", values)),
    before: before === undefined ? [] : [before],
    merchant: "PLAIN",
  })),
];

/** A good request of an operation, on an order that takes it, and the versions to try it in. */
interface Good extends Pick<Sent, "body" | "before" | "chosen" | "transaction"> {
  readonly versions: readonly number[];
}

const good = (body: JsonObject, before: readonly JsonObject[] = [], versions = [100]): Good => ({
  ...{ body, before, versions },
});

/** Those without one are tried with the requests of their own cases only. */
const GOOD: Readonly<Record<Operation, readonly Good[]>> = {
  AUTHENTICATE_PAYER: [
    { ...good(authenticate(CARD.number), [initiateAuthentication(CARD.number)]), transaction: "1" },
  ],
  AUTHORIZE: [good(authorize(), [], [100, 48, 39]), good(authorize(), [verify()])],
  BALANCE_INQUIRY: [good(cardBalance(CARD.number), [], [100, 46])],
  CAPTURE: [good(capture(), [authorize()], [100, 28]), good(standaloneCapture(), [], [100, 28])],
  CHECK_3DS_ENROLLMENT: [good(check(CARD.number))],
  CONFIRM_BROWSER_PAYMENT: [
    {
      ...good(confirm({ order: { amount: "100.00", currency: "USD" } }), [initiate(AT_MERCHANT)], [100, 20]),
      ...{ chosen: "pay", transaction: "1" },
    },
  ],
  CREATE_CHECKOUT_SESSION: [
    good(checkoutOf("docs", { apiOperation: "CREATE_CHECKOUT_SESSION" }), [], [62, 13]),
  ],
  CREATE_OR_UPDATE_RISK_ASSESSMENT: [good(assessment(), [], [100, 74])],
  CREATE_OR_UPDATE_TOKEN: [],
  CREATE_SESSION: [],
  CREATE_TOKEN: [],
  DISBURSEMENT: [good(disbursement(), [], [100, 85])],
  INITIATE_AUTHENTICATION: [good(initiateAuthentication(CARD.number))],
  INITIATE_BROWSER_PAYMENT: [good(initiate(), [], [100, 61]), good(initiate18(), [], [18])],
  INITIATE_CHECKOUT: [good(checkoutOf("docs"), [], [100, 63])],
  PAY: [good(pay(), [], [100, 60, 13]), good(pay(), [verify()])],
  PAYMENT_OPTIONS_INQUIRY: [good(optionsFor(CARD.number))],
  PROCESS_ACS_RESULT: [],
  REFERRAL: [good(referral(), [referredPay], [100, 67])],
  REFUND: [good(refund(), [pay()], [100, 24]), good(standaloneRefund(), [], [100, 24])],
  UPDATE_AUTHORIZATION: [good(update("120.00"), [authorize()], [100, 81])],
  UPDATE_SESSION: [],
  VERIFY: [good(verify(), [], [100, 36]), good(verify(), [verify()])],
  VOID: [good(voidOf("1"), [pay()], [100, 44, 35])],
};

/** Requests to try, the likeliest first: the operation's own cases, then what others are refused for. */
export function requestsFor(operation: Operation, rule: string): readonly Provoking[] {
  const goods = GOOD[operation];
  const ofRule = CASES.filter((it) => it.rule === rule);
  const own = ofRule.filter((it) => it.operation === operation).map(asItIs);
  const adapted = ofRule.filter((it) => it.operation !== operation).flatMap((it) => adapt(it, operation));
  const forbidden = goods.map(({ body, before, versions: [version = 100], ...rest }) => ({
    ...{ operation, version, body, before, ...rest, versionBefore: 61 },
    merchant: merchantWithout(operation.includes("CHECKOUT") ? "PAY" : operation),
    refuses: "an operation that the merchant may not use",
  }));
  return [...own, ...(rule === "operation-permitted" ? forbidden : []), ...adapted];
}

function asItIs({ version = 100, ...it }: Case): Provoking {
  return { ...it, version };
}

/** What another operation is refused for, put into good requests of another. */
function adapt(it: Case, operation: Operation): readonly Provoking[] {
  return GOOD[operation].flatMap(({ body, before, versions, ...rest }) => {
    const overlaid = overlay(body, placedFor(it.body, body));
    const mixed = before.map((earlier, index) => ({
      ...overlay(it.before[index] ?? {}, earlier),
      apiOperation: earlier["apiOperation"],
    }));
    const orders = it.before.length > 0 ? [it.before, before, mixed] : [before];
    return orders.flatMap((earlier) =>
      [...versions, ...(it.version === undefined ? [] : [it.version])].map((version) => ({
        ...{ operation, version, body: overlaid, before: earlier, ...rest, versionBefore: 61 },
        ...{ merchant: it.merchant, advance: it.advance, refuses: anyRequest(it.refuses) },
      })),
    );
  });
}

/** The words of a case without the operation that it was made for. */
function anyRequest(refuses: string): string {
  return refuses.replace(
    /\b(payment|authorization|capture|refund|verification|inquiry|initiation|checkout)\b/,
    "request",
  );
}

/** Follow-ups have their amount in the transaction, the others in the order. */
function placedFor(donor: JsonObject, base: JsonObject): JsonObject {
  const [from, to] =
    valueAt(base, "transaction.amount") === undefined ? ["transaction", "order"] : ["order", "transaction"];
  const moving = ["amount", "currency"].filter((name) => valueAt(donor, `${from}.${name}`) !== undefined);
  return moving.reduce(
    (moved, name) =>
      withValue(
        withValue(moved, `${to}.${name}`, valueAt(donor, `${from}.${name}`)),
        `${from}.${name}`,
        undefined,
      ),
    donor,
  );
}

function overlay(base: JsonObject, donor: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...base };
  for (const [name, value] of Object.entries(donor)) {
    const old = merged[name];
    if (name !== "apiOperation")
      merged[name] = isObject(old) && isObject(value) ? overlay(old, value) : value;
  }
  return merged;
}
