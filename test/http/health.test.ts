import { expect } from "chai";
import express from "express";
import request from "supertest";
import { healthRoutes } from "../../server/http/health-routes.ts";
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
});
