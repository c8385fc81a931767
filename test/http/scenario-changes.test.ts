import { unlink } from "node:fs/promises";
import { expect } from "chai";
import request from "supertest";
import { clientOf } from "../support/sandbox.ts";
import { eventually, startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";
import { decisionOf, fileOf, FILES } from "./scenario-samples.ts";

interface Health {
  readonly status: string;
  readonly reasons?: readonly string[];
}

describe("a merchant's own scenario files", () => {
  const merchants = { DAY: {}, NIGHT: { scenarios: ["late"], prefer: "allow" } };

  it("answer it, and no change takes them away", async () => {
    const running = await startWithFiles({
      files: FILES,
      merchants,
      environment: { SANDBOX_SCENARIOS: "day" },
    });
    const clients = ["DAY", "NIGHT"].map((id) => clientOf(running.sandbox.url, id));
    const codes = (order: string): Promise<readonly string[]> =>
      Promise.all(clients.map(async (client) => (await decisionOf(client, order)).gatewayCode));
    expect(await codes("1")).to.deep.equal(["DECLINED", "BLOCKED"]);
    await unlink(`${running.scenarios}/late.yaml`);
    const reloaded = await request(running.sandbox.url).post("/_sandbox/v1/scenarios/reload");
    expect(reloaded.status).to.equal(422);
    expect(reloaded.text).to.contain('merchant NIGHT: there is no scenario \\"late\\"');
    expect(await codes("2")).to.deep.equal(["DECLINED", "BLOCKED"]);
    await running.stop();
  });

  it("must be there at the start", async () => {
    const wrong = { DAY: {}, NIGHT: { scenarios: ["day", "nigh"] } };
    const start = startWithFiles({
      files: FILES,
      merchants: wrong,
      environment: { SANDBOX_SCENARIOS: "day" },
    });
    const message = await start.then(
      () => "started",
      (error: unknown) => String(error),
    );
    expect(message).to.match(/merchants\.json:1:\d+ there is no scenario "nigh"; did you mean "night"\?/);
  });
});

describe("watched scenario files", () => {
  let running: ScenarioSandbox;
  beforeEach(async () => {
    running = await startWithFiles({ files: FILES, environment: { SANDBOX_SCENARIOS: "day" } });
  });
  afterEach(() => running.stop());
  const health = async (): Promise<Health> =>
    (await request(running.sandbox.url).get("/_sandbox/v1/health")).body as Health;

  it("are taken when they change, and exchanges name the revision that decided", async () => {
    const client = clientOf(running.sandbox.url, "TESTWATCH");
    const before = await decisionOf(client, "before");
    expect(before.gatewayCode).to.equal("DECLINED");
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    await eventually(running.logged, (logged) => logged.includes("scenarios-reloaded"));
    const after = await decisionOf(client, "after");
    expect(after.gatewayCode).to.equal("EXPIRED_CARD");
    expect(after.revision).not.to.equal(before.revision);
    expect(running.logged()).to.match(/"info","event":"scenarios-reloaded","revision":"[0-9a-f]{12}"/);
  });

  it("stay as they were while they are broken: health is degraded, readiness is not, and a good change heals", async () => {
    const client = clientOf(running.sandbox.url, "TESTBROKEN");
    await running.write("night.yaml", "version: 1\nrules:\n  - { id: a, outcome: DECLIEND }\n");
    const degraded = await eventually(health, ({ status }) => status !== "ok");
    expect(degraded.status).to.equal("degraded");
    const place = `${running.scenarios}/night.yaml:3:23`;
    expect(degraded.reasons?.join()).to.contain(`see ${place}.`).and.not.contain("DECLIEND");
    expect((await request(running.sandbox.url).get("/readyz")).status).to.equal(200);
    expect((await decisionOf(client, "1")).gatewayCode).to.equal("DECLINED");
    const line =
      running
        .logged()
        .split("\n")
        .find((it) => it.includes("scenario-file-broken")) ?? "{}";
    expect(JSON.parse(line)).to.deep.equal({
      level: "warn",
      event: "scenario-file-broken",
      file: `${running.scenarios}/night.yaml`,
      line: 3,
      column: 23,
      message: 'expected a gateway code, got "DECLIEND"; did you mean DECLINED?',
    });
    await running.write("night.yaml", FILES["night.yaml"]);
    expect(await eventually(health, ({ status }) => status === "ok")).to.deep.equal({ status: "ok" });
  });

  it("are refused when their aliases come to too much, and the next good change is taken", async () => {
    const lines = Array.from({ length: 9 }, (_, level) => {
      const before = level === 0 ? "{ a: 5 }" : `*b${level - 1}`;
      return `      l${level}: &b${level} [${Array(9).fill(before).join(", ")}]\n`;
    });
    const bomb = `version: 1\nrules:\n  - id: a\n    outcome: DECLINED\n    response:\n${lines.join("")}`;
    await running.write("day.yaml", bomb);
    const reload = () => request(running.sandbox.url).post("/_sandbox/v1/scenarios/reload");
    const refused = await reload();
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain("expand to more than 100000 values");
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    expect((await reload()).status).to.equal(200);
    const decided = await decisionOf(clientOf(running.sandbox.url, "TESTBOMB"), "1");
    expect(decided.gatewayCode).to.equal("EXPIRED_CARD");
  });
});
