import { join } from "node:path";
import { expect } from "chai";
import { openLogStore } from "../../server/store/log-store.ts";
import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Gateway } from "../../server/gateway/gateway.ts";
import { authenticated } from "../authentication/calls.ts";
import { playMethod } from "../authentication/emulator.ts";
import { acsResult, answeredBy, check, enrollmentClientOf } from "../authentication/enrollment-client.ts";
import { initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "../browser/checkout-client.ts";
import { payerOf } from "../browser/payer.ts";
import { assessment, cardBalance, cardClientOf, optionsFor } from "../support/card-requests.ts";
import { watchedWork } from "../support/repeated-work.ts";
import { CARD, FUNDS, pay, refund } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTMERCHANT";

/** A card whose issuer asks its payer. */
const CHALLENGED = "5123450000000008";

/** What writes: everything of the gateway but what only looks. */
type Family = Exclude<keyof Gateway, "information" | "retrieveOrder" | "retrieveTransaction">;
type Story = (running: TestSandbox) => Promise<readonly Response[]>;

const STORIES: { readonly [family in Family]: Story } = {
  transact: async ({ sandbox }) => {
    const client = clientOf(sandbox.url, MERCHANT);
    await request(sandbox.url)
      .post(`/_sandbox/v1/merchants/${MERCHANT}/arm`)
      .send({ rule: { id: "next", outcomes: ["DECLINED", "APPROVED"], delay: "1ms" } });
    return [
      await client.put({ order: "1", transaction: "1", body: pay() }),
      await client.put({ order: "1", transaction: "2", body: pay() }),
      await client.put({ order: "1", transaction: "2", body: pay() }),
      await client.put({ order: "1", transaction: "3", body: refund("10.00") }),
    ];
  },
  refundRequests: async ({ sandbox }) => {
    const client = clientOf(sandbox.url, "APPROVING");
    const settle = `/_sandbox/v1/merchants/APPROVING/orders/1/transactions/2/approve`;
    return [
      await client.put({ order: "1", transaction: "1", body: pay() }),
      await client.put({ order: "1", transaction: "2", body: refund("30.00") }),
      await request(sandbox.url).post(settle),
    ];
  },
  browserPayments: async ({ sandbox }) => {
    const initiated = await clientOf(sandbox.url, MERCHANT).put({
      ...{ order: "2", transaction: "1", body: initiate() },
    });
    return [initiated, await payerOf(initiated).choose("pay")];
  },
  challenges: async ({ sandbox }) => {
    const { initiated, asked } = await authenticated(clientOf(sandbox.url, MERCHANT), "5", CHALLENGED);
    const answer = `/_sandbox/v1/merchants/${MERCHANT}/orders/5/transactions/auth/challenge`;
    return [
      initiated,
      await playMethod(initiated),
      asked,
      await request(sandbox.url).post(answer).send({ outcome: "SUCCESSFUL" }),
    ];
  },
  enrollments: async ({ sandbox }) => {
    const secure = enrollmentClientOf(sandbox.url, MERCHANT);
    const checked = await secure.check("check", check(CHALLENGED));
    const { PaRes = "" } = (await answeredBy(checked, {})).fields;
    return [checked, await secure.process("check", acsResult(PaRes))];
  },
  checkout: async ({ sandbox }) => {
    const begun = await begin(sandbox.url, checkoutOf("3"));
    return [begun, await hostedPageOf(sandbox.url, sessionIdOf(begun)).submit(CARD_FORM)];
  },
  sessions: async (running) => {
    const made = await call(running, "post", "session", {});
    const id = sessionIdOf(made);
    const refused = await call(running, "put", `session/${id}`, { order: { currency: "NONE" } });
    expect(refused.status).to.equal(400);
    const updated = await call(running, "put", `session/${id}`, { sourceOfFunds: FUNDS });
    const body = { ...pay(), sourceOfFunds: undefined, session: { id } } as unknown as JsonObject;
    const paid = await clientOf(running.sandbox.url, MERCHANT).put({ order: "4", transaction: "1", body });
    return [made, updated, paid];
  },
  forms: async (running) => {
    const id = sessionIdOf(await call(running, "post", "session", {}));
    const { url } = running.sandbox;
    const path = `/form/version/100/merchant/${MERCHANT}/session`;
    return [
      await request(url).post(path).send({ session: { id } }),
      await request(url).put(`${path}/${id}`).send({ sourceOfFunds: FUNDS }),
    ];
  },
  tokens: async (running) => {
    const made = await call(running, "post", "token", { sourceOfFunds: FUNDS });
    const id = textAt(made.body as Json, "token") ?? "";
    const expiry = { month: "02", year: "39" };
    const changed = { sourceOfFunds: { provided: { card: { expiry } } } };
    return [
      made,
      await call(running, "put", `token/${id}`, changed),
      await call(running, "delete", `token/${id}`),
    ];
  },
  inquireBalance: async ({ sandbox }) => [
    await cardClientOf(sandbox.url, MERCHANT).inquire(cardBalance(CARD.number)),
  ],
  inquirePaymentOptions: async ({ sandbox }) => [
    await cardClientOf(sandbox.url, MERCHANT).options(optionsFor(CARD.number)),
  ],
  assessRisk: async ({ sandbox }) => {
    const client = cardClientOf(sandbox.url, MERCHANT);
    return [await client.assess("1", assessment()), await client.assess("1", assessment("20.00"))];
  },
};

function call(
  { sandbox }: TestSandbox,
  method: "delete" | "post" | "put",
  path: string,
  body?: JsonObject,
): Promise<Response> {
  const call = request(sandbox.url)[method](`/api/rest/version/100/merchant/${MERCHANT}/${path}`);
  return call.auth(`merchant.${MERCHANT}`, "sandbox").send(body);
}

describe("the work of a request", () => {
  const watched = watchedWork();
  let running: Started;
  before(async () => {
    const merchants = { [MERCHANT]: {}, APPROVING: { refundApproval: true } };
    running = await startWith({ merchants, environment: { SANDBOX_NOTIFICATIONS: "on" }, watched });
  });
  after(() => running.stop());

  for (const [family, story] of Object.entries(STORIES)) {
    it(`comes to the same when it is run again, and the second result counts: ${family}`, async () => {
      const before = watched.works.length;
      for (const { status, text } of await story(running)) expect(status, text).to.be.within(200, 303);
      const works = watched.works.slice(before);
      expect(works).not.to.deep.equal([]);
      for (const { first, second } of works) expect(second).to.equal(first);
    });
  }

  it("is seen to leave a trace when it does", async () => {
    const { works, around, random } = watchedWork();
    const { folder } = running;
    const store = around(await openLogStore({ folder: join(folder, "other"), log: () => undefined }));
    const key = { merchantId: MERCHANT, orderId: undefined, records: [] };
    let runs = 0;
    await store.transact(key, () => ({ order: undefined, records: [], result: (runs += 1) }));
    await store.transact(key, () => ({ order: undefined, records: [], result: random(8).join() }));
    await store.close();
    expect(works.map(({ first, second }) => first === second)).to.deep.equal([false, true]);
  });
});
