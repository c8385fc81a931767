import { expect } from "chai";
import request from "supertest";
import { initiate } from "../browser/browser-requests.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { Environment } from "../../server/sandbox/config.ts";

const FORWARDED = { "X-Forwarded-Host": "pay.example:8443", "X-Forwarded-Proto": "https" };

/** Where the payer is sent by a sandbox that is set up so and gets these headers. */
async function redirectOrigin(environment: Environment, headers: Readonly<Record<string, string>>) {
  const running = await startTestSandbox(environment);
  try {
    const path = "/api/rest/version/61/merchant/TESTPROXY/order/1/transaction/1";
    const asked = request(running.sandbox.url).put(path).auth("merchant.TESTPROXY", "sandbox").set(headers);
    const response = await asked.send(initiate());
    expect(response.status, response.text).to.equal(201);
    const { browserPayment } = response.body as { browserPayment: { redirectUrl: string } };
    const { origin } = new URL(browserPayment.redirectUrl);
    return origin === running.sandbox.url ? "its own" : origin;
  } finally {
    await running.stop();
  }
}

describe("behind a proxy", () => {
  const trusting = { SANDBOX_TRUSTED_PROXIES: "loopback" };
  for (const [what, environment, headers, origin] of [
    ["of a trusted proxy", trusting, FORWARDED, "https://pay.example:8443"],
    ["of a trusted proxy without TLS", trusting, { "X-Forwarded-Host": "pay.example" }, "http://pay.example"],
    [
      "of a network that is trusted",
      { SANDBOX_TRUSTED_PROXIES: "127.0.0.0/8" },
      FORWARDED,
      "https://pay.example:8443",
    ],
    ["of nobody, as headers alone prove nothing", {}, FORWARDED, "its own"],
    ["of nobody, when the proxy is another", { SANDBOX_TRUSTED_PROXIES: "10.0.0.1" }, FORWARDED, "its own"],
    ["of no proxy that names no host", trusting, { "X-Forwarded-Proto": "https" }, "its own"],
    ["of no proxy whose host is none", trusting, { "X-Forwarded-Host": "a/b" }, "its own"],
    [
      "of no proxy when the public URL is set",
      { ...trusting, SANDBOX_PUBLIC_URL: "https://sandbox.example" },
      FORWARDED,
      "https://sandbox.example",
    ],
  ] as const) {
    it(`sends payers to the host ${what}`, async () => {
      expect(await redirectOrigin(environment, headers)).to.equal(origin);
    });
  }

  it("judges the host of the control API by what a trusted proxy tells, and by its own header otherwise", async () => {
    for (const [environment, status] of [
      [{ ...trusting, SANDBOX_CONTROL_HOSTS: "pay.example" }, 200],
      [trusting, 403],
      [{}, 200],
    ] as const) {
      const running = await startTestSandbox(environment);
      const response = await request(running.sandbox.url).get("/_sandbox/v1/health").set(FORWARDED);
      expect(response.status, JSON.stringify(environment)).to.equal(status);
      await running.stop();
    }
  });

  it("counts wrong passwords by the address that a trusted proxy tells", async () => {
    const running = await startTestSandbox(trusting);
    const path = "/api/rest/version/100/merchant/TESTPROXY/order/1";
    await request(running.sandbox.url)
      .get(path)
      .auth("merchant.TESTPROXY", "wrong")
      .set("X-Forwarded-For", "192.0.2.7")
      .expect(401);
    expect(running.logged()).to.contain('"address":"192.0.2.7"');
    await running.stop();
  });
});
