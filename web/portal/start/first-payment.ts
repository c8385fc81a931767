/** The published number that every scenario approves. */
export const CARD = "5123450000000008";

/** A payment as a merchant's client sends it. */
export interface Payment {
  readonly order: string;
  readonly method: "PUT";
  readonly path: string;
  readonly body: object;
}

/** The card that pays: its number, its expiry as MM/YY where that matters, and the operation. */
export interface Wish {
  readonly number: string;
  readonly expiry?: string | undefined;
  readonly operation: "AUTHORIZE" | "PAY";
}

/** Under an order id that nobody has had. */
export function firstPayment(merchantId: string, wish: Wish): Payment {
  const order = `first-${Date.now().toString(36)}`;
  const place = `/api/rest/version/100/merchant/${encodeURIComponent(merchantId)}/order/${order}/transaction/1`;
  return { order, method: "PUT", path: place, body: paymentBody(wish) };
}

export function paymentBody({ number, expiry = "01/39", operation }: Wish): object {
  const [month, year] = expiry.split("/");
  return {
    apiOperation: operation,
    order: { amount: "12.34", currency: "USD" },
    sourceOfFunds: {
      type: "CARD",
      provided: { card: { number, expiry: { month, year }, securityCode: "100" } },
    },
  };
}
