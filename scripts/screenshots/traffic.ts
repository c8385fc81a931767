/** What a shop might send in its first minutes: payments, a decline, a mistake, and an order that goes on. */
const CALLS: readonly (readonly [order: string, transaction: string, body: object])[] = [
  [
    "order-1",
    "1",
    {
      ...payment("AUTHORIZE", "120.00"),
      order: { amount: "120.00", currency: "EUR", reference: "Basket 77" },
    },
  ],
  ["order-1", "2", followUp("CAPTURE", "80.00")],
  ["order-1", "3", followUp("REFUND", "15.00")],
  ["order-2", "1", payment("PAY", "19.90", "4000000000005100")],
  ["order-3", "1", { ...payment("PAY", "5.00"), order: { amont: "5.00", currency: "EURO" } }],
  ["order-4", "1", payment("PAY", "42.00")],
  ["order-1", "4", followUp("CAPTURE", "900.00")],
  ["order-5", "1", payment("VERIFY", "0.00")],
];

const MERCHANT = "/api/rest/version/100/merchant/TESTSHOP";

function payment(apiOperation: string, amount: string, number = "5123450000000008"): object {
  const card = { number, expiry: { month: "01", year: "39" }, securityCode: "100" };
  const order = apiOperation === "VERIFY" ? { currency: "EUR" } : { amount, currency: "EUR" };
  return { apiOperation, order, sourceOfFunds: { type: "CARD", provided: { card } } };
}

function followUp(apiOperation: string, amount: string): object {
  return { apiOperation, transaction: { amount, currency: "EUR" } };
}

/** Payments that the sandbox's own inbox is told of: it takes the first, and answers the second with an error. */
const NOTIFIED = ["order-6", "order-7"] as const;

/** Sends all of it, one after the other. */
export async function pictureTraffic(url: string): Promise<void> {
  const headers = {
    Authorization: `Basic ${btoa("merchant.TESTSHOP:sandbox")}`,
    "Content-Type": "application/json",
  };
  const call = async (path: string, body: object): Promise<unknown> =>
    (await fetch(url + path, { method: "PUT", headers, body: JSON.stringify(body) })).json();
  for (const [order, transaction, body] of CALLS)
    await call(`${MERCHANT}/order/${order}/transaction/${transaction}`, body);
  const notificationUrl = `${url.replace("http:", "https:")}/_sandbox/inbox/main`;
  const control = `${url}/_sandbox/v1/merchants/TESTSHOP`;
  for (const [index, order] of NOTIFIED.entries()) {
    if (index === 1) await call("/_sandbox/v1/merchants/TESTSHOP/inboxes/main", { status: 500 });
    const paid = { ...payment("PAY", "42.00"), order: { amount: "42.00", currency: "EUR", notificationUrl } };
    await call(`${MERCHANT}/order/${order}/transaction/1`, paid);
    await arrived(`${control}/inboxes/main`, index + 1);
  }
}

/** So many deliveries. */
async function arrived(inbox: string, count: number): Promise<void> {
  const { deliveries } = (await (await fetch(inbox)).json()) as { readonly deliveries: readonly object[] };
  if (deliveries.length < count) await arrived(inbox, count);
}
