import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { listPages } from "../../server/gateway/pages.ts";
import type { PageKind } from "../../server/gateway/pages.ts";
import type { RecordKind, Store } from "../../server/store/store.ts";
import { authenticated } from "../authentication/calls.ts";
import { playMethod } from "../authentication/emulator.ts";
import { initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf } from "../browser/checkout-client.ts";
import { sessionOf } from "../support/kept.ts";
import { runningTwice } from "../support/repeated-work.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { eventually } from "../support/scenario-folder.ts";

const KINDS = ["authentication", "browser-payment", "checkout"] as const;
const MERCHANT = "TESTSTRAY";
const ASKED = "5123450000000008";

describe("the pages of what was gone before they were listed", () => {
  let folder: string;
  let running: TestSandbox;
  let store: Store;
  let client: Client;
  /** What others do just before a record of the kind is written, once. */
  let meanwhile: {
    readonly kind: RecordKind;
    readonly owner: string;
    readonly does: () => Promise<unknown>;
  }[];
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = await startTestSandbox({ SANDBOX_DATA: join(folder, "data"), ...environment }, (opened) => {
      store = opened;
      const twice = runningTwice(opened);
      return {
        ...twice,
        transact: async (key, work) => {
          const isMeant = key.records.some(({ kind }) => kind === meanwhile[0]?.kind);
          if (isMeant && key.merchantId === meanwhile[0]?.owner) await meanwhile.shift()?.does();
          return twice.transact(key, work);
        },
      };
    });
    client = clientOf(running.sandbox.url, MERCHANT);
  };
  beforeEach(async () => {
    meanwhile = [];
    folder = await mkdtemp(join(tmpdir(), "stray-pages-"));
  });
  afterEach(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const counted = (): Promise<readonly number[]> =>
    Promise.all(KINDS.map((kind) => store.countRecords("*pages*", kind)));
  const leftAfterRestart = async (counts: readonly number[]): Promise<void> => {
    await running.stop();
    await start();
    await eventually(counted, (found) => found.join() === counts.join());
  };
  const reset = async (): Promise<void> => {
    await request(running.sandbox.url).post(`/_sandbox/v1/merchants/${MERCHANT}/reset`).expect(200);
  };
  const beforeListed = (does: () => Promise<unknown>, kind: PageKind = "browser-payment"): void => {
    meanwhile = [{ kind, owner: "*pages*", does }];
  };
  const beforeKept = (kind: RecordKind): void => {
    meanwhile = [{ kind, owner: MERCHANT, does: reset }];
  };
  const initiated = (order: string): Promise<Response> =>
    client.put({ order, transaction: "1", body: initiate() });
  const checkOut = (order: string): Promise<Response> =>
    begin(running.sandbox.url, checkoutOf(order), { merchant: MERCHANT });

  it("go when their merchant was reset, and those of what is there stay", async () => {
    await start();
    beforeListed(reset);
    expect((await initiated("gone")).status).to.equal(201);
    beforeListed(reset, "authentication");
    await authenticated(client, "gone too", ASKED);
    beforeListed(reset, "checkout");
    expect((await checkOut("gone as well")).status).to.equal(201);
    await initiated("kept");
    await authenticated(client, "kept too", ASKED);
    await checkOut("kept as well");
    expect(await counted()).to.deep.equal([4, 2, 2]);
    await leftAfterRestart([2, 1, 1]);
  });

  it("go when their order was evicted", async () => {
    await start({ SANDBOX_ORDERS_KEPT: "1" });
    beforeListed(() => client.put({ order: "next", transaction: "1", body: pay() }));
    expect((await initiated("evicted")).status).to.equal(201);
    expect(await counted()).to.deep.equal([0, 1, 0]);
    await leftAfterRestart([0, 0, 0]);
  });

  it("go when another order has taken the id of theirs", async () => {
    await start();
    beforeListed(async () => {
      await reset();
      await client.put({ order: "same", transaction: "1", body: pay() });
    });
    await initiated("same");
    await leftAfterRestart([0, 0, 0]);
  });

  it("go however many there are", async () => {
    await start();
    const strays = Array.from({ length: 600 }, (_, at) => ({ kind: "checkout", id: `stray-${at}` }) as const);
    const target = { merchantId: MERCHANT, orderId: "gone", transactionId: "" };
    await checkOut("first");
    await listPages({ store }, strays, target);
    await checkOut("last");
    await leftAfterRestart([0, 0, 2]);
  });

  it("leave nothing that the issuer's hidden page said, once their order is gone", async () => {
    await start();
    const { initiated: begun } = await authenticated(client, "order", ASKED);
    beforeKept("authentication-method");
    await playMethod(begun);
    expect(meanwhile).to.deep.equal([]);
    expect(await store.countRecords(MERCHANT, "authentication-method")).to.equal(0);
  });

  it("leave nothing that a payer entered, once their session is gone", async () => {
    await start();
    const secure = { "interaction.action.3DSecure": "MANDATORY" };
    const { id } = sessionOf(
      await begin(running.sandbox.url, checkoutOf("order", secure), { merchant: MERCHANT }),
    );
    beforeKept("checkout");
    const entered = { action: "pay", ...CARD_FORM };
    await request(running.sandbox.url).post(`/checkout/pay/${id}`).type("form").send(entered);
    expect(meanwhile).to.deep.equal([]);
    expect(await store.countRecords(MERCHANT, "checkout")).to.equal(0);
  });

  it("are of checkouts that begin and end with their session", async () => {
    await start();
    beforeKept("checkout");
    await checkOut("order");
    const kept = (kind: RecordKind): Promise<number> => store.countRecords(MERCHANT, kind);
    expect([await kept("session"), await kept("checkout")]).to.deep.equal([1, 1]);
    beforeListed(reset, "checkout");
    await checkOut("order");
    expect([await kept("session"), await kept("checkout")]).to.deep.equal([0, 0]);
  });
});
