import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { describeWithPostgres, itWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import type { RunningServer } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

/** What is news to a process, and what is not, shows in some of several rounds only. */
const ROUNDS = ["1", "2", "3", "4"];

const RESET = (merchant: string): string => `/_sandbox/v1/merchants/${merchant}/reset`;

/** Resolves when the process at `to` has been told what the one at `from` knew before. */
async function newsHaveComeFrom(from: string, to: string): Promise<void> {
  const asked = await clientOf(from, "TESTWITNESS").getOrder("none");
  await eventually(
    () => request(to).get(`/_sandbox/v1/exchanges/${asked.get("X-Sandbox-Exchange") ?? ""}`),
    ({ status }) => status === 200,
  );
}

/** Pays an order that the plan holds, and releases it when `meanwhile` is over. */
async function payHeld(
  { url, merchant, order }: { readonly url: string; readonly merchant: string; readonly order: string },
  meanwhile: () => Promise<void>,
): Promise<Response> {
  const waiting = clientOf(url, merchant)
    .put({ order, transaction: "1", body: pay("2.00") })
    .then();
  await meanwhile();
  const held = await request(url).get(`/_sandbox/v1/merchants/${merchant}/holds?count=1&waitMs=10000`);
  const [first] = (held.body as { readonly holds: readonly { readonly id: string }[] }).holds;
  await request(url).post(`/_sandbox/v1/holds/${first?.id ?? ""}/release`);
  return waiting;
}

describe("a reset beside a process that has just come", () => {
  itWithPostgres("breaks off nothing there that came behind it", async () => {
    const postgres = await openPostgres();
    const receiver = await startReceiver();
    const processes = await preparedProcesses(postgres, receiver);
    try {
      const first = await processes.start();
      for (const order of ROUNDS) {
        const merchant = `TESTFRESH${order}`;
        const { url, stop } = await processes.start();
        expect((await request(first.url).post(RESET(merchant))).status).to.equal(200);
        const paid = await payHeld({ url, merchant, order }, () => newsHaveComeFrom(first.url, url));
        expect(paid.status, paid.text).to.equal(201);
        await stop();
      }
    } finally {
      await processes.stop();
      await receiver.close();
      await postgres.stop();
    }
  });
});

describe("a reset longer ago than it is told", () => {
  itWithPostgres(
    "has forgotten for good what was told before it, by whomever, and nothing else",
    async function () {
      const postgres = await openPostgres();
      const receiver = await startReceiver();
      const processes = await preparedProcesses(postgres, receiver);
      const seenAt = async (url: string, merchant: string): Promise<readonly unknown[]> => {
        const listed = await request(url).get(`/_sandbox/v1/merchants/${merchant}/exchanges`);
        const { exchanges } = listed.body as { readonly exchanges: readonly { readonly id: string }[] };
        return exchanges.map(({ id }) => id);
      };
      try {
        const [first, second] = [await processes.start(), await processes.start()];
        const [gone, kept] = ["TESTGONE", "TESTKEPT"];
        for (const { url } of [first, second]) {
          await clientOf(url, gone).getOrder("before");
          await clientOf(url, kept).getOrder("before");
        }
        await newsHaveComeFrom(first.url, second.url);
        await newsHaveComeFrom(second.url, first.url);
        await request(first.url).post(RESET(gone));
        for (const { url } of [first, second]) await clientOf(url, gone).getOrder("behind");
        await newsHaveComeFrom(second.url, first.url);
        const left = [await seenAt(first.url, gone), await seenAt(first.url, kept)].map((ids) =>
          ids.toSorted(),
        );
        expect(left.map(({ length }) => length)).to.deep.equal([2, 2]);
        await Promise.all([first.stop(), second.stop()]);
        await postgres.query(processes.url, "update sandbox_events set at = at - interval '2 hours'");
        // One leads and deletes what is old; another one knows nothing of it.
        const leading = await processes.start();
        const late = await processes.start();
        for (const { url } of [leading, late]) {
          const seen = [await seenAt(url, gone), await seenAt(url, kept)].map((ids) => ids.toSorted());
          expect(seen).to.deep.equal(left);
        }
      } finally {
        await processes.stop();
        await receiver.close();
        await postgres.stop();
      }
    },
  );
});

describeWithPostgres(
  "a reset by one of two processes over one database, whose clock stands in the past",
  () => {
    let postgres: Postgres;
    let receiver: Receiver;
    let processes: Processes;
    let servers: readonly [RunningServer, RunningServer];
    before(async () => {
      postgres = await openPostgres();
      receiver = await startReceiver();
      processes = await preparedProcesses(postgres, receiver, { SANDBOX_CLOCK: "2024-06-01T12:00:00Z" });
      servers = [await processes.start(), await processes.start()];
    });
    after(async () => {
      await processes.stop();
      await receiver.close();
      await postgres.stop();
    });

    let count = 0;
    let merchant = "";
    let client: Client;
    beforeEach(() => {
      count += 1;
      merchant = `TESTRESET${count}`;
      client = clientOf(servers[1].url, merchant);
    });

    const [RESETTING, OTHER] = [0, 1] as const;
    const urlOf = (which: 0 | 1): string => servers[which].url;
    const control = (path: string): string => `/_sandbox/v1/merchants/${merchant}/${path}`;
    const reset = (): Promise<Response> => request(urlOf(RESETTING)).post(RESET(merchant)).then();
    const exchangesOf = async (which: 0 | 1): Promise<readonly { readonly id: string }[]> => {
      const listed = await request(urlOf(which)).get(control("exchanges"));
      return (listed.body as { readonly exchanges: readonly { readonly id: string }[] }).exchanges;
    };
    /** Resolves when each has been told what the other one knew before. */
    const newsHaveCome = async (): Promise<void> => {
      await newsHaveComeFrom(urlOf(RESETTING), urlOf(OTHER));
      await newsHaveComeFrom(urlOf(OTHER), urlOf(RESETTING));
    };

    it("breaks off nothing that came behind it", async () => {
      for (const order of ROUNDS) {
        await reset();
        const paid = await payHeld({ url: urlOf(OTHER), merchant, order }, newsHaveCome);
        expect(paid.status, paid.text).to.equal(201);
      }
    });

    it("forgets the exchanges in front of it, also where they are told later, and none behind it", async () => {
      for (const order of ROUNDS) {
        await client.put({ order, transaction: "1", body: pay() });
        await reset();
        const answer = await client.put({ order, transaction: "2", body: pay() });
        await newsHaveCome();
        const kept = [{ id: answer.get("X-Sandbox-Exchange") }];
        for (const which of [RESETTING, OTHER] as const)
          expect((await exchangesOf(which)).map(({ id }) => ({ id }))).to.deep.equal(kept);
      }
    });

    it("loses no notification and no inbox of what came behind it", async () => {
      for (const order of ROUNDS) {
        await reset();
        await request(urlOf(OTHER)).put(control("inboxes/main")).send({ status: 503 });
        await client.put({ order, transaction: "1", body: pay() });
        await newsHaveCome();
        const inbox = request(urlOf(OTHER)).post("/_sandbox/inbox/main").send({ merchant });
        expect((await inbox).status).to.equal(503);
        const waited = await request(urlOf(RESETTING))
          .post(control("notifications/wait"))
          .send({ order, timeoutMs: 10_000 });
        expect(waited.status, waited.text).to.equal(200);
      }
    });

    it("is answered although the other one is gone without a word", async () => {
      const third = await processes.start();
      await reset();
      third.kill("SIGKILL");
      expect((await reset()).status).to.equal(200);
    });
  },
);
