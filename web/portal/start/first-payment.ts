/** The published number that every scenario approves. */
export const CARD = "5123450000000008";

/** A payment as a merchant's client sends it. */
export interface Payment {
  readonly order: string;
  readonly method: "PUT";
  readonly path: string;
  readonly body: object;
}

/** Under an order id that nobody has had. */
export function firstPayment(merchantId: string, number: string): Payment {
  const order = `first-${Date.now().toString(36)}`;
  const place = `/api/rest/version/100/merchant/${encodeURIComponent(merchantId)}/order/${order}/transaction/1`;
  return { order, method: "PUT", path: place, body: paymentBody(number) };
}

export function paymentBody(number: string): object {
  return {
    apiOperation: "PAY",
    order: { amount: "12.34", currency: "USD" },
    sourceOfFunds: {
      type: "CARD",
      provided: { card: { number, expiry: { month: "01", year: "39" }, securityCode: "100" } },
    },
  };
}
