import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { FAULT_CASES } from "../http/fault-cases.ts";
import { openRaw } from "../http/raw-connection.ts";
import type { RawConnection } from "../http/raw-connection.ts";
import { cardBalance } from "../support/card-requests.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { clientOn, startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTFAULTS";
const AUTHORIZATION = `Basic ${Buffer.from(`merchant.${MERCHANT}:sandbox`).toString("base64")}`;
const pathOf = (rest: string): string => `/api/rest/version/100/merchant/${MERCHANT}/${rest}`;

/** Each fault breaks the first try of the order that is named by it; the next ones are approved. */
const RULES = FAULT_CASES.map(({ at, kind }) => ({
  id: `${at}-${kind}`,
  when: { order: `${at}-${kind}` },
  outcomes: [
    { fault: { at, kind, ...(kind === "status" && { status: 504 }), ...stallOf(kind) } },
    "APPROVED",
  ],
}));

const MORE_RULES = [
  { id: "lost-capture", when: { operation: "CAPTURE" }, fault: { at: "after-commit", kind: "reset" } },
  {
    id: "long-stall",
    when: { orderPrefix: "long" },
    fault: { at: "after-commit", kind: "stall", for: "2m" },
  },
  { id: "lost-balance", when: { operation: "BALANCE_INQUIRY" }, fault: { at: "mid-body", kind: "truncate" } },
];

function stallOf(kind: string): object {
  return kind === "stall" ? { for: "100ms" } : {};
}

