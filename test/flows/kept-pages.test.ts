import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { RecordKind, Store } from "../../server/store/store.ts";
import { authenticated } from "../authentication/calls.ts";
import { playMethod } from "../authentication/emulator.ts";
import { initiate } from "../browser/browser-requests.ts";
import { begin, checkoutOf } from "../browser/checkout-client.ts";
import { advance } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { runningTwice } from "../support/repeated-work.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const KINDS = ["authentication", "browser-payment", "checkout"] as const;
const DAY_MS = 86_400_000;

describe("the pages that payers open", () => {
  let folder: string;
  let running: TestSandbox;
  let store: Store;
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = await startTestSandbox({ SANDBOX_DATA: join(folder, "data"), ...environment }, (opened) => {
      store = opened;
      return runningTwice(opened);
    });
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kept-pages-"));
  });
  afterEach(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const ALL = { limit: Infinity, after: undefined };
  const listed = async (owner: string, kind: RecordKind): Promise<readonly string[]> =>
    (await store.listRecords(owner, kind, ALL)).map(({ value }) => textAt(value, "orderId") ?? "");
  /** The orders that have pages, by the kind of page. */
  const pages = async (): Promise<readonly (readonly string[])[]> =>
    Promise.all(KINDS.map((kind) => listed("*pages*", kind)));
  const pay = async (merchant: string, order: string): Promise<void> => {
    const client = clientOf(running.sandbox.url, merchant);
    const paid = await client.put({ order: `${order}-b`, transaction: "1", body: initiate() });
    expect(paid.status).to.equal(201);
    const { initiated, asked } = await authenticated(client, `${order}-a`, "5123450000000008");
    expect([initiated.status, asked.status]).to.deep.equal([201, 201]);
    await playMethod(initiated);
  };
  const checkOut = async (merchant: string, order: string): Promise<string> =>
    sessionOf(await begin(running.sandbox.url, checkoutOf(order), { merchant })).id;
  const methods = async (merchant: string): Promise<number> =>
    store.countRecords(merchant, "authentication-method");

  it("go with the orders that are too many, and those of other merchants stay", async () => {
    await start({ SANDBOX_ORDERS_KEPT: "4" });
    await pay("TESTOTHER", "other");
    for (const order of ["1", "2", "3", "4"]) await pay("TESTSHOP", order);
    expect(await pages()).to.deep.equal([
      ["other-a", "other-a", "3-a", "3-a", "4-a", "4-a"],
      ["other-b", "3-b", "4-b"],
      [],
    ]);
    expect([await methods("TESTSHOP"), await methods("TESTOTHER")]).to.deep.equal([2, 1]);
  });

  it("go with the orders that are too old", async () => {
    await start({ SANDBOX_DAYS_KEPT: "3" });
    for (const order of ["1", "2"]) await pay("TESTSHOP", order);
    const dayAfter = async (days: number): Promise<void> => {
      await running.stop();
      const later = new Date(Date.parse(TEST_TIME) + days * DAY_MS).toISOString();
      await start({ SANDBOX_DAYS_KEPT: "3", SANDBOX_CLOCK: later });
    };
    await dayAfter(1);
    await pay("TESTSHOP", "3");
    await dayAfter(4.5);
    expect(await pages()).to.deep.equal([["3-a", "3-a"], ["3-b"], []]);
    expect(await methods("TESTSHOP")).to.equal(1);
  });

  it("go with the sessions that are too many", async () => {
    await start({ SANDBOX_SESSIONS_KEPT: "2" });
    for (const order of ["1", "2", "3", "4"]) await checkOut("TESTSHOP", order);
    expect(await pages()).to.deep.equal([[], [], ["3", "4"]]);
  });

  it("go with the sessions that were over a day ago, with all that the checkout left", async () => {
    await start();
    const { url } = running.sandbox;
    const session = await checkOut("TESTSHOP", "old");
    await advance(url, "TESTSHOP", "P2D");
    await keptClientOf(url, "TESTSHOP").createSession();
    expect(await pages()).to.deep.equal([[], [], []]);
    expect(await store.countRecords("TESTSHOP", "checkout")).to.equal(0);
    expect((await request(url).get(`/checkout/pay/${session}?checkoutVersion=1.0.0`)).status).to.equal(404);
  });

  it("go with everything else of the merchant that is reset, and with no other's", async () => {
    await start();
    const { url } = running.sandbox;
    for (const merchant of ["TESTONE", "TESTTWO"]) {
      await pay(merchant, merchant);
      await checkOut(merchant, merchant);
    }
    await request(url)
      .post("/_sandbox/v1/merchants/TESTONE/reset")
      .send({ only: ["journal", "counters"] })
      .expect(200);
    expect(await methods("TESTONE")).to.equal(1);
    await request(url).post("/_sandbox/v1/merchants/TESTONE/reset").expect(200);
    expect(await pages()).to.deep.equal([["TESTTWO-a", "TESTTWO-a"], ["TESTTWO-b"], ["TESTTWO"]]);
    expect([await methods("TESTONE"), await methods("TESTTWO")]).to.deep.equal([0, 1]);
  });
});
