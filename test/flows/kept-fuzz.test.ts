import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import { isAuthentication } from "../../server/domain/order/order.ts";
import type { Order } from "../../server/domain/order/order.ts";
import type { ListedRecord, RecordKind, Store } from "../../server/store/store.ts";
import { authenticated } from "../authentication/calls.ts";
import { formIn, htmlOf, submit } from "../authentication/emulator.ts";
import { initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf } from "../browser/checkout-client.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { runningTwice } from "../support/repeated-work.ts";
import { CARD, pay } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { createChance } from "./walk/chance.ts";

const MERCHANTS = ["TESTONE", "TESTTWO"] as const;
const PAGES = "*pages*";
const DAY_MS = 86_400_000;
const ALL = { limit: Infinity, after: undefined };

describe("what is kept, after anything in any order", () => {
  for (const seed of [1, 2, 3])
    it(`has an owner (seed ${seed})`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "kept-fuzz-"));
      const walk = createWalk(folder, seed);
      try {
        for (let day = 0; day < 4; day += 1) await walk.pass(day, 25);
        await walk.start(9);
        await eventually(walk.strays, (strays) =>
          strays.every(({ kind }) => kind === "authentication-method"),
        );
        expect(await walk.strays()).to.deep.equal([]);
      } finally {
        await walk.stop();
        await rm(folder, { recursive: true });
      }
    });
});

/** Steps of merchants and payers, and others in the moment before a record is written or an order goes. */
function createWalk(folder: string, seed: number) {
  const chance = createChance(seed);
  let running: TestSandbox | undefined;
  let store: Store;
  let begun: Response | undefined;
  let isBetween = false;
  const url = (): string => running?.sandbox.url ?? "";
  const between = async (): Promise<void> => {
    if (running === undefined || isBetween || !chance.oneIn(4)) return;
    isBetween = true;
    await chance.pick([reset, callBack])();
    isBetween = false;
  };
  const around = (opened: Store): Store => {
    store = opened;
    const twice = runningTwice(opened);
    return {
      ...twice,
      transact: async (key, work) => {
        if (key.records.length > 0) await between();
        return twice.transact(key, work);
      },
      evict: async (...given) => {
        await between();
        return twice.evict(...given);
      },
    };
  };
  const reset = (): Promise<Response> =>
    request(url())
      .post(`/_sandbox/v1/merchants/${chance.pick(MERCHANTS)}/reset`)
      .send()
      .then();
  /** What the issuer's hidden page does, unless it is gone. */
  const callBack = async (): Promise<void> => {
    const hidden = begun && (await submit(formIn(htmlOf(begun))));
    if (hidden?.ok === true) await submit(formIn(hidden.text));
  };
  const steps: readonly ((merchant: string, order: string) => Promise<unknown>)[] = [
    (merchant, order) => clientOf(url(), merchant).put({ order, transaction: "1", body: pay() }),
    (merchant, order) => clientOf(url(), merchant).put({ order, transaction: "2", body: initiate() }),
    async (merchant, order) => {
      const { initiated } = await authenticated(clientOf(url(), merchant), order, CARD.number);
      // An answer that comes again leads to where the sandbox was before.
      if (initiated.status === 201) begun = initiated;
    },
    callBack,
    async (merchant, order) => {
      const secure = { "interaction.action.3DSecure": "MANDATORY" };
      const answer = await begin(url(), checkoutOf(order, secure), { merchant });
      if (!answer.ok) return;
      const form = { action: "pay", ...CARD_FORM };
      await request(url())
        .post(`/checkout/pay/${sessionOf(answer).id}`)
        .type("form")
        .send(form);
    },
    (merchant) => keptClientOf(url(), merchant).createSession(),
  ];
  const stop = async (): Promise<void> => {
    const stopping = running;
    running = undefined;
    await stopping?.stop();
  };
  const start = async (day: number): Promise<void> => {
    await stop();
    begun = undefined;
    running = await startTestSandbox(
      {
        SANDBOX_DATA: join(folder, "data"),
        SANDBOX_CLOCK: new Date(Date.parse(TEST_TIME) + day * DAY_MS).toISOString(),
        ...{ SANDBOX_ORDERS_KEPT: "4", SANDBOX_DAYS_KEPT: "2", SANDBOX_SESSIONS_KEPT: "3" },
      },
      around,
    );
  };
  return {
    ...{ start, stop },
    pass: async (day: number, times: number) => {
      await start(day);
      for (let step = 0; step < times; step += 1)
        await chance.pick(steps)(chance.pick(MERCHANTS), `order-${chance.below(12)}`);
    },
    strays: () => straysIn(store),
  };
}

interface Stray {
  readonly merchant: string;
  readonly kind: RecordKind;
  readonly id: string;
}

async function straysIn(store: Store): Promise<readonly Stray[]> {
  const strays: Stray[] = [];
  const look = async (
    owner: string,
    kind: RecordKind,
    hasOwner: (record: ListedRecord) => Promise<boolean>,
  ): Promise<void> => {
    for (const record of await store.listRecords(owner, kind, ALL))
      if (!(await hasOwner(record))) strays.push({ merchant: owner, kind, id: record.id });
  };
  const orderOf = ({ value }: ListedRecord): Promise<Order | undefined> =>
    store.find({ merchantId: textAt(value, "merchantId") ?? "", orderId: textAt(value, "orderId") ?? "" });
  const has = async (merchantId: string, kind: RecordKind, id: string): Promise<boolean> =>
    (await store.findRecord(merchantId, { kind, id })) !== undefined;
  await look(PAGES, "browser-payment", async (page) => (await orderOf(page)) !== undefined);
  await look(PAGES, "authentication", async (page) => methodsOf([await orderOf(page)]).length > 0);
  await look(PAGES, "checkout", ({ id, value }) => has(textAt(value, "merchantId") ?? "", "session", id));
  for (const merchant of MERCHANTS) {
    await look(merchant, "checkout", ({ id }) => has(merchant, "session", id.split(" ", 1)[0] ?? ""));
    const methods = methodsOf(await store.list(merchant, ALL));
    await look(merchant, "authentication-method", ({ id }) => Promise.resolve(methods.includes(id)));
  }
  return strays;
}

function methodsOf(orders: readonly (Order | undefined)[]): readonly string[] {
  return orders.flatMap((order) =>
    (order?.transactions ?? [])
      .filter(isAuthentication)
      .map(({ authentication }) => authentication.serverTransactionId),
  );
}
