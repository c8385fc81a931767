import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../server/domain/json.ts";
import { createSender } from "./sender.ts";
import type { Heard, Payment, ShopFault, ShopOptions } from "./sender.ts";

/** One purchase: what it is called, and what it costs. */
export interface Purchase {
  readonly reference: string;
  readonly amount: string;
  /** A second one for the case that the first is declined. */
  readonly cards: readonly [first: string, second: string];
}

/** What the shop tells its customer. */
export type Outcome = "paid" | "declined" | "unknown";

/** A small shop that sells by the gateway: pays, copes with what goes wrong on the way, and refunds. */
export interface Shop {
  buy: (purchase: Purchase) => Promise<Outcome>;
  refund: (purchase: Purchase) => Promise<Outcome>;
  /** The status that it answers a notification with. */
  hear: (attempt: number, isForged: boolean) => number;
}

const RETRIES = 2;
const STORMY_RETRIES = 7;

export function createShop(options: ShopOptions): Shop {
  const sender = createSender(options);
  const has = (fault: ShopFault): boolean => options.faults.has(fault);

  /** Sends it, and if the answer is lost the identical request again; when that does not help, it looks. */
  async function settled(payment: Payment): Promise<Heard> {
    let heard = await sender.put(payment);
    for (let retry = 0; heard.kind === "busy" && retry < RETRIES; retry += 1) {
      if (!has("hammers when busy")) await pause(heard.retryAfterMs);
      heard = await sender.put(payment);
    }
    if (has("does not look after a lost answer") || heard.kind !== "lost") return heard;
    const retries = has("retries without a pause") ? STORMY_RETRIES : RETRIES;
    for (let retry = 0; heard.kind === "lost" && retry < retries; retry += 1) {
      heard = await sender.put(renamed(payment, retry));
    }
    return heard.kind === "lost" ? sender.look(payment) : heard;
  }

  function renamed(payment: Payment, retry: number): Payment {
    if (has("retries under a new order id")) return { ...payment, order: `${payment.order}-${retry + 2}` };
    if (has("retries under a new transaction id")) return { ...payment, transaction: String(retry + 50) };
    return payment;
  }

  async function buy(purchase: Purchase): Promise<Outcome> {
    const order = orderOf(purchase);
    const [usual, second] = purchase.cards;
    const asked = CARDS_OF_ISSUERS.find(([fault]) => has(fault))?.[1];
    if (asked !== undefined) await authenticate(purchase, asked);
    const first = asked ?? usual;
    const named = asked === undefined ? {} : { authentication: { transactionId: "auth" } };
    const body = { ...payment(purchase, first), ...named };
    let heard = await settled({ order, transaction: "1", version: 100, body });
    if (heard.kind === "failed" && (!isUnsure(heard) || has("takes TIMED_OUT for a decline"))) {
      const transaction = has("reuses the id of a failure") ? "1" : "2";
      const again = has("uses an authentication twice") ? body : payment(purchase, second);
      heard = await settled({ order, transaction, version: 100, body: again });
    } else if (heard.kind === "failed")
      heard = await sender.look({ order, transaction: "1", version: 100, body: {} });
    if (has("charges twice")) {
      await settled({ order: `${order}-b`, transaction: "1", version: 100, body: payment(purchase, first) });
    }
    return toldOf(heard);
  }

  /** The payer's card issuer is asked, and the shop does not listen. */
  async function authenticate({ reference, amount }: Purchase, number: string): Promise<void> {
    const at = { order: orderOf({ reference }), transaction: "auth", version: 100 };
    const sourceOfFunds = {
      type: "CARD",
      provided: { card: { number, expiry: { month: "01", year: "39" } } },
    };
    const common = { correlationId: `auth-${reference}`, sourceOfFunds };
    const initiation = { apiOperation: "INITIATE_AUTHENTICATION", order: { currency: "USD" } };
    const authentication = { channel: "PAYER_BROWSER" };
    await sender.put({ ...at, body: { ...common, ...initiation, authentication } });
    const question = { apiOperation: "AUTHENTICATE_PAYER", order: { amount, currency: "USD" } };
    const way = { redirectResponseUrl: "https://shop.example/return" };
    await sender.put({ ...at, body: { ...common, ...question, authentication: way } });
  }

  const payment = (purchase: Purchase, card: string): JsonObject => paymentOf(purchase, card, has);

  async function refund(purchase: Purchase): Promise<Outcome> {
    const version = has("refunds by an old version") ? 60 : 100;
    const transaction = { amount: purchase.amount, currency: "USD" };
    const body = { apiOperation: "REFUND", correlationId: `refund-${purchase.reference}`, transaction };
    return toldOf(await settled({ order: orderOf(purchase), transaction: "9", version, body }));
  }

  function hear(attempt: number, isForged: boolean): number {
    if (isForged && has("answers 500 to forged notifications")) return 500;
    if (isForged && !has("takes forged notifications")) return 401;
    const isDeaf = has("takes no notification");
    return isDeaf || (attempt === 1 && has("takes notifications when they come again")) ? 500 : 200;
  }

  return { buy, refund, hear };
}

/** A card whose issuer authenticates the payer without asking. */
const FRICTIONLESS = "5123456789012346";

/** Cards whose issuer rejects the payer, whose issuer cannot be asked, and whose issuer says yes. */
const CARDS_OF_ISSUERS: readonly (readonly [ShopFault, string])[] = [
  ["ignores that authentication failed", "5506900140100503"],
  ["takes PROCEED for a promise", "5123459999998221"],
  ["uses an authentication twice", FRICTIONLESS],
];

function orderOf({ reference }: Pick<Purchase, "reference">): string {
  return `order-${reference}`;
}

function isUnsure(heard: Heard): boolean {
  return heard.kind === "failed" && heard.gatewayCode === "TIMED_OUT";
}

function toldOf({ kind }: Heard): Outcome {
  if (kind === "approved") return "paid";
  return kind === "lost" || kind === "busy" ? "unknown" : "declined";
}

function paymentOf(
  { reference, amount }: Purchase,
  card: string,
  has: (fault: ShopFault) => boolean,
): JsonObject {
  const provided = { card: { number: card, expiry: { month: "01", year: "39" }, securityCode: "100" } };
  return {
    apiOperation: "PAY",
    ...(has("sends no correlationId") ? {} : { correlationId: `buy-${reference}` }),
    order: {
      amount: has("sends numbers") ? Number(amount) : amount,
      ...(has("leaves out the currency") ? {} : { currency: "USD" }),
      ...(has("sends no reference") ? {} : { reference }),
      ...(has("writes the card into the description") ? { description: `paid with ${card}` } : {}),
    },
    sourceOfFunds: { type: "CARD", provided },
    ...(has("sends members of its own") ? { shopSoftware: { name: "shop", release: "2" } } : {}),
  };
}
