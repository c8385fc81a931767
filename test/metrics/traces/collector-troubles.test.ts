import { expect } from "chai";
import request from "supertest";
import { createTraces } from "../../../server/metrics/traces/traces.ts";
import type { Traces } from "../../../server/metrics/traces/traces.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";
import { pay } from "../../support/requests.ts";
import { answering, startReceiver } from "../../support/receiver.ts";
import type { Receiver } from "../../support/receiver.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";
import { spansIn } from "./otlp.ts";

const CALL = { order: "1", transaction: "1", body: pay() };
const never = (): void => undefined;

describe("a collector", () => {
  let collector: Receiver;
  beforeEach(async () => {
    collector = await startReceiver();
  });
  afterEach(() => collector.close());

  describe("of a sandbox", () => {
    const startWith = (environment = {}): Promise<TestSandbox> =>
      startTestSandbox({
        SANDBOX_OTLP_TRACES_ENDPOINT: `${collector.url}v1/traces?key=hidden`,
        ...environment,
      });

    it("that is down costs payments nothing, and is told of once", async () => {
      await collector.close();
      const running = await startWith();
      const client = clientOf(running.sandbox.url, "TESTDOWN");
      expect((await client.put(CALL)).status).to.equal(201);
      expect((await client.put(CALL)).status).to.equal(200);
      await running.stop();
      const lines = running.logged().split("\n");
      expect(lines).to.deep.equal([
        '{"level":"warn","event":"spans-not-sent","reason":"no answer: ECONNREFUSED"}',
        '{"level":"warn","event":"spans-dropped","spans":2}',
      ]);
      collector = await startReceiver();
    });

    it("that never answers holds up neither payments nor, for long, the stop", async () => {
      collector.behave(never);
      const running = await startWith();
      const client = clientOf(running.sandbox.url, "TESTSLOW");
      expect((await client.put(CALL)).status).to.equal(201);
      await collector.until(1);
      expect((await client.put(CALL)).status).to.equal(200);
      await running.stop();
      expect(running.logged()).to.contain('"reason":"no answer in time"');
      expect(running.logged()).to.contain('{"level":"warn","event":"spans-dropped","spans":2}');
    });

    it("that refuses spans loses them, which metrics count", async () => {
      collector.behave(answering(500));
      const running = await startWith();
      await clientOf(running.sandbox.url, "TESTREFUSED").put(CALL);
      await collector.until(1);
      const counted = async (): Promise<string> => (await request(running.sandbox.url).get("/metrics")).text;
      while (!(await counted()).includes("\nsandbox_spans_dropped_total 1\n"));
      await running.stop();
      expect(running.logged()).to.contain('"event":"spans-not-sent","reason":"answered 500"');
    });

    it("is not told by the portal and agents, as its address and headers may hold secrets", async () => {
      const running = await startWith({ SANDBOX_OTLP_HEADERS: "Authorization=Bearer%20hidden" });
      const { text } = await request(running.sandbox.url).get("/_sandbox/v1/about");
      expect(text).to.contain("SANDBOX_OTLP_HEADERS").and.not.contain("hidden");
      await running.stop();
      expect(running.logged()).not.to.contain("hidden");
    });
  });

  describe("of many spans", () => {
    let told: string[];
    let dropped: number;
    const open = (): Traces => {
      [told, dropped] = [[], 0];
      return createTraces({
        ...{ endpoint: collector.url, headers: {}, service: "test", version: "1" },
        clock: () => Date.now(),
        failed: (reason) => told.push(reason),
        recovered: () => told.push("recovered"),
        dropped: (count) => (dropped += count),
        closed: (count) => told.push(`closed with ${count} lost`),
      });
    };
    const add = (traces: Traces, count: number): void => {
      for (let number = 0; number < count; number += 1)
        traces.exchanged(exchangeOf(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`));
    };
    const sizes = (): readonly number[] => collector.received.map((one) => spansIn(one).length);

    it("gets them in batches, each once and in their order, those of the end too", async () => {
      const traces = open();
      add(traces, 1_100);
      await traces.close();
      expect(sizes()).to.deep.equal([512, 512, 76]);
      const ids = collector.received.flatMap(spansIn).map(({ traceId }) => traceId);
      expect(ids).to.deep.equal([...new Set(ids)].sort());
      expect(told).to.deep.equal(["closed with 0 lost"]);
    });

    it("gets those again that it could not take, and loses what finds no room", async () => {
      collector.behave((response) => {
        collector.behave(answering(200));
        response.writeHead(503).end();
      });
      const traces = open();
      add(traces, 3_000);
      expect(dropped).to.equal(952);
      await collector.until(2);
      await traces.close();
      expect(sizes()).to.deep.equal([512, 512, 512, 512, 512]);
      expect(spansIn(collector.received[1] ?? { body: {} })).to.deep.equal(
        spansIn(collector.received[0] ?? { body: {} }),
      );
      expect(told).to.deep.equal(["answered 503", "recovered", "closed with 952 lost"]);
    });
  });
});
