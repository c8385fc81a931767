import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { startReceiver } from "../support/receiver.ts";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const PATH = "/api/rest/version/100/merchant/TESTTRACE/order/1/transaction/1";

describe("a trace", () => {
  it("stands in the exchange, in the access log, and in the notification", async () => {
    const receiver = await startReceiver();
    const running = await startTestSandbox({
      SANDBOX_ACCESS_LOG: "on",
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
    });
    const asked = request(running.sandbox.url).put(PATH).auth("merchant.TESTTRACE", "sandbox");
    const response = await asked.set("traceparent", TRACE).send(pay()).expect(201);
    const id = response.get("X-Sandbox-Exchange") ?? "";
    const found = await request(running.sandbox.url).get(`/_sandbox/v1/exchanges/${id}`);
    expect((found.body as Exchange).traceparent).to.equal(TRACE);
    const [received] = await receiver.until(1);
    expect(received?.headers["traceparent"]).to.equal(TRACE);
    const lines = running.logged().split("\n");
    const line = lines.find((text) => text.includes('"event":"exchange"')) ?? "{}";
    expect(JSON.parse(line)).to.include({
      ...{ level: "info", exchange: id, merchant: "TESTTRACE", operation: "PAY", status: 201 },
      ...{ outcome: "APPROVED", order: "1", transaction: "1", traceparent: TRACE },
    });
    expect(line).not.to.contain("51234");
    await running.stop();
    await receiver.close();
  });

  for (const header of [
    "no trace",
    `${TRACE}-more`,
    "00-00000000000000005123450000000008-f0f067aa0ba902b7-01",
  ]) {
    it(`is not taken from '${header}'`, async () => {
      const running = await startTestSandbox();
      const response = await request(running.sandbox.url).put(PATH).set("traceparent", header).send(pay());
      const id = response.get("X-Sandbox-Exchange") ?? "";
      const found = await request(running.sandbox.url).get(`/_sandbox/v1/exchanges/${id}`);
      expect(found.body).to.include({ authentication: "missing" }).and.not.have.property("traceparent");
      expect(running.logged(), "access log").not.to.contain('"event":"exchange"');
      await running.stop();
    });
  }
});
