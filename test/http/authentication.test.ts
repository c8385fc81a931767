import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { pay } from "../support/requests.ts";
import { startWithFiles } from "../support/scenario-folder.ts";

const ORDER = "/api/rest/version/100/merchant/TESTSHOP/order";
const INVALID_CREDENTIALS = {
  error: { cause: "INVALID_REQUEST", explanation: "Invalid credentials." },
  result: "ERROR",
};
const FOREIGN = {
  error: {
    cause: "INVALID_REQUEST",
    explanation: "Authenticated entity not authorised to perform operation for target entity",
  },
  result: "ERROR",
};

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString("base64")}`;

describe("authentication", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const send = (method: "get" | "put", path: string, authorization?: string, body?: string): request.Test => {
    const call = request(running.sandbox.url)[method](path);
    if (authorization !== undefined) void call.set("Authorization", authorization);
    return body === undefined ? call : call.set("Content-Type", "application/json").send(body);
  };

  const expectChallenge = (response: Response): void => {
    expect(response.status).to.equal(401);
    expect(response.text).to.equal(JSON.stringify(INVALID_CREDENTIALS));
    expect(response.get("WWW-Authenticate")).to.equal('Basic realm="gateway-sandbox"');
    expect(response.get("Content-Type")).to.equal("application/json;charset=UTF-8");
    expect(response.get("X-Sandbox-Exchange")).to.match(/^[0-9a-f-]{36}$/);
  };

  const wrong: Readonly<Record<string, string | undefined>> = {
    "no credentials at all": undefined,
    "a wrong password": basic("merchant.TESTSHOP:guess"),
    "no password": basic("merchant.TESTSHOP:"),
    "a password that only begins right": basic("merchant.TESTSHOP:sandboxx"),
    "a part of the password": basic("merchant.TESTSHOP:sand"),
    "the merchant id without its prefix": basic("TESTSHOP:sandbox"),
    "the prefix in other letters": basic("Merchant.TESTSHOP:sandbox"),
    "an empty user": basic(":sandbox"),
    "an unknown merchant": basic("merchant.SHOP:sandbox"),
    "a merchant id that no merchant can have": basic("merchant.TEST SHOP:sandbox"),
    "a merchant id that holds a card number": basic("merchant.TEST5123450000000008:sandbox"),
    "a member of every object as the merchant": basic("merchant.__proto__:sandbox"),
    "no colon": basic("merchant.TESTSHOP"),
    "something that is no Base64": "Basic %%%",
    "another scheme": "Bearer sandbox",
    "an empty header": "",
  };
  for (const [name, authorization] of Object.entries(wrong)) {
    it(`answers ${name} with 401 and a challenge`, async () => {
      expectChallenge(await send("get", `${ORDER}/order-1`, authorization));
    });
  }

  const TEST_RULE = "Without a merchant file, every id that begins with TEST, in capitals, may call.";
  const reasons: Readonly<Record<string, string>> = {
    "no credentials at all": `The request has no Authorization header. Send HTTP Basic with the user merchant.<id> and the merchant's password. ${TEST_RULE}`,
    "a wrong password": `The password is not that of merchant TESTSHOP, which is the default, "sandbox".`,
    "an unknown merchant": `There is no merchant SHOP. ${TEST_RULE}`,
    "the merchant id without its prefix": `The user must be merchant. followed by the merchant's id. ${TEST_RULE}`,
    "a merchant id that no merchant can have": `What follows merchant. in the user is not a merchant id. ${TEST_RULE}`,
    "a merchant id that holds a card number": `What follows merchant. in the user is not a merchant id. ${TEST_RULE}`,
    "another scheme":
      "The Authorization header is not HTTP Basic: the word Basic, a blank, and user:password in Base64.",
  };
  for (const [name, reason] of Object.entries(reasons)) {
    it(`says in the exchange why ${name} does not do`, async () => {
      const response = await send("get", `${ORDER}/order-1`, wrong[name]);
      const { notes } = await clientOf(running.sandbox.url, "TESTSHOP").why(response);
      expect(notes).to.deep.equal([reason]);
    });
  }

  const listed = Array.from({ length: 22 }, (_, index) => `SHOP_${index + 1}`);
  for (const [count, says] of [
    [2, "There is no merchant TESTSHOP. Ids that may call: SHOP_1, SHOP_2."],
    [22, /Ids that may call: SHOP_1, .*, SHOP_20, and 2 more\.$/],
  ] as const) {
    it(`names the merchants of a file with ${count} of them, and no password that is nobody's default`, async () => {
      const merchants = Object.fromEntries(listed.slice(0, count).map((id) => [id, {}]));
      const other = await startWithFiles({ files: { "default.yaml": "version: 1\nrules: []\n" }, merchants });
      const path = `${other.sandbox.url}${ORDER}/1`;
      const unknown = await request(path).get("").set("Authorization", basic("merchant.TESTSHOP:x"));
      const mistaken = await request(path).get("").set("Authorization", basic("merchant.SHOP_1:x"));
      const { why } = clientOf(other.sandbox.url, "SHOP_1");
      expect((await why(unknown)).notes[0]).to.match(says instanceof RegExp ? says : new RegExp(`^${says}$`));
      expect((await why(mistaken)).notes).to.deep.equal(["The password is not that of merchant SHOP_1."]);
      await other.stop();
    });
  }

  const guarded = [
    ["balanceInquiry", "put"],
    ["paymentOptionsInquiry", "post"],
    ["riskassessment/1", "put"],
    ["session", "post"],
    ["order/1", "get"],
    ["order/1/transaction/1", "put"],
  ] as const;
  for (const [path, method] of guarded) {
    it(`guards ${path} also against a broken body`, async () => {
      const target = `/api/rest/version/100/merchant/TESTSHOP/${path}`;
      const agent = request(running.sandbox.url);
      const call = agent[method](target).set("Authorization", basic("merchant.TESTSHOP:x"));
      expectChallenge(await call.send("{"));
    });
  }

  it("takes the scheme in any letters, as HTTP has it", async () => {
    const credentials = Buffer.from("merchant.TESTSHOP:sandbox").toString("base64");
    expect((await send("get", `${ORDER}/none`, `basic ${credentials}`)).status).to.equal(400);
  });

  it("refuses another merchant's path with 403, whether that merchant exists or not", async () => {
    for (const merchant of ["TESTOTHER", "SHOP", "testshop", "TESTSHOP%20"]) {
      const path = `/api/rest/version/100/merchant/${merchant}/order/1`;
      const response = await send("get", path, basic("merchant.TESTSHOP:sandbox"));
      expect([response.status, response.body], merchant).to.deep.equal([403, FOREIGN]);
      expect(response.get("WWW-Authenticate")).to.equal(undefined);
    }
  });

  it("never reads a body before the credentials are right, and nothing is used up", async () => {
    const path = `${ORDER}/order-unused/transaction/1`;
    const before = [
      await send("put", path, basic("merchant.TESTSHOP:guess"), JSON.stringify(pay())),
      await send("put", path, basic("merchant.TESTSHOP:guess"), '{"broken'),
      await send("put", path, undefined, JSON.stringify(pay())),
      await send("put", path, basic("merchant.TESTSHOP:guess"), `"${"x".repeat(1_100_000)}"`),
    ];
    before.forEach(expectChallenge);
    const foreign = await send("put", path, basic("merchant.TESTOTHER:sandbox"), JSON.stringify(pay()));
    expect(foreign.status).to.equal(403);
    expect((await clientOf(running.sandbox.url, "TESTOTHER").why(foreign)).notes).to.deep.equal([
      "The credentials are those of merchant TESTOTHER, but the path names merchant TESTSHOP.",
    ]);
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    for (const response of before) {
      const exchange = await client.why(response);
      expect(exchange.request.body).to.equal(undefined);
      expect(exchange.contract).to.equal(undefined);
    }
    expect((await client.getOrder("order-unused")).status).to.equal(400);
    expect((await client.put({ order: "order-unused", transaction: "1", body: pay() })).status).to.equal(201);
  });

  const order: readonly (readonly [string, "get" | "put", string, string | undefined, number])[] = [
    ["an unknown path before missing credentials", "put", ORDER, undefined, 404],
    ["a wrong method before missing credentials", "put", `${ORDER}/1`, undefined, 405],
    ["an undecodable path before missing credentials", "get", `${ORDER}/%zz`, undefined, 400],
    [
      "credentials before the version",
      "get",
      "/api/rest/version/0/merchant/TESTSHOP/order/1",
      undefined,
      401,
    ],
    ["credentials before the id", "get", `${ORDER}/${"x".repeat(41)}`, undefined, 401],
  ];
  for (const [name, method, path, authorization, status] of order) {
    it(`judges ${name}`, async () => {
      expect((await send(method, path, authorization)).status).to.equal(status);
    });
  }

  it("judges the JSON before the version and the contract", async () => {
    const path = "/api/rest/version/0/merchant/TESTSHOP/order/1/transaction/1";
    const response = await send("put", path, basic("merchant.TESTSHOP:sandbox"), "{");
    expect(response.text).to.contain("Json encoded payload error: Unexpected end of the payload");
  });

  it("asks for no credentials where the gateway tells whether it operates", async () => {
    const response = await send("get", "/api/rest/version/100/information");
    expect([response.status, response.body]).to.deep.equal([
      200,
      { gatewayVersion: "24.8.0.0", status: "OPERATING" },
    ]);
  });

  it("takes every merchant id that begins with TEST, each with orders of its own", async () => {
    for (const merchant of ["TEST", "TEST_a-1", `TEST${"9".repeat(8)}`]) {
      const client = clientOf(running.sandbox.url, merchant);
      const response = await client.put({ order: "order-shared", transaction: "1", body: pay() });
      expect(response.status, merchant).to.equal(201);
      expect(response.body).to.include({ merchant });
    }
  });
});

describe("authentication with a password of its own", () => {
  it("takes SANDBOX_PASSWORD instead of the default, with colons and letters of any language", async () => {
    const running = await startTestSandbox({ SANDBOX_PASSWORD: "pa:ss wörd" });
    try {
      const right = await clientOf(running.sandbox.url, "TESTSHOP", "pa:ss wörd").getOrder("none");
      expect(right.status).to.equal(400);
      expect((await clientOf(running.sandbox.url, "TESTSHOP").getOrder("none")).status).to.equal(401);
    } finally {
      await running.stop();
    }
  });
});
