import { randomBytes } from "node:crypto";
import { Refusal } from "./gateway.js";

export const SHOP = "Leaf & Pot";

/** What can be bought, and how it is paid. */
export const WAYS = {
  embedded: {
    title: "Hosted checkout in the page",
    words: "The gateway's payment form inside a page of the shop.",
    goods: "Teapot and two tins of tea",
    amount: "42.50",
    begin: beginCheckout,
  },
  redirected: {
    title: "Hosted checkout on its own page",
    words: "The payer leaves for the gateway's payment page and comes back.",
    goods: "Teapot and two tins of tea",
    amount: "42.50",
    begin: beginCheckout,
  },
  fields: {
    title: "Card fields with 3-D Secure",
    words: "The shop's own form with card fields of the gateway. The card's issuer asks who is paying.",
    goods: "Teapot and two tins of tea",
    amount: "42.50",
    begin: beginSession,
  },
  subscription: {
    title: "Subscription with a token",
    words: "The first month is paid with card fields, every other month with a token.",
    goods: "Tea of the month",
    amount: "9.00",
    begin: beginSession,
  },
};

const CURRENCY = "USD";

/** The transactions of an order that is paid with card fields. */
const AUTHENTICATION = "auth";
const PAYMENT = "pay";

/** An order as the shop keeps it; the gateway knows whether it is paid. */
export function newOrder(way, changes = {}) {
  const { goods, amount } = WAYS[way];
  const id = `shop-${randomBytes(5).toString("hex")}`;
  return { id, way, goods, amount, currency: CURRENCY, ...changes };
}

const amountOf = ({ amount, currency }) => ({ amount, currency });

/** The embedded form tells its page when it is done; the payment page needs addresses to lead to. */
async function beginCheckout(call, order, address) {
  const addresses = { returnUrl: `${address}/return`, cancelUrl: address };
  const answer = await call("POST", "/session", {
    apiOperation: "INITIATE_CHECKOUT",
    interaction: {
      operation: "PURCHASE",
      merchant: { name: SHOP },
      ...(order.way === "redirected" ? addresses : {}),
    },
    order: { id: order.id, description: order.goods, ...amountOf(order) },
  });
  order.session = answer.session.id;
  order.successIndicator = answer.successIndicator;
}

/** What the scripts in the page need is in the session before they ask for it. */
async function beginSession(call, order, address) {
  const answer = await call("POST", "/session", { session: { authenticationLimit: 25 } });
  order.session = answer.session.id;
  await call("PUT", `/session/${order.session}`, {
    authentication: { channel: "PAYER_BROWSER", redirectResponseUrl: `${address}/authenticated` },
    order: { id: order.id, ...amountOf(order) },
    transaction: { id: AUTHENTICATION },
  });
}

/**
 * Pays with the card in the session, unless the gateway recommends not to. It is asked itself: what the browser brings
 * may have been changed by anybody.
 */
export async function payAuthenticated(call, order) {
  const { response } = await call("GET", `/order/${order.id}/transaction/${AUTHENTICATION}`);
  if (response.gatewayRecommendation !== "PROCEED") return;
  const isSubscribed = order.way === "subscription";
  // The same transaction id: however often the browser comes, the order is paid once.
  const { result } = await call("PUT", `/order/${order.id}/transaction/${PAYMENT}`, {
    apiOperation: "PAY",
    authentication: { transactionId: AUTHENTICATION },
    order: amountOf(order),
    session: { id: order.session },
    ...(isSubscribed ? underAgreement(order, "TO_BE_STORED") : {}),
  });
  if (!isSubscribed || result !== "SUCCESS") return;
  order.token = (await call("POST", "/token", { session: { id: order.session } })).token;
}

/** The next month, which the payer need not be there for. */
export async function renew(call, { way, token, agreement }) {
  const order = newOrder(way, { token, agreement });
  const stored = underAgreement(order, "STORED");
  await call("PUT", `/order/${order.id}/transaction/${PAYMENT}`, {
    apiOperation: "PAY",
    order: amountOf(order),
    ...stored,
    sourceOfFunds: { ...stored.sourceOfFunds, token },
    transaction: { source: "MERCHANT" },
  });
  return order;
}

function underAgreement(order, storedOnFile) {
  order.agreement ??= order.id;
  return {
    agreement: { id: order.agreement, type: "RECURRING", amountVariability: "FIXED" },
    sourceOfFunds: { type: "CARD", provided: { card: { storedOnFile } } },
  };
}

/** The order as the gateway has it; undefined as long as it has none. */
export async function retrieve(call, { id }) {
  try {
    return await call("GET", `/order/${id}`);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
