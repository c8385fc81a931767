import type { JsonObject } from "../../server/domain/json.ts";

export const MERCHANT = "TESTBENCH";
export const PASSWORD = "sandbox";
export const AUTHORIZATION = `Basic ${Buffer.from(`merchant.${MERCHANT}:${PASSWORD}`).toString("base64")}`;

/** One request on an order, and how it is to be answered. */
export interface Step {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: (orderId: string) => string;
  readonly body: JsonObject | undefined;
  readonly status: 200 | 201 | 400;
}

const AMOUNT = "129.90";

/** A payment as a shop sends it, about 700 bytes, every member as the contract of version 100 wants it. */
export const PAYMENT = {
  order: {
    amount: AMOUNT,
    currency: "EUR",
    description: "Two pairs of running shoes and a rain jacket",
    reference: "SHOP-2030-000417",
    custom: { channel: "web" },
  },
  sourceOfFunds: {
    type: "CARD",
    provided: {
      card: { number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" },
    },
  },
  billing: {
    address: {
      street: "Rue de la Station 12",
      city: "Namur",
      postcodeZip: "5000",
      stateProvince: "Namur",
      country: "BEL",
    },
  },
  customer: {
    email: "marie.dupont@shop.example",
    firstName: "Marie",
    lastName: "Dupont",
    phone: "+32 81 55 01 23",
  },
  device: { browser: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", ipAddress: "192.0.2.17" },
  transaction: { reference: "SHOP-2030-000417-1", source: "INTERNET" },
} as const satisfies JsonObject;

export const MOVEMENT = {
  transaction: { amount: AMOUNT, currency: "EUR", reference: "SHOP-2030-000417-2" },
} as const satisfies JsonObject;

/** One value is not what the contract wants. */
const REFUSED = { ...PAYMENT, order: { ...PAYMENT.order, currency: "EURO" } };

/** What the flows send: the requests that one order gets, in sequence. */
export const FLOWS = {
  PAY: [transaction("t1", { apiOperation: "PAY", ...PAYMENT })],
  "refused PAY": [{ ...transaction("t1", { apiOperation: "PAY", ...REFUSED }), status: 400 }],
  "AUTHORIZE CAPTURE REFUND GET": [
    transaction("t1", { apiOperation: "AUTHORIZE", ...PAYMENT }),
    transaction("t2", { apiOperation: "CAPTURE", ...MOVEMENT }),
    transaction("t3", { apiOperation: "REFUND", ...MOVEMENT }),
    retrieval(),
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export type Flow = keyof typeof FLOWS;

/** A transaction of the order, which is taken. */
export function transaction(id: string, body: JsonObject, version = 100): Step {
  const path = (orderId: string): string => `${merchantPath(version)}/order/${orderId}/transaction/${id}`;
  return { method: "PUT", path, body, status: 201 };
}

/** The order as it stands, or one transaction of it. */
export function retrieval(transactionId?: string): Step {
  const behind = transactionId === undefined ? "" : `/transaction/${transactionId}`;
  const path = (orderId: string): string => `${merchantPath(100)}/order/${orderId}${behind}`;
  return { method: "GET", path, body: undefined, status: 200 };
}

export function merchantPath(version: number): string {
  return `/api/rest/version/${version}/merchant/${MERCHANT}`;
}