describe("a lost answer", () => {
  let running: Started;
  let client: Client;
  before(async () => {
    running = await startWith({ scenario: { rules: [...RULES, ...MORE_RULES] } });
    client = clientOn(running, MERCHANT);
  });
  after(() => running.stop());

  const putRaw = async (path: string, body: JsonObject): Promise<RawConnection> => {
    const connection = await openRaw(Number(new URL(running.sandbox.url).port));
    const text = JSON.stringify(body);
    const head = ["Host: localhost", `Authorization: ${AUTHORIZATION}`, `Content-Length: ${text.length}`];
    connection.send(`PUT ${pathOf(path)} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${text}`);
    return connection;
  };

  const newestExchange = async (order: string): Promise<Exchange> => {
    const found = await request(running.sandbox.url).get(
      `/_sandbox/v1/exchanges?merchant=${MERCHANT}&order=${order}&limit=1`,
    );
    const [exchange] = (found.body as { readonly exchanges: readonly Exchange[] }).exchanges;
    if (exchange === undefined) throw new Error(`order ${order} has no exchange`);
    return exchange;
  };

  for (const { at, kind, status, comes, ending } of FAULT_CASES) {
    const order = `${at}-${kind}`;
    const call = { order, transaction: "1", body: pay() };

    it(`is ${at === "before-commit" ? "of an order that is not" : "of a stored order"}: ${kind} ${at}`, async () => {
      const connection = await putRaw(`order/${order}/transaction/1`, pay());
      if (ending === "kept") expect((await connection.answers(1))[0]?.status).to.equal(status);
      else expect(await connection.ending).to.equal(ending);
      connection.socket.destroy();
      if (comes === "nothing") expect(connection.bytes().length).to.equal(0);

      const exchange = await newestExchange(order);
      expect(exchange.answer.status).to.equal(status);
      expect(exchange.fault).to.include({ at, kind });
      expect(exchange.scenario?.decidedBy).to.include({ id: order });
      const isStored = at !== "before-commit";
      expect([exchange.committed, exchange.fault?.lost?.status]).to.deep.equal(
        isStored ? [true, 201] : [false, undefined],
      );
      expect((await client.getOrder(order)).status, "the order").to.equal(isStored ? 200 : 400);

      const again = await client.put(call);
      expect(again.status, "the identical request").to.equal(isStored ? 200 : 201);
      if (isStored) expect(again.body).to.deep.equal(exchange.fault?.lost?.body);
      const repeated = await newestExchange(order);
      expect([repeated.fault, repeated.repeated]).to.deep.equal([undefined, isStored ? true : false]);
      expect((await client.getOrder(order)).body).to.include({ totalCapturedAmount: 100 });
    });
  }

  it("is found by a client that keeps its connections, which goes on after it", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = new URL(running.sandbox.url);
    const send = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> => {
      const headers = { authorization: AUTHORIZATION };
      const call = httpRequest({ host: "127.0.0.1", port, agent, method, path: pathOf(path), headers });
      call.end(body && JSON.stringify(body));
      const [response] = (await once(call, "response")) as [IncomingMessage];
      return { status: response.statusCode, body: (await json(response)) as JsonObject };
    };
    const reset = (sent: Promise<unknown>): Promise<unknown> =>
      sent.then(
        () => "answered",
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
    await send("PUT", "order/order-7/transaction/1", authorize());
    const captured = send("PUT", "order/order-7/transaction/2", capture("60.00"));
    expect(await reset(captured)).to.equal("ECONNRESET");
    const { body: found } = await send("GET", "order/order-7");
    expect(found).to.include({ status: "PARTIALLY_CAPTURED", totalCapturedAmount: 60 });
    expect(await send("PUT", "order/order-7/transaction/2", capture("60.00"))).to.include({ status: 200 });
    // Whoever takes a new id instead captures twice.
    const twice = send("PUT", "order/order-7/transaction/3", capture("40.00"));
    expect(await reset(twice)).to.equal("ECONNRESET");
    const { body: after } = await send("GET", "order/order-7");
    expect(after).to.include({ status: "CAPTURED", totalCapturedAmount: 100 });
    agent.destroy();
  });

  it("can be that of a balance inquiry", async () => {
    const connection = await putRaw("balanceInquiry", cardBalance("5123450000000008"));
    expect(await connection.ending).to.equal("end");
    expect(connection.bytes().toString("latin1")).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{/);
  });

  it("holds no card number in its exchange, wherever the caller wrote one", async () => {
    const number = "5123450000000008";
    const lost = await putRaw("order/long-1/transaction/1", { ...pay(), correlationId: number });
    while ((await exchangeCount("long-1")) === 0) await new Promise(setImmediate);
    lost.socket.destroy();
    const exchange = await newestExchange("long-1");
    expect(exchange.fault?.lost?.body).to.include({ result: "SUCCESS" });
    expect(JSON.stringify(exchange)).to.not.contain(number);
    const explained = await request(running.sandbox.url)
      .post(`/_sandbox/v1/merchants/${MERCHANT}/explain`)
      .send({ path: pathOf("order/long-1b/transaction/1"), body: { ...pay(), correlationId: number } });
    expect(explained.body).to.nested.include({ "exchange.fault.lost.status": 201 });
    expect(explained.text).to.not.contain(number);
  });

  const exchangeCount = async (order: string): Promise<number> => {
    const found = await request(running.sandbox.url).get(
      `/_sandbox/v1/exchanges?merchant=${MERCHANT}&order=${order}`,
    );
    return (found.body as { readonly exchanges: readonly Exchange[] }).exchanges.length;
  };

  it("does not keep the sandbox from stopping, and is there when it starts again", async () => {
    const connections = await Promise.all(
      ["long-2", "long-3"].map((order) => putRaw(`order/${order}/transaction/1`, pay())),
    );
    while ((await exchangeCount("long-2")) + (await exchangeCount("long-3")) < 2) {
      await new Promise(setImmediate);
    }
    const started = performance.now();
    running = await running.restart();
    client = clientOn(running, MERCHANT);
    expect(performance.now() - started).to.be.lessThan(5_000);
    expect(await Promise.all(connections.map(({ ending }) => ending))).to.deep.equal(["end", "end"]);
    const again = await client.put({ order: "long-2", transaction: "1", body: pay() });
    expect(again.status).to.equal(200);
  });
});
