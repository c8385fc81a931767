import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { answered } from "../flows/played.ts";
import { advance, putClock } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { authorize, capture, CARD, FUNDS, pay } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import type { RunningServer } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

const TEN = Array.from({ length: 10 }, (_, index) => index);

describeWithPostgres("two processes over one database", () => {
  let postgres: Postgres;
  let receiver: Receiver;
  let processes: Processes;
  let servers: readonly [RunningServer, RunningServer];
  before(async () => {
    postgres = await openPostgres();
    receiver = await startReceiver();
    processes = await preparedProcesses(postgres, receiver, { SANDBOX_LOG_LEVEL: "info" });
    servers = [await processes.start(), await processes.start()];
  });
  after(async () => {
    await processes.stop();
    await receiver.close();
    await postgres.stop();
  });

  let count = 0;
  let merchant = "";
  let clients: readonly [Client, Client];
  beforeEach(() => {
    count += 1;
    merchant = `TESTPAIR${count}`;
    const [one, other] = servers;
    clients = [clientOf(one.url, merchant), clientOf(other.url, merchant)];
  });

  const [ONE, OTHER_ONE] = [0, 1] as const;
  const urlOf = (which: 0 | 1): string => servers[which].url;
  const clientFor = (index: number): Client => clients[index % 2 === 0 ? ONE : OTHER_ONE];
  const control = (path: string): string => `/_sandbox/v1/merchants/${merchant}/${path}`;
  const race = (bodyOf: (index: number) => Parameters<Client["put"]>[0]): Promise<readonly Response[]> =>
    Promise.all(TEN.map((index) => clientFor(index).put(bodyOf(index))));
  const codesOf = (answers: readonly Response[]): Readonly<Record<string, number>> => {
    const codes: Record<string, number> = {};
    for (const answer of answers) {
      const { gatewayCode } = answered(answer).response;
      codes[gatewayCode] = (codes[gatewayCode] ?? 0) + 1;
    }
    return codes;
  };
  const statusesOf = (answers: readonly Response[]): readonly number[] =>
    answers.map(({ status }) => status).toSorted((one, other) => one - other);

  it("let one of ten racing captures win, whichever they are sent to", async () => {
    for (const order of ["1", "2", "3"]) {
      await clients[ONE].put({ order, transaction: "auth", body: authorize() });
      const answers = await race((index) => ({ order, transaction: `c${index}`, body: capture() }));
      expect(statusesOf(answers)).to.deep.equal([201, ...Array<number>(9).fill(400)]);
      const body = (await clients[OTHER_ONE].getOrder(order)).body as JsonObject;
      expect(body).to.include({ status: "CAPTURED", totalCapturedAmount: 100 });
      expect(body["transaction"]).to.have.length(2);
    }
  });

  it("give a request that is sent to both the same answer, and make one transaction of it", async () => {
    const answers = await race(() => ({ order: "1", transaction: "1", body: pay() }));
    expect(statusesOf(answers)).to.deep.equal([...Array<number>(9).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
  });

  it("count a sequence once", async () => {
    const answers = await race((index) => ({ order: `${index}`, transaction: "1", body: pay("1.00") }));
    expect(codesOf(answers)).to.deep.equal({ DECLINED: 1, REFERRED: 1, APPROVED: 8 });
  });

  it("use an armed rule as often as it was armed", async () => {
    await request(urlOf(ONE))
      .post(control("arm"))
      .send({ rule: { outcome: "BLOCKED" }, times: 3 });
    const answers = await race((index) => ({ order: `${index}`, transaction: "1", body: pay() }));
    expect(codesOf(answers)).to.deep.equal({ BLOCKED: 3, APPROVED: 7 });
    expect((await request(urlOf(OTHER_ONE)).get(control("armed"))).body).to.deep.equal({ armed: [] });
  });

  it("have one clock and one choice of scenarios for a merchant", async () => {
    await putClock(urlOf(ONE), merchant, { mode: "frozen", at: "2031-02-03T04:05:06.000Z" });
    await advance(urlOf(OTHER_ONE), merchant, "PT1H");
    const clock = (await request(urlOf(ONE)).get(control("clock"))).body as JsonObject;
    expect(clock["now"]).to.equal("2031-02-03T05:05:06.000Z");
    await request(urlOf(ONE))
      .put(control("scenarios"))
      .send({ scenarios: ["other"] });
    const answer = await clients[OTHER_ONE].put({ order: "1", transaction: "1", body: pay() });
    expect(codesOf([answer])).to.deep.equal({ BLOCKED: 1 });
  });

  it("show what the other one holds, and let it go", async () => {
    const waiting = clients[ONE].put({ order: "1", transaction: "1", body: pay("2.00") });
    const held = await request(urlOf(OTHER_ONE)).get(control("holds?count=1&waitMs=10000"));
    const { complete, holds } = held.body as { complete: boolean; holds: readonly { id: string }[] };
    expect(complete).to.equal(true);
    const release = `/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`;
    expect((await request(urlOf(OTHER_ONE)).post(release)).status).to.equal(200);
    expect((await waiting).status).to.equal(201);
    await eventually(
      () => request(urlOf(OTHER_ONE)).get(control("holds")),
      ({ body }) => (body as { holds: unknown[] }).holds.length === 0,
    );
    expect((await request(urlOf(OTHER_ONE)).post(release)).status).to.equal(404);
  });

  it("break off what waits at the other one when the merchant is reset, and store nothing of it", async () => {
    let isOver = false;
    const waiting = clients[ONE].put({ order: "1", transaction: "1", body: pay("3.00") }).finally(() => {
      isOver = true;
    });
    await eventually(
      () =>
        request(urlOf(OTHER_ONE))
          .post(control("reset"))
          .send({ only: ["orders"] }),
      () => isOver,
    );
    expect((await waiting).status).to.equal(503);
    expect((await clients[OTHER_ONE].getOrder("1")).status).to.equal(400);
  });

  it("deliver each notification once, those of an order in their order, and tell both of it", async () => {
    const mine = (): readonly JsonObject[] =>
      receiver.received.flatMap(({ body }) => (JSON.stringify(body).includes(merchant) ? [body] : []));
    await Promise.all(
      TEN.map(async (index) => {
        const order = `${index}`;
        await clientFor(index).put({ order, transaction: "auth", body: authorize() });
        for (const part of [1, 2, 3])
          await clientFor(index + part).put({ order, transaction: `c${part}`, body: capture("10.00") });
      }),
    );
    for (const which of [ONE, OTHER_ONE]) {
      const waited = await request(urlOf(which))
        .post(control("notifications/wait"))
        .send({ count: 40, timeoutMs: 20_000 });
      expect(waited.status, waited.text).to.equal(200);
    }
    const told = mine().map((body) => {
      const { order, transaction } = body as { order: { id: string }; transaction: { id: string } };
      return [order.id, transaction.id] as const;
    });
    expect(told).to.have.length(40);
    for (const order of TEN.map(String)) {
      const own = told.filter(([id]) => id === order).map(([, transaction]) => transaction);
      expect(own).to.deep.equal(["auth", "c1", "c2", "c3"]);
    }
  });

  it("send a notification again whichever is asked", async () => {
    await clients[ONE].put({ order: "1", transaction: "1", body: pay() });
    const wait = (): Promise<Response> =>
      request(urlOf(ONE)).post(control("notifications/wait")).send({ count: 1 }).then();
    const { notifications } = (await wait()).body as { notifications: readonly { id: string }[] };
    for (const which of [ONE, OTHER_ONE]) {
      const id = notifications[0]?.id ?? "";
      const before = receiver.received.length;
      expect((await request(urlOf(which)).post(control(`notifications/${id}/resend`))).status).to.equal(202);
      await receiver.until(before + 1);
    }
    const ids = receiver.received.map(({ headers }) => headers["x-notification-id"]);
    expect(ids.filter((id) => id === notifications[0]?.id)).to.have.length(3);
  });

  it("send a notification that is late when its merchant's clock is moved, whichever moves it", async () => {
    for (const which of [ONE, OTHER_ONE]) {
      await request(urlOf(ONE))
        .post(control("arm"))
        .send({ rule: { notification: { delay: "2m" } } });
      await clients[ONE].put({ order: `late-${which}`, transaction: "1", body: pay() });
      await eventually(
        async () => {
          await request(urlOf(which)).put(control("clock")).send({ advance: "PT2M" });
          return request(urlOf(which)).get(control(`notifications?order=late-${which}`));
        },
        ({ text }) => text.includes('"delivered"'),
      );
    }
  });

  it("have one inbox, whichever takes notifications and whichever is told how it answers", async () => {
    const post = (which: 0 | 1): Promise<Response> =>
      request(urlOf(which)).post("/_sandbox/inbox/main").send({ merchant }).then();
    expect((await post(ONE)).status).to.equal(200);
    await eventually(
      () => request(urlOf(OTHER_ONE)).get(control("inboxes/main")),
      ({ body }) => (body as { deliveries: readonly object[] }).deliveries.length === 1,
    );
    await request(urlOf(OTHER_ONE)).put(control("inboxes/main")).send({ status: 503 });
    await eventually(
      () => post(ONE),
      ({ status }) => status === 503,
    );
  });

  it("have one journal, one count and one verdict, and forget them together", async () => {
    const answers = await race((index) => ({ order: `${index}`, transaction: "1", body: pay() }));
    for (const which of [ONE, OTHER_ONE]) {
      const seen = await eventually(
        () => request(urlOf(which)).get(control("exchanges?limit=100")),
        ({ body }) => (body as { exchanges: unknown[] }).exchanges.length === answers.length,
      );
      const ids = (seen.body as { exchanges: readonly { id: string }[] }).exchanges.map(({ id }) => id);
      expect(ids).to.have.members(answers.map((answer) => answer.get("X-Sandbox-Exchange")));
      const { text } = await request(urlOf(which)).get(control("coverage"));
      expect(text).to.include(merchant);
    }
    await request(urlOf(ONE))
      .post(control("reset"))
      .send({ only: ["journal", "coverage"] });
    const after = await clients[OTHER_ONE].put({ order: "new", transaction: "1", body: pay() });
    for (const which of [ONE, OTHER_ONE])
      await eventually(
        () => request(urlOf(which)).get(control("exchanges?limit=100")),
        ({ body }) => {
          const { exchanges } = body as { exchanges: readonly { id: string }[] };
          return exchanges.length === 1 && exchanges[0]?.id === after.get("X-Sandbox-Exchange");
        },
      );
  });

  it("keep no card number and no security code in the database", async () => {
    const kept = keptClientOf(urlOf(ONE), merchant);
    const { id } = sessionOf(await kept.createSession());
    const updated = await kept.updateSession(id, { sourceOfFunds: FUNDS });
    expect(updated.status, updated.text).to.equal(200);
    const rule = { when: { card: CARD.number }, outcome: "BLOCKED" };
    await request(urlOf(ONE)).post(control("arm")).send({ rule, times: 2 });
    const paid = await clients[OTHER_ONE].put({ order: "1", transaction: "1", body: pay() });
    expect(codesOf([paid])).to.deep.equal({ BLOCKED: 1 });
    await eventually(
      () => postgres.query(processes.url, "select body from sandbox_events"),
      (rows) => JSON.stringify(rows).includes(paid.get("X-Sandbox-Exchange") ?? "none"),
    );
    const tables = ["entries", "events", "merchants", "processes", "leases", "meta"];
    const dumps = await Promise.all(
      tables.map((table) => postgres.query(processes.url, `select * from sandbox_${table}`)),
    );
    const text = JSON.stringify(dumps);
    expect(text).to.include(merchant).and.include('"armed"');
    expect(text).not.to.include(CARD.number);
    expect(text).not.to.match(/securityCode\W{1,8}100/);
  });

  it("say nothing of the database's password", () => {
    for (const { stdout, stderr } of servers) expect(stdout() + stderr()).not.to.include("not-to-be-printed");
  });
});
