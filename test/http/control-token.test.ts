import { expect } from "chai";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";

const EXCHANGES = "/_sandbox/v1/exchanges";

async function expectRefusals(url: string, path: string, token: string): Promise<void> {
  const wrong = ["", "Bearer", "Bearer ", "Bearer wrong", `Basic ${token}`, `Bearer ${token}x`, token];
  for (const authorization of wrong) {
    const response = await request(url).get(path).set("Authorization", authorization);
    expect([response.status, response.get("WWW-Authenticate")]).to.deep.equal([401, "Bearer"]);
    expect(response.get("Content-Type")).to.match(/^application\/problem\+json/);
    expect(response.body).to.include({ title: "Token required" });
  }
}

describe("the control API with a token", () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "that SANDBOX_CONTROL_TOKEN sets, on loopback": { SANDBOX_CONTROL_TOKEN: "let-me-see-what-is" },
    "that SANDBOX_CONTROL_TOKEN sets, beyond loopback": {
      SANDBOX_CONTROL_TOKEN: "let-me-see-what-is",
      SANDBOX_HOST: "0.0.0.0",
    },
    "that it makes when it is bound beyond loopback": { SANDBOX_HOST: "0.0.0.0" },
    "that it makes when it is bound to every IPv6 address": { SANDBOX_HOST: "::" },
  };
  for (const [name, environment] of Object.entries(cases)) {
    it(`asks for the one ${name}`, async () => {
      const running = await startTestSandbox(environment);
      try {
        const token = running.sandbox.controlToken ?? "";
        expect(token).to.match(
          environment["SANDBOX_CONTROL_TOKEN"] ? /^let-me-see-what-is$/ : /^[0-9a-f]{48}$/,
        );
        const url = `http://127.0.0.1:${new URL(running.sandbox.url).port}`;
        const documents = ["/_sandbox/openapi/control.json", "/_sandbox/openapi/v100.json"];
        for (const path of [EXCHANGES, `${EXCHANGES}/never`, "/_sandbox/v1/other", ...documents]) {
          await expectRefusals(url, path, token);
        }
        const right = await request(url).get(EXCHANGES).set("Authorization", `Bearer ${token}`);
        for (const path of documents) {
          const given = await request(url).get(path).set("Authorization", `Bearer ${token}`);
          expect(given.status, path).to.equal(200);
        }
        expect([right.status, right.body]).to.deep.equal([200, { exchanges: [] }]);
        expect((await request(url).get("/_sandbox/v1/health")).status).to.equal(200);
      } finally {
        await running.stop();
      }
    });
  }

  it("makes another one for every start", async () => {
    const tokens = new Set<string | undefined>();
    for (let start = 0; start < 2; start += 1) {
      const running = await startTestSandbox({ SANDBOX_HOST: "0.0.0.0" });
      tokens.add(running.sandbox.controlToken);
      await running.stop();
    }
    expect(tokens.size).to.equal(2);
  });
});
