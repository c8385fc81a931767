/** A merchant that sends payers to the gateway's pages. */
export interface Merchant {
  readonly id: string;
  readonly password: string;
  /** Where the gateway is. */
  readonly gateway: string;
  /** Gives the session of a checkout with these members, and those of its `interaction`. */
  readonly beginCheckout: (body: { readonly interaction: object }) => Promise<string>;
  /** The same of a version that has the lightbox, where the shop's page says who the merchant is. */
  readonly beginOldCheckout: (interaction: object) => Promise<string>;
  /** Forms that lead a browser to the issuer's page: of 3-D Secure 2, and of 3-D Secure 1. */
  readonly challengeForm: () => Promise<string>;
  readonly issuerForm: () => Promise<string>;
  /** The address of the provider's page, for a request with these members of `providerA`. */
  readonly browserPaymentPage: (providerA?: object) => Promise<string>;
}

interface Answers {
  readonly browserPayment: { readonly redirectUrl: string };
  readonly session: { readonly id: string };
  readonly authentication: { readonly redirect: { readonly html: string } };
  readonly "3DSecure": {
    readonly authenticationRedirect: { readonly simple: { readonly htmlBodyContent: string } };
  };
}

type Call = (method: string, path: string, body: object, version?: number) => Promise<Answers>;

const [id, password] = ["TESTSHOP", "sandbox"];
const RETURN_URL = "https://shop.example/return";
const CARD = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
const CARD_FUNDS = { type: "CARD", provided: { card: CARD } };

export function merchantAt(gateway: string): Merchant {
  let orders = 0;
  const nextOrder = (prefix: string): string => `${prefix}-${String((orders += 1))}`;
  const call: Call = async (method, path, body, version = 100) => {
    const answer = await fetch(`${gateway}/api/rest/version/${String(version)}/merchant/${id}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`merchant.${id}:${password}`)}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Answers;
  };
  return {
    ...{ id, password, gateway },
    beginCheckout: async ({ interaction, ...more }) => {
      const { session } = await call("POST", "/session", {
        apiOperation: "INITIATE_CHECKOUT",
        interaction: { ...INTERACTION, ...interaction },
        order: { id: nextOrder("basket"), ...ORDER },
        ...more,
      });
      return session.id;
    },
    beginOldCheckout: async (interaction) => {
      const body = {
        apiOperation: "CREATE_CHECKOUT_SESSION",
        interaction: { operation: INTERACTION.operation, ...interaction },
        order: { id: nextOrder("lightbox"), amount: ORDER.amount, currency: ORDER.currency },
      };
      const { session } = await call("POST", "/session", body, 61);
      return session.id;
    },
    challengeForm: async () => challengeForm(call, `/order/${nextOrder("secure")}/transaction/auth`),
    issuerForm: async () => issuerForm(call, `/3DSecureId/${nextOrder("check")}`),
    browserPaymentPage: async (providerA = {}) =>
      browserPaymentPage(call, `/order/${nextOrder("browser")}/transaction/1`, providerA),
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
  return formFor(asked.authentication.redirect.html);
}

async function issuerForm(call: Call, path: string): Promise<string> {
  const checked = await call("PUT", path, {
    "3DSecure": { authenticationRedirect: { responseUrl: RETURN_URL, pageGenerationMode: "SIMPLE" } },
    apiOperation: "CHECK_3DS_ENROLLMENT",
    order: { amount: ORDER.amount, currency: ORDER.currency },
    sourceOfFunds: CARD_FUNDS,
  });
  return formFor(checked["3DSecure"].authenticationRedirect.simple.htmlBodyContent);
}

async function browserPaymentPage(call: Call, path: string, providerA: object): Promise<string> {
  const { amount, currency, description } = ORDER;
  const { browserPayment } = await call("PUT", path, {
    apiOperation: "INITIATE_BROWSER_PAYMENT",
    browserPayment: {
      operation: "PAY",
      returnUrl: RETURN_URL,
      providerA: { paymentConfirmation: "CONFIRM_AT_PROVIDER", ...providerA },
    },
    order: { amount, currency, description, reference: "Basket 77" },
    shipping: { address: SHIPPING },
    sourceOfFunds: { type: "PROVIDER_A" },
  });
  return browserPayment.redirectUrl;
}

const SHIPPING = { street: "1 George Street", city: "Brisbane", postcodeZip: "4000", country: "AUS" };

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

/** The form for the whole page; what would send it at once, or into a frame, is left out. */
function formFor(html: string): string {
  return html.replace(/<script.*?<\/script>/gs, "").replace(/ target="[^"]*"/g, "");
}
