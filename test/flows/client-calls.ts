import type { Json, JsonObject } from "../../server/domain/json.ts";
import { authorize, pay, verify, withValues } from "../support/requests.ts";

/** A request as a public client sends it; `{order}` in path and body stands for an order id of the test's own. */
export interface ClientCall {
  readonly takes: string;
  readonly method: "post" | "put";
  readonly path: string;
  readonly version: number;
  readonly body: JsonObject;
  /** Members of the answer, by their dotted path. */
  readonly answers?: Readonly<Record<string, Json | undefined>>;
  /** Fields that only mode gateway takes so; undefined: mode strict takes the request as well. */
  readonly deviations?: readonly string[];
}

const TRANSACTION = "/order/{order}/transaction/1";

const paying = (version: number, body: JsonObject) => ({
  method: "put" as const,
  path: TRANSACTION,
  version,
  body,
});

const beginning = (version: number, body: JsonObject) => ({
  method: "post" as const,
  path: "/session",
  version,
  body,
});

const AUTHENTICATION = {
  acceptVersions: "3DS1,3DS2",
  channel: "PAYER_BROWSER",
  purpose: "PAYMENT_TRANSACTION",
  redirectResponseUrl: "https://shop.example/3ds?order=1",
};

const BROWSER = {
  "3DSecureChallengeWindowSize": "FULL_SCREEN",
  acceptHeaders: "text/html",
  colorDepth: 24,
  javaEnabled: true,
  language: "en-US",
  screenHeight: 640,
  screenWidth: 480,
  timeZone: -120,
};

const checkout = (apiOperation: string, values: Parameters<typeof withValues>[1] = {}): JsonObject =>
  withValues(
    {
      apiOperation,
      interaction: { operation: "PURCHASE", merchant: { name: "Tea & Co" } },
      order: { id: "{order}", amount: "100.00", currency: "USD", description: "Tea" },
    },
    values,
  );

const payer = { authentication: AUTHENTICATION, device: { browser: "Firefox", browserDetails: BROWSER } };

const SESSIONS: readonly ClientCall[] = [45, 61, 78, 100].map((version) => ({
  takes: `the payer's authentication and browser in POST session v${version}`,
  ...beginning(version, payer),
  answers: payer,
}));

const CHECKOUTS: readonly ClientCall[] = (
  [
    ["CREATE_CHECKOUT_SESSION", 45],
    ["CREATE_CHECKOUT_SESSION", 62],
    ["INITIATE_CHECKOUT", 63],
    ["INITIATE_CHECKOUT", 78],
    ["INITIATE_CHECKOUT", 100],
  ] as const
).flatMap(([name, version]): readonly ClientCall[] => [
  {
    takes: `the payer's authentication and browser in ${name} v${version}`,
    ...beginning(version, { ...checkout(name), ...payer }),
  },
  {
    takes: `an invoice number and saved cards in ${name} v${version}`,
    ...beginning(
      version,
      checkout(name, {
        "order.invoiceNumber": "INV-1",
        "interaction.saveCardForCredentialOnFile": "PAYER_INITIATED_PAYMENTS",
        "interaction.tokens": ["9000000000000001"],
      }),
    ),
  },
]);

const REASON = "authentication.3ds2.statusReasonCode";

const MEMBERS: readonly ClientCall[] = [
  {
    takes: "userId in CREATE_CHECKOUT_SESSION v45",
    ...beginning(45, checkout("CREATE_CHECKOUT_SESSION", { userId: "clerk" })),
  },
  ...[60, 78, 100].flatMap((version): readonly ClientCall[] => [
    {
      takes: `transaction.frequency in PAY v${version}`,
      ...paying(version, withValues(pay(), { "transaction.frequency": "SINGLE" })),
      deviations: ["transaction.frequency"],
    },
    {
      takes: `order.invoiceNumber in PAY v${version}`,
      ...paying(version, withValues(pay(), { "order.invoiceNumber": "INV-1" })),
      answers: { "order.invoiceNumber": "INV-1" },
      deviations: ["order.invoiceNumber"],
    },
    {
      takes: `the reason of a result of 3-D Secure from elsewhere in PAY v${version}`,
      ...paying(version, withValues(pay(), { [REASON]: "01" })),
      deviations: [REASON],
    },
  ]),
  {
    takes: "transaction.frequency in VERIFY v100",
    ...paying(100, withValues(verify(), { "transaction.frequency": "RECURRING" })),
    deviations: ["transaction.frequency"],
  },
  {
    takes: "an agreement without apiOperation in POST session v63",
    ...beginning(63, { agreement: { id: "subscription-1", type: "OTHER" } }),
    answers: { agreement: { id: "subscription-1", type: "OTHER" }, "session.updateStatus": "SUCCESS" },
  },
  {
    takes: "a checkout without apiOperation in POST session v63",
    ...beginning(63, checkout("", { apiOperation: undefined, "agreement.id": "subscription-1" })),
    answers: { checkoutMode: "WEBSITE", result: "SUCCESS" },
  },
];

const VALUES: readonly ClientCall[] = [
  {
    takes: '"" where the shop has no value',
    ...paying(
      60,
      withValues(pay(), { "customer.phone": "", "billing.address.street2": "", "order.reference": "" }),
    ),
    answers: { customer: undefined, "order.reference": undefined },
    deviations: ["billing.address.street2", "customer.phone", "order.reference"],
  },
  {
    takes: "digits in a text for session.authenticationLimit",
    ...beginning(100, { session: { authenticationLimit: "2" } }),
    answers: { "session.authenticationLimit": 2 },
    deviations: ["session.authenticationLimit"],
  },
  {
    takes: "texts in device.browserDetails",
    ...beginning(100, {
      device: { browserDetails: { screenHeight: "640", javaEnabled: "false", timeZone: "-60" } },
    }),
    answers: { device: { browserDetails: { screenHeight: 640, javaEnabled: false, timeZone: -60 } } },
    deviations: [
      "device.browserDetails.javaEnabled",
      "device.browserDetails.screenHeight",
      "device.browserDetails.timeZone",
    ],
  },
  {
    takes: "decimals in texts for duties and rates",
    ...paying(
      60,
      withValues(pay(), {
        "order.dutyAmount": "1.50",
        "order.itemAmount": "90.00",
        "order.shippingAndHandlingAmount": "10.00",
        "order.shippingAndHandlingTaxRate": "0.025",
      }),
    ),
    answers: { "order.dutyAmount": 1.5, "order.shippingAndHandlingTaxRate": 0.025 },
    deviations: ["order.dutyAmount", "order.shippingAndHandlingTaxRate"],
  },
  ...[60, 78, 99].map((version) => ({
    takes: `a net amount alone in PAY v${version}`,
    ...paying(version, withValues(pay(), { "order.amount": undefined, "order.netAmount": "100.00" })),
    answers: { "order.amount": 100 },
    deviations: ["order.amount"],
  })),
  ...[
    { name: "PAY", body: pay() },
    { name: "AUTHORIZE", body: authorize() },
    { name: "VERIFY", body: verify() },
  ].map(({ name, body }) => ({
    takes: `the ids of the path in the body of ${name}`,
    ...paying(60, withValues(body, { "order.id": "{order}", "transaction.id": "1" })),
    deviations: ["order.id", "transaction.id"],
  })),
];

export const CLIENT_CALLS: readonly ClientCall[] = [...SESSIONS, ...CHECKOUTS, ...MEMBERS, ...VALUES];
