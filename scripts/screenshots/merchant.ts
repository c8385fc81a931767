/** A merchant that sends payers to the gateway's pages. */
export interface Merchant {
  readonly id: string;
  readonly password: string;
  /** Where the gateway is. */
  readonly gateway: string;
  /** Gives the session of a checkout with these members of `interaction`. */
  readonly beginCheckout: (interaction: object) => Promise<string>;
  /** Pages whose form leads a browser to the issuer's page: of 3-D Secure 2, and of 3-D Secure 1. */
  readonly challengeForm: () => Promise<string>;
  readonly issuerForm: () => Promise<string>;
}

interface Answers {
  readonly session: { readonly id: string };
  readonly authentication: { readonly redirect: { readonly html: string } };
  readonly "3DSecure": {
    readonly authenticationRedirect: { readonly simple: { readonly htmlBodyContent: string } };
  };
}

type Call = (method: string, path: string, body: object) => Promise<Answers>;

const [id, password] = ["TESTSHOP", "sandbox"];
const RETURN_URL = "https://shop.example/return";
const CARD = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
const CARD_FUNDS = { type: "CARD", provided: { card: CARD } };

export function merchantAt(gateway: string): Merchant {
  let orders = 0;
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${gateway}/api/rest/version/100/merchant/${id}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`merchant.${id}:${password}`)}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Answers;
  };
  return {
    ...{ id, password, gateway },
    beginCheckout: async (interaction) => {
      orders += 1;
      const { session } = await call("POST", "/session", {
        apiOperation: "INITIATE_CHECKOUT",
        interaction: { ...INTERACTION, ...interaction },
        order: { id: `basket-${String(orders)}`, ...ORDER },
      });
      return session.id;
    },
    challengeForm: async () => challengeForm(call, `/order/secure-${String((orders += 1))}/transaction/auth`),
    issuerForm: async () => issuerForm(call, `/3DSecureId/check-${String((orders += 1))}`),
  };
}

async function challengeForm(call: Call, path: string): Promise<string> {
  const order = { currency: ORDER.currency };
  await call("PUT", path, {
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { channel: "PAYER_BROWSER" },
    order,
    sourceOfFunds: { type: "CARD", provided: { card: { number: CARD.number } } },
  });
  const asked = await call("PUT", path, {
    apiOperation: "AUTHENTICATE_PAYER",
    authentication: { redirectResponseUrl: RETURN_URL },
    order: { ...order, amount: ORDER.amount },
    sourceOfFunds: CARD_FUNDS,
  });
  return sentAtOnce(asked.authentication.redirect.html);
}

async function issuerForm(call: Call, path: string): Promise<string> {
  const checked = await call("PUT", path, {
    "3DSecure": { authenticationRedirect: { responseUrl: RETURN_URL, pageGenerationMode: "SIMPLE" } },
    apiOperation: "CHECK_3DS_ENROLLMENT",
    order: { amount: ORDER.amount, currency: ORDER.currency },
    sourceOfFunds: CARD_FUNDS,
  });
  return sentAtOnce(checked["3DSecure"].authenticationRedirect.simple.htmlBodyContent);
}

const INTERACTION = {
  operation: "PURCHASE",
  merchant: {
    name: "Leaf & Pot",
    phone: "+44 20 7946 0000",
    email: "tea@shop.example",
    url: "https://shop.example",
  },
  timeout: 900,
  cancelUrl: "https://shop.example/basket",
  displayControl: { billingAddress: "OPTIONAL", customerEmail: "OPTIONAL", shipping: "READ_ONLY" },
};

const ORDER = {
  amount: "42.50",
  currency: "EUR",
  description: "Everything for a good cup",
  item: [
    { name: "Teapot, one litre", quantity: 1, unitPrice: "24.50" },
    { name: "Tin of Darjeeling", quantity: 2, unitPrice: "7.00" },
  ],
  itemAmount: "38.50",
  shippingAndHandlingAmount: "4.00",
};

/** The form in the whole page, sent at once; what would send it into a frame is left out. */
function sentAtOnce(html: string): string {
  const form = html.replace(/<script.*?<\/script>/gs, "").replace(/ target="[^"]*"/g, "");
  return `${form}<script>document.forms[0].submit();</script>`;
}
