import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { sendRaw } from "./raw-http.ts";

const WAIT = "/_sandbox/v1/exchanges/wait";

describe("waiting for exchanges at the control API", () => {
  let running: TestSandbox;
  beforeEach(async () => {
    running = await startTestSandbox();
  });
  afterEach(() => running.stop());

  const wait = (body: object): Promise<Response> =>
    // Sent at once: supertest sends only when it is waited for.
    request(running.sandbox.url)
      .post(WAIT)
      .send(body)
      .then((response) => response);
  const client = (merchant: string): Client => clientOf(running.sandbox.url, merchant);
  const payment = (merchant: string, order: string): Promise<Response> =>
    client(merchant).put({ order, transaction: "1", body: pay() });
  const ordersOf = (response: Response): unknown =>
    (response.body as { exchanges: readonly Exchange[] }).exchanges.map((one) => one.request.orderId);

  it("answers as soon as the last one that is missing was answered", async () => {
    await payment("TESTONE", "1");
    const waiting = wait({ merchant: "TESTONE", operation: "PAY", outcome: "APPROVED", count: 3 });
    for (const [merchant, order] of [
      ["TESTONE", "2"],
      ["TESTTWO", "2"],
      ["TESTONE", "3"],
    ] as const) {
      await payment(merchant, order);
    }
    const response = await waiting;
    expect([response.status, ordersOf(response)]).to.deep.equal([200, ["3", "2", "1"]]);
  });

  it("waits for one when no count is given, and takes those that are kept", async () => {
    await payment("TESTONE", "1");
    await payment("TESTONE", "2");
    expect(ordersOf(await wait({ order: "1" }))).to.deep.equal(["1"]);
    expect(ordersOf(await wait({}))).to.deep.equal(["2"]);
    expect(ordersOf(await wait({ count: 2, version: 100 }))).to.deep.equal(["2", "1"]);
  });

  it("says how many matched when timed out", async () => {
    const first = await payment("TESTONE", "1");
    const behind = { since: first.get("X-Sandbox-Exchange"), timeoutMs: 20 };
    const expected: readonly (readonly [object, number, number])[] = [
      [{ count: 2, timeoutMs: 20 }, 1, 2],
      [behind, 0, 1],
      [{ merchant: "TESTTWO", timeoutMs: 0 }, 0, 1],
    ];
    for (const [body, matched, count] of expected) {
      const response = await wait(body);
      expect(response.get("Content-Type")).to.match(/^application\/problem\+json/);
      expect(response.body).to.deep.include({ status: 408, title: "Timed out", matched });
      expect(response.status).to.equal(408);
      expect((response.body as { detail: string }).detail).to.contain(`${matched} of ${count} matched`);
    }
  });

  it("answers at once when the sandbox stops", async () => {
    const waiting = wait({ count: 5, timeoutMs: 60_000 });
    // The answer to this one proves that the sandbox has read the other.
    await payment("TESTONE", "1");
    await request(running.sandbox.url).get("/_sandbox/v1/exchanges");
    const started = performance.now();
    const stopping = running.sandbox.close();
    const response = await waiting;
    await stopping;
    expect([response.status, response.body]).to.deep.equal([
      503,
      {
        type: "about:blank",
        title: "Stopping",
        status: 503,
        detail: "1 of 5 matched; the sandbox is shutting down.",
        matched: 1,
      },
    ]);
    expect(performance.now() - started).to.be.lessThan(5_000);
  });

  it("is over when the caller goes away", async () => {
    const leaving = new AbortController();
    const waiting = fetch(running.sandbox.url + WAIT, {
      method: "POST",
      body: JSON.stringify({ timeoutMs: 60_000 }),
      signal: leaving.signal,
    }).catch((error: unknown) => (error as Error).name);
    await request(running.sandbox.url).get("/_sandbox/v1/exchanges");
    leaving.abort();
    expect(await waiting).to.equal("AbortError");
    const started = performance.now();
    await running.sandbox.close();
    expect(performance.now() - started).to.be.lessThan(5_000);
  });

  const wrong: readonly (readonly [object, string])[] = [
    [{ cuont: 1 }, "Unknown filter"],
    [{ limit: 1 }, "Unknown filter"],
    [{ count: 0 }, "Invalid count"],
    [{ count: 501 }, "Invalid count"],
    [{ count: "" }, "Invalid count"],
    [{ timeoutMs: 60_001 }, "Invalid timeoutMs"],
    [{ timeoutMs: -1 }, "Invalid timeoutMs"],
    [{ timeoutMs: 1.5 }, "Invalid timeoutMs"],
    [{ since: "never" }, "Invalid since"],
    [{ version: 101 }, "Invalid version"],
    [{ order: ["1"] }, "Invalid order"],
    [{ order: null }, "Invalid order"],
    [[], "Bad request"],
  ];
  for (const [body, title] of wrong) {
    it(`refuses ${JSON.stringify(body)} at once`, async () => {
      expect((await wait(body)).body).to.include({ status: 400, title });
    });
  }

  it("refuses what is no JSON, and pages of others", async () => {
    const post = (headers: string, body: string): ReturnType<typeof sendRaw> =>
      sendRaw(
        running.sandbox.url,
        `POST ${WAIT} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    expect((await post("", "{")).status).to.equal(400);
    expect((await post("Origin: https://evil.example\r\n", "{}")).status).to.equal(403);
  });
});
