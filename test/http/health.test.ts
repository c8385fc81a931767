import { expect } from "chai";
import express from "express";
import request from "supertest";
import { controlHealth, healthRoutes } from "../../server/http/health-routes.ts";
import { openScenarioLibrary } from "../../server/scenario/library-at-once.ts";
import { startTestSandbox } from "../support/sandbox.ts";

describe("health", () => {
  it("is told without credentials, and leaves no exchange", async () => {
    const running = await startTestSandbox();
    try {
      const agent = request(running.sandbox.url);
      const expected: Readonly<Record<string, unknown>> = {
        "/healthz": { status: "ok" },
        "/readyz": { status: "ready" },
        "/_sandbox/v1/health": { status: "ok" },
      };
      for (const [path, body] of Object.entries(expected)) {
        const response = await agent.get(path);
        expect([response.status, response.body], path).to.deep.equal([200, body]);
        expect((await agent.head(path)).status).to.equal(200);
      }
      expect((await agent.get("/_sandbox/v1/exchanges")).body).to.deep.equal({ exchanges: [] });
    } finally {
      await running.stop();
    }
  });

  it("is unready while the store cannot keep payments, though the process lives", async () => {
    const app = express().use(healthRoutes({ ready: () => false }));
    const unready = await request(app).get("/readyz");
    expect([unready.status, unready.body]).to.deep.equal([503, { status: "store-unavailable" }]);
    expect((await request(app).get("/healthz")).status).to.equal(200);
  });

  it("tells people everything that does not work at once, and never more than that", async () => {
    const library = openScenarioLibrary(new URL("../../scenarios/", import.meta.url));
    const problem = { file: "scenarios/a.yaml", line: 3, column: 7, message: "not readable" };
    const whole = { ...problem, line: 0, column: 0 };
    const healthOf = async (
      ready: boolean,
      healthy: boolean,
      problems: readonly (typeof problem)[],
    ): Promise<unknown> => {
      const state = () => ({ revision: "abc", loadedAt: 0, problems });
      const parts = {
        ready: () => ready,
        healthy: () => healthy,
        scenarios: { library: { ...library, state } },
      };
      return (await request(express().get("/", controlHealth(parts))).get("/")).body;
    };
    expect(await healthOf(true, true, [])).to.deep.equal({ status: "ok" });
    expect(await healthOf(false, false, [problem, problem])).to.deep.equal({
      status: "degraded",
      reasons: [
        "The store cannot keep payments: its last write failed.",
        "The journal's file cannot be written.",
        "The scenario files were changed and not taken, revision abc stays: see scenarios/a.yaml:3:7 and 1 more.",
      ],
    });
    const message = 'merchant NIGHT: there is no scenario "late"; did you mean "late2"? (there is: late2)';
    expect(await healthOf(true, true, [{ ...whole, file: "scenarios", message }])).to.deep.equal({
      status: "degraded",
      reasons: [
        'The scenario files were changed and not taken, revision abc stays: see scenarios, there is no scenario "late".',
      ],
    });
    expect(await healthOf(true, true, [whole])).to.deep.equal({
      status: "degraded",
      reasons: ["The scenario files were changed and not taken, revision abc stays: see scenarios/a.yaml."],
    });
  });
});
