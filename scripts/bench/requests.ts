import type { JsonObject } from "../../server/domain/json.ts";

export const MERCHANT = "TESTBENCH";
export const PASSWORD = "sandbox";

const AMOUNT = "129.90";

/** A payment as a shop sends it, about 700 bytes, every member as the contract of version 100 wants it. */
const PAYMENT = {
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

const MOVEMENT = {
  transaction: { amount: AMOUNT, currency: "EUR", reference: "SHOP-2030-000417-2" },
} as const satisfies JsonObject;

/** What is measured: the requests that one order gets, in sequence. */
export const FLOWS = {
  PAY: [{ apiOperation: "PAY", ...PAYMENT }],
  "AUTHORIZE CAPTURE REFUND": [
    { apiOperation: "AUTHORIZE", ...PAYMENT },
    { apiOperation: "CAPTURE", ...MOVEMENT },
    { apiOperation: "REFUND", ...MOVEMENT },
  ],
} as const satisfies Readonly<Record<string, readonly JsonObject[]>>;

export type Flow = keyof typeof FLOWS;

export function pathOf(orderId: string, transactionId: string): string {
  return `/api/rest/version/100/merchant/${MERCHANT}/order/${orderId}/transaction/${transactionId}`;
}
