import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import express from "express";
import request from "supertest";
import { healthOf as shownHealth } from "../../server/http/control/health.ts";
import { healthRoutes } from "../../server/http/app.ts";
import { openScenarioLibrary } from "../../server/scenario/library/library-sync.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

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
    const app = express().use(healthRoutes({ storeTrouble: () => "The disk is full." }));
    const unready = await request(app).get("/readyz");
    const body = { status: "store-unavailable", reason: "The disk is full." };
    expect([unready.status, unready.body]).to.deep.equal([503, body]);
    expect((await request(app).get("/healthz")).status).to.equal(200);
  });

  it("is degraded while the data folder is known to be damaged, until that is acknowledged", async () => {
    const running = await startTestSandbox();
    const data = join(running.folder, "data");
    try {
      await clientOf(running.sandbox.url, "TESTLOST").put({ order: "lost", transaction: "1", body: pay() });
      await running.sandbox.close();
      await rm(join(data, "log-1.ndjson"));
      const environment = { SANDBOX_DATA: data };
      const refused = startTestSandbox({ ...environment, SANDBOX_ON_DAMAGE: "refuse" });
      expect(await refused.catch(String)).to.include("is damaged: log-1.ndjson is missing");
      const told = ["log-1.ndjson is missing", "log-1.ndjson: one line is missing at its end"];
      const again = await startTestSandbox(environment);
      expect(await damageShown(again)).to.deep.equal([told, "degraded"]);
      await again.stop();
      const known = await startTestSandbox(environment);
      expect(await damageShown(known)).to.deep.equal([told, "degraded"]);
      const answer = await request(known.sandbox.url).post("/_sandbox/v1/damage/acknowledge");
      expect([answer.status, answer.body]).to.deep.equal([200, { acknowledged: told }]);
      expect(await damageShown(known)).to.deep.equal([[], "ok"]);
      await known.stop();
    } finally {
      await running.stop();
    }
  });

  it("tells people everything that does not work at once, and never more than that", () => {
    const library = openScenarioLibrary(new URL("../../scenarios/", import.meta.url));
    const problem = { file: "scenarios/a.yaml", line: 3, column: 7, message: "not readable" };
    const whole = { ...problem, line: 0, column: 0 };
    const healthOf = (
      troubles: readonly string[],
      problems: readonly (typeof problem)[],
      { isTaken = false, damage = [] }: { isTaken?: boolean; damage?: readonly string[] } = {},
    ): unknown => {
      const state = () => ({ revision: "abc", loadedAt: 0, problems, isTaken });
      const parts = {
        storeTrouble: () => troubles[0],
        journalTroubles: () => troubles.slice(1),
        damage: { list: () => damage, acknowledge: () => Promise.resolve() },
        scenarios: { library: { ...library, state } },
      };
      return shownHealth(parts);
    };
    expect(healthOf([], [])).to.deep.equal({ status: "ok" });
    expect(healthOf(["The disk is full.", "The file is full."], [problem, problem])).to.deep.equal({
      status: "degraded",
      reasons: [
        "The disk is full.",
        "The file is full.",
        "The changed scenario files are invalid and were not loaded, revision abc stays active: see scenarios/a.yaml:3:7 and 1 more.",
      ],
    });
    expect(healthOf([], [], { damage: ["log-1.ndjson is missing", "stop.json is damaged"] })).to.deep.equal({
      status: "degraded",
      reasons: [
        "The data folder was damaged when the sandbox started (log-1.ndjson is missing, and 1 more): some data is lost. " +
          "POST /_sandbox/v1/damage/acknowledge to acknowledge it.",
      ],
    });
    const message = 'merchant NIGHT: there is no scenario "late"; did you mean "late2"? (known: late2)';
    expect(healthOf([], [{ ...whole, file: "scenarios", message }])).to.deep.equal({
      status: "degraded",
      reasons: [
        'The changed scenario files are invalid and were not loaded, revision abc stays active: see scenarios, there is no scenario "late".',
      ],
    });
    expect(healthOf([], [whole])).to.deep.equal({
      status: "degraded",
      reasons: [
        "The changed scenario files are invalid and were not loaded, revision abc stays active: see scenarios/a.yaml.",
      ],
    });
    expect(healthOf([], [problem], { isTaken: true })).to.deep.equal({
      status: "degraded",
      reasons: [
        "Scenario files that are not in use are broken, and their previous versions stay: see scenarios/a.yaml:3:7.",
      ],
    });
  });
});

/** What is damaged, and what health says. Payments can be taken all the same. */
async function damageShown({ sandbox }: TestSandbox): Promise<unknown> {
  const agent = request(sandbox.url);
  expect((await agent.get("/readyz")).status).to.equal(200);
  const [damage, health] = [await agent.get("/_sandbox/v1/damage"), await agent.get("/_sandbox/v1/health")];
  const [{ damage: told }, { status }] = [damage.body, health.body] as [
    { damage: unknown },
    { status: unknown },
  ];
  return [told, status];
}
