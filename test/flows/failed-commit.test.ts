import { expect } from "chai";
import request from "supertest";
import { StoreUnavailable } from "../../server/store/store.ts";
import type { Store } from "../../server/store/store.ts";
import { cardBalance, cardClientOf } from "../support/card-requests.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { answered } from "./played.ts";

const MERCHANT = "TESTCOMMIT";
const ARMED = `/_sandbox/v1/merchants/${MERCHANT}`;

/** A store that runs the work and then cannot write what it came to, as long as it is broken. */
function breakable(store: Store, isBroken: () => boolean): Store {
  return {
    ...store,
    transact: (key, work) =>
      store.transact(key, (found) => {
        const done = work(found);
        if (isBroken()) throw new StoreUnavailable("the disk is full");
        return done;
      }),
  };
}

describe("a request whose commit fails", () => {
  let running: TestSandbox;
  let client: Client;
  let isBroken = false;
  before(async () => {
    running = await startTestSandbox({}, (store) => breakable(store, () => isBroken));
    client = clientOf(running.sandbox.url, MERCHANT);
  });
  afterEach(() => {
    isBroken = false;
  });
  after(() => running.stop());

  const arm = (rule: object) => request(running.sandbox.url).post(`${ARMED}/arm`).send({ rule });
  const armed = async (): Promise<readonly object[]> =>
    ((await request(running.sandbox.url).get(`${ARMED}/armed`)).body as { armed: readonly object[] }).armed;

  it("leaves the armed rule that would have decided it to the next one", async () => {
    await arm({ id: "next", outcome: "BLOCKED" });
    isBroken = true;
    expect((await client.put({ order: "1", transaction: "1", body: pay() })).status).to.equal(500);
    isBroken = false;
    expect(await armed()).to.deep.equal([{ id: "next", rule: { outcome: "BLOCKED" }, times: 1 }]);
    const again = await client.put({ order: "1", transaction: "1", body: pay() });
    expect(answered(again).response.gatewayCode).to.equal("BLOCKED");
    expect(await armed()).to.deep.equal([]);
  });

  it("leaves it also when the request was about a card alone", async () => {
    await arm({ id: "delayed", delay: "1ms" });
    isBroken = true;
    const { inquire } = cardClientOf(running.sandbox.url, MERCHANT);
    expect((await inquire(cardBalance("4000000000000002"))).status).to.equal(500);
    expect(await armed()).to.deep.equal([{ id: "delayed", rule: { delay: "1ms" }, times: 1 }]);
    await request(running.sandbox.url).delete(`${ARMED}/armed`);
  });

  it("says nothing of a decision that did not come to be", async () => {
    isBroken = true;
    const failed = await client.put({ order: "2", transaction: "1", body: pay() });
    const { committed, scenario, transition, request: shown } = await client.why(failed);
    expect({ committed, scenario, transition }).to.deep.equal({
      committed: false,
      scenario: undefined,
      transition: undefined,
    });
    expect(shown.operation).to.equal("PAY");
  });
});

describe("requests at once", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  it("use an armed rule as often as it is armed, and no more", async () => {
    const client = clientOf(running.sandbox.url, MERCHANT);
    await request(running.sandbox.url)
      .post(`${ARMED}/arm`)
      .send({ rule: { id: "thrice", outcome: "BLOCKED" }, times: 3 });
    const payments = Array.from({ length: 8 }, (_, index) =>
      client.put({ order: `race-${index}`, transaction: "1", body: pay() }),
    );
    const codes = (await Promise.all(payments)).map((payment) => answered(payment).response.gatewayCode);
    expect(codes.filter((code) => code === "BLOCKED")).to.have.length(3);
  });
});
