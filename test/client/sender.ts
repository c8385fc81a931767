import { isObject, textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";

/** What the shop can be made to do wrong. */
export const SHOP_FAULTS = [
  "charges twice",
  "does not look after a lost answer",
  "hammers when busy",
  "ignores that authentication failed",
  "leaves out the currency",
  "refunds by an old version",
  "retries under a new order id",
  "retries under a new transaction id",
  "retries without a pause",
  "reuses the id of a failure",
  "sends members of its own",
  "sends no correlationId",
  "sends no reference",
  "sends numbers",
  "takes TIMED_OUT for a decline",
  "takes PROCEED for a promise",
  "uses an authentication twice",
  "takes no notification",
  "takes forged notifications",
  "answers 500 to forged notifications",
  "takes notifications when they come again",
  "writes the card into the description",
] as const;
export type ShopFault = (typeof SHOP_FAULTS)[number];

export interface ShopOptions {
  readonly url: string;
  readonly merchant: string;
  readonly faults: ReadonlySet<ShopFault>;
  /** How long it waits for an answer. */
  readonly timeoutMs: number;
}

/** One request about a transaction. */
export interface Payment {
  readonly order: string;
  readonly transaction: string;
  readonly version: number;
  readonly body: JsonObject;
}

/** What the shop heard of it. */
export type Heard =
  | { readonly kind: "approved" | "lost" | "refused" }
  | { readonly kind: "failed"; readonly gatewayCode: string }
  | { readonly kind: "busy"; readonly retryAfterMs: number };

/** The shop's ear and mouth: requests by fetch, and what their answers mean. */
export interface Sender {
  put: (payment: Payment) => Promise<Heard>;
  /** Retrieves the order to see what became of a payment. */
  look: (payment: Payment) => Promise<Heard>;
}

export function createSender({ url, merchant, timeoutMs }: ShopOptions): Sender {
  const authorization = `Basic ${Buffer.from(`merchant.${merchant}:sandbox`).toString("base64")}`;
  const pathOf = ({ version, order }: Payment): string =>
    `${url}/api/rest/version/${version}/merchant/${merchant}/order/${encodeURIComponent(order)}`;
  const call = async (path: string, init: { method: string; body?: string }): Promise<Response> =>
    fetch(path, { ...init, headers: { authorization }, signal: AbortSignal.timeout(timeoutMs) });
  return {
    put: (payment) => {
      const path = `${pathOf(payment)}/transaction/${encodeURIComponent(payment.transaction)}`;
      return heard(() => call(path, { method: "PUT", body: JSON.stringify(payment.body) }));
    },
    look: (payment) => heard(() => call(pathOf(payment), { method: "GET" })),
  };
}

/** An answer that does not come, comes in part or cannot be read is lost. */
async function heard(send: () => Promise<Response>): Promise<Heard> {
  try {
    const response = await send();
    if (response.status === 503) return { kind: "busy", retryAfterMs: secondsOf(response) * 1000 };
    const body = (await response.json()) as Json;
    if (response.status >= 500) return { kind: "lost" };
    return response.ok ? meaningOf(body) : { kind: "refused" };
  } catch {
    return { kind: "lost" };
  }
}

function secondsOf(response: Response): number {
  return Number(response.headers.get("retry-after") ?? "1");
}

/** Of a transaction, or of an order by its newest transaction. */
function meaningOf(body: Json): Heard {
  const list = isObject(body) ? body["transaction"] : undefined;
  const newest = Array.isArray(list) ? (list as readonly Json[]).at(-1) : body;
  if (textAt(newest, "result") === "SUCCESS") return { kind: "approved" };
  return { kind: "failed", gatewayCode: textAt(newest, "response.gatewayCode") ?? "" };
}
