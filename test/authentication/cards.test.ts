import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { authenticate, authenticated, initiate, payWith } from "./calls.ts";
import { CARDS, ERRORS_OF_INITIATION, ERRORS_OF_PAYER } from "./card-cases.ts";

const EXPECTED = {
  C: ["PENDING", "PENDING", "PROCEED", "AUTHENTICATION_PENDING", "AUTHENTICATION_INITIATED", "REQUIRED"],
  Y: ["SUCCESS", "APPROVED", "PROCEED", "AUTHENTICATION_SUCCESSFUL", "AUTHENTICATED", "NOT_REQUIRED"],
  A: ["SUCCESS", "APPROVED", "PROCEED", "AUTHENTICATION_ATTEMPTED", "AUTHENTICATED", "NOT_REQUIRED"],
  N: [
    ...["FAILURE", "DECLINED", "DO_NOT_PROCEED", "AUTHENTICATION_FAILED"],
    ...["AUTHENTICATION_UNSUCCESSFUL", "NOT_REQUIRED"],
  ],
  R: [
    ...["FAILURE", "DECLINED", "DO_NOT_PROCEED", "AUTHENTICATION_REJECTED"],
    ...["AUTHENTICATION_UNSUCCESSFUL", "NOT_REQUIRED"],
  ],
  U: [
    ...["FAILURE", "DECLINED", "PROCEED", "AUTHENTICATION_UNAVAILABLE"],
    ...["AUTHENTICATION_UNSUCCESSFUL", "NOT_REQUIRED"],
  ],
  exempt: [
    ...["SUCCESS", "APPROVED", "PROCEED", "AUTHENTICATION_EXEMPT"],
    ...["AUTHENTICATION_NOT_NEEDED", "NOT_REQUIRED"],
  ],
} as const;

const TOLD = [
  ...["result", "response.gatewayCode", "response.gatewayRecommendation"],
  ...["transaction.authenticationStatus", "order.status", "authentication.payerInteraction"],
];

const told = (body: unknown, paths: readonly string[]): readonly (Json | undefined)[] =>
  paths.map((path) => valueAt(body as Json, path));

/** No order id looks like a card number. */
const orderOf = (kind: string, number: string): string =>
  `${kind}-${Array.from(number).reverse().join("-x-")}`.slice(0, 40);

describe("the test cards of authentications", () => {
  const running = suiteSandbox({ merchants: { SHOP: {} } });

  for (const { number, purpose, method, letter, reason, eci, token } of CARDS) {
    it(`authenticate ${number}: ${purpose}`, async () => {
      const client = clientOn(running, "SHOP");
      const { initiated, asked } = await authenticated(client, orderOf("order", number), number);
      expect(told(initiated.body, TOLD.slice(0, 5))).to.deep.equal([
        ...["SUCCESS", "AUTHENTICATION_IN_PROGRESS", "PROCEED"],
        ...["AUTHENTICATION_AVAILABLE", "AUTHENTICATION_INITIATED"],
      ]);
      expect(told(initiated.body, ["authentication.3ds2.methodSupported", "order.amount"])).to.deep.equal([
        method === "y" ? "SUPPORTED" : "NOT_SUPPORTED",
        undefined,
      ]);
      expect(asked.status).to.equal(201);
      expect(told(asked.body, TOLD)).to.deep.equal(EXPECTED[letter]);
      const three = ["authentication.3ds2.statusReasonCode", "authentication.3ds.acsEci"];
      expect(told(asked.body, [...three, "authentication.3ds.authenticationToken"])).to.deep.equal([
        ...[reason, eci, token],
      ]);
    });
  }

  for (const number of ERRORS_OF_INITIATION) {
    it(`answer ${number} with an error when it is initiated`, async () => {
      const call = { order: orderOf("error", number), transaction: "auth", body: initiate(number) };
      const client = clientOn(running, "SHOP");
      const answer = await client.put(call);
      expect([answer.status, valueAt(answer.body as Json, "error.cause")]).to.deep.equal([
        500,
        "SERVER_FAILED",
      ]);
      expect((await client.getOrder(call.order)).status).to.equal(400);
    });
  }

  for (const number of ERRORS_OF_PAYER) {
    it(`answer ${number} with an error when the payer is asked`, async () => {
      const client = clientOn(running, "SHOP");
      const { initiated, asked } = await authenticated(client, orderOf("error", number), number);
      expect([initiated.status, asked.status]).to.deep.equal([201, 500]);
    });
  }

  it("leave a card that nobody names unenrolled, and send its payer straight back", async () => {
    const client = clientOn(running, "SHOP");
    const { initiated, asked } = await authenticated(client, "unknown", "4000000000000002");
    for (const { body } of [initiated, asked]) {
      expect(told(body, ["authentication.version", ...TOLD.slice(2, 5)])).to.deep.equal([
        ...["NONE", "PROCEED", "AUTHENTICATION_NOT_SUPPORTED", "AUTHENTICATION_NOT_NEEDED"],
      ]);
    }
    const html = valueAt(asked.body as Json, "authentication.redirect.html");
    expect(html).to.contain('id="threedsFrictionLessRedirectForm"');
    const paid = await client.put({
      order: "unknown",
      transaction: "pay",
      body: payWith("4000000000000002", "auth"),
    });
    expect(told(paid.body, ["result", "order.status"])).to.deep.equal(["SUCCESS", "CAPTURED"]);
  });

  for (const version of [53, 57, 60, 61]) {
    it(`are named by the payment in mode strict in version ${version} too`, async () => {
      const client = clientOn(running, "SHOP");
      const [order, number] = [`version-${version}`, "5123456789012346"];
      await authenticated(client, order, number, version);
      const body = payWith(number, "auth");
      const paid = await client.put({ order, transaction: "pay", version, body });
      expect(paid.status, paid.text).to.equal(201);
      expect(told(paid.body, ["authentication.3ds2.transactionStatus"])).to.deep.equal(["Y"]);
    });
  }

  for (const [number, letter] of [
    ["2223000000000023", "Y"],
    ["5111111111111118", "N"],
  ] as const) {
    it(`know ${number} in apps alone`, async () => {
      const client = clientOn(running, "SHOP");
      const at = { order: orderOf("app", number), transaction: "auth" };
      await client.put({ ...at, body: initiate(number, "PAYER_APP") });
      const asked = await client.put({ ...at, body: authenticate(number) });
      expect(told(asked.body, TOLD)).to.deep.equal(EXPECTED[letter]);
      const browser = await client.put({
        order: orderOf("browser", number),
        transaction: "auth",
        body: initiate(number),
      });
      expect(told(browser.body, ["transaction.authenticationStatus"])).to.deep.equal([
        "AUTHENTICATION_NOT_SUPPORTED",
      ]);
    });
  }
});
