import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { codeOf } from "../../../server/domain/thrown.ts";
import { pay } from "../../support/requests.ts";
import { answering, startReceiver } from "../../support/receiver.ts";
import type { Receiver } from "../../support/receiver.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";
import { attributesIn, spansIn } from "./otlp.ts";
import type { ReceivedSpan } from "./otlp.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const HEADER = `00-${TRACE}-${PARENT}-01`;
const CARD = "5123450000000008";
const PATH = "/api/rest/version/100/merchant/TESTTRACE/order/1/transaction/1";

describe("spans of exchanges", () => {
  let collector: Receiver;
  let running: TestSandbox;
  let isRunning = false;
  beforeEach(async () => {
    collector = await startReceiver();
  });
  afterEach(async () => {
    if (isRunning) await stop();
    await collector.close();
  });
  const start = async (environment = {}): Promise<void> => {
    running = await startTestSandbox({
      SANDBOX_OTLP_TRACES_ENDPOINT: `${collector.url}v1/traces`,
      ...environment,
    });
    isRunning = true;
  };
  const stop = async (): Promise<void> => {
    isRunning = false;
    await running.stop();
  };
  const send = (body: object, traceparent?: string): request.Test => {
    const asked = request(running.sandbox.url).put(PATH).auth("merchant.TESTTRACE", "sandbox");
    return (traceparent === undefined ? asked : asked.set("traceparent", traceparent)).send(body);
  };
  const idOf = (response: Response): string => response.get("X-Sandbox-Exchange") ?? "";
  /** Those that have come when the sandbox has stopped. */
  const stoppedWith = async (): Promise<readonly ReceivedSpan[]> => {
    await stop();
    return collector.received.flatMap(spansIn);
  };

  it("have the request's trace, its parent, its time and what came of it", async () => {
    await start({ SANDBOX_OTLP_SERVICE_NAME: "payments", SANDBOX_OTLP_HEADERS: "X-Key=a%20b, X-Team=shop" });
    const before = Date.now();
    const id = idOf(await send(pay(), HEADER).expect(201));
    const [received] = await collector.until(1);
    expect(received).to.include({ method: "POST", path: "/v1/traces" });
    expect(received?.headers).to.include({ "x-key": "a b", "x-team": "shop" });
    expect(received?.headers["content-type"]).to.equal("application/json");
    expect(received?.body)
      .to.have.nested.property("resourceSpans.0.resource.attributes.0")
      .that.deep.equals({
        key: "service.name",
        value: { stringValue: "payments" },
      });
    const [span] = await stoppedWith();
    expect(span).to.deep.include({ traceId: TRACE, parentSpanId: PARENT, name: "PAY", kind: 2, status: {} });
    expect(span?.spanId).to.match(/^[0-9a-f]{16}$/);
    const [began, ended] = [Number(span?.startTimeUnixNano) / 1e6, Number(span?.endTimeUnixNano) / 1e6];
    expect(began).to.be.within(before - 1, ended);
    expect(ended).to.be.at.most(Date.now());
    expect(attributesIn(span)).to.deep.equal({
      "http.request.method": "PUT",
      "http.route":
        "/api/rest/version/:version/merchant/:merchantId/order/:orderId/transaction/:transactionId",
      "http.response.status_code": "201",
      "sandbox.exchange.id": id,
      "sandbox.merchant.id": "TESTTRACE",
      "sandbox.operation": "PAY",
      "sandbox.outcome": "APPROVED",
    });
  });

  it("begin a trace of their own, named by the exchange, where the caller has none", async () => {
    await start();
    const ids = [idOf(await send(pay())), idOf(await send(pay(), `00-${"0".repeat(32)}-${PARENT}-01`))];
    const spans = await stoppedWith();
    expect(spans.map(({ traceId }) => traceId)).to.deep.equal(ids.map((id) => id.replaceAll("-", "")));
    for (const span of spans) expect(span).not.to.have.property("parentSpanId");
  });

  it("are not made of a trace that its caller does not record", async () => {
    await start();
    await send(pay(), `00-${TRACE}-${PARENT}-00`).expect(201);
    expect(await stoppedWith()).to.deep.equal([]);
    expect(collector.received).to.deep.equal([]);
  });

  it("say why a request was refused, and are no errors then", async () => {
    await start();
    await send({ ...pay(), colour: "red" }).expect(400);
    await request(running.sandbox.url).get("/nothing").expect(404);
    const [contract, unknown] = await stoppedWith();
    expect(contract?.status).to.deep.equal({});
    expect(attributesIn(contract)).to.include({
      "http.response.status_code": "400",
      "sandbox.outcome": "REFUSED",
      "sandbox.refusal.reason": "contract",
      "sandbox.refusal.rule": "unknown",
    });
    expect(unknown?.name).to.equal("GET");
    expect(attributesIn(unknown)).to.not.have.any.keys("http.route", "sandbox.merchant.id");
  });

  it("are errors where a scenario breaks the answer, and name its rule", async () => {
    await start({ SANDBOX_SCENARIOS: "outages,default" });
    const order = (amount: string): object => ({ ...pay(), order: { amount, currency: "USD" } });
    await send(order("10.33")).expect(503);
    expect(await send(order("10.31")).then(String, codeOf)).to.equal("ECONNRESET");
    const [busy, lost] = await stoppedWith();
    expect(busy?.status).to.deep.equal({ code: 2 });
    expect(attributesIn(busy)).to.deep.include({
      "http.response.status_code": "503",
      "error.type": "server-busy",
      "sandbox.scenario.rules": ["outages/amount-33-busy-twice"],
    });
    expect(lost?.status).to.deep.equal({ code: 2 });
    expect(attributesIn(lost))
      .to.include({ "error.type": "reset" })
      .and.not.have.key("http.response.status_code");
  });

  it("hold no card number, whatever the request has of it", async () => {
    await start();
    const client = clientOf(running.sandbox.url, `TEST${CARD}`);
    await client.put({ order: CARD, transaction: "1", body: pay() });
    await send({ ...pay(), colour: CARD }, `00-0000000000000000${CARD}-${PARENT}-01`).expect(400);
    await request(running.sandbox.url).get(`/${CARD}?card=${CARD}`).expect(404);
    expect(await stoppedWith()).to.have.length(3);
    const texts = collector.received.map(({ text }) => text);
    for (const text of texts) expect(text).to.contain("resourceSpans").and.not.contain(CARD);
  });

  it("of notifications stand below the exchange that caused them", async () => {
    const shop = await startReceiver();
    shop.behave(answering(500));
    const notified = { SANDBOX_NOTIFICATIONS: "on", SANDBOX_NOTIFICATION_RETRIES: "none" };
    await start({ ...notified, SANDBOX_NOTIFICATION_URL: shop.url });
    const id = idOf(await send(pay(), HEADER));
    const path = `/_sandbox/v1/exchanges/${id}`;
    const found = await request(running.sandbox.url).get(path);
    const [queued] = (found.body as Exchange).notifications ?? [];
    await shop.until(1);
    const spans = await stoppedWith();
    const [exchange, attempt] = spans;
    expect(attempt).to.deep.include({
      ...{ traceId: TRACE, parentSpanId: exchange?.spanId, name: "notification", kind: 3 },
      status: { code: 2 },
    });
    expect(attributesIn(attempt)).to.deep.equal({
      "http.request.method": "POST",
      "http.response.status_code": "500",
      "sandbox.exchange.id": id,
      "sandbox.merchant.id": "TESTTRACE",
      "sandbox.notification.id": queued?.id,
      "sandbox.notification.attempt": "1",
      "error.type": "500",
    });
    await shop.close();
  });

  it("are not sent without the setting", async () => {
    await start({ SANDBOX_OTLP_TRACES_ENDPOINT: "" });
    await send(pay(), HEADER).expect(201);
    await stop();
    expect(collector.received).to.deep.equal([]);
  });
});
