import { unlink } from "node:fs/promises";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { eventually, startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";

const fileOf = (outcome: string, more = ""): string =>
  `version: 1\n${more}rules:\n  - { id: all, case: TC-1, note: For all., outcome: ${outcome} }\n`;

const FILES = {
  "day.yaml": fileOf("DECLINED"),
  "night.yaml": fileOf("BLOCKED", "name: Night shift\n"),
  "late.yaml":
    "version: 1\nextends: night\nrules:\n  - { id: big, when: { amount: { min: '500' } }, outcome: REFERRED }\n",
};

const json = <T>(response: Response): T => response.body as T;

interface Shown {
  readonly scenarios: readonly string[];
  readonly chosenBy: string;
  readonly files: readonly string[];
  readonly revision: string;
}

describe("the scenario files over the control API", () => {
  let running: ScenarioSandbox;
  before(async () => {
    running = await startWithFiles({
      files: FILES,
      environment: { SANDBOX_SCENARIOS: "day", SANDBOX_WATCH: "off" },
    });
  });
  after(() => running.stop());

  const control = (path: string): string => `/_sandbox/v1${path}`;
  const agent = (): ReturnType<typeof request> => request(running.sandbox.url);
  const setOf = async (merchant: string): Promise<Shown> =>
    json(await agent().get(control(`/merchants/${merchant}/scenarios`)));
  const choose = (merchant: string, body: object): Promise<Response> =>
    agent()
      .put(control(`/merchants/${merchant}/scenarios`))
      .send(body);
  const orders = { count: 0 };
  const codeFor = async (merchant: string, amount = "10.00"): Promise<string> => {
    orders.count += 1;
    const call = { order: `order-${orders.count}`, transaction: "1", body: pay(amount) };
    const response = await clientOf(running.sandbox.url, merchant).put(call);
    return json<{ response: { gatewayCode: string } }>(response).response.gatewayCode;
  };

  it("are listed with their rules, what they extend and which are active", async () => {
    const listed = json<{ files: readonly { name: string }[]; active: Shown }>(
      await agent().get(control("/scenarios")),
    );
    const rule = { id: "all", case: "TC-1", note: "For all." };
    expect(listed.files).to.deep.equal([
      { name: "day", file: "day.yaml", title: "day", extends: [], rules: [rule] },
      { name: "late", file: "late.yaml", title: "late", extends: ["night"], rules: [{ id: "big" }] },
      { name: "night", file: "night.yaml", title: "Night shift", extends: [], rules: [rule] },
    ]);
    expect(listed).to.deep.include({ problems: [], loadedAt: "2030-01-15T10:20:30.400Z" });
    expect(listed.active).to.deep.include({ scenarios: ["day"], files: ["day"] });
    expect(listed.active.revision).to.equal((await setOf("TESTANY")).revision);
  });

  it("are chosen for a merchant, who alone is answered by them, until it goes back", async () => {
    const standing = { merchant: "TESTONE", prefer: "ignore" };
    expect(await setOf("TESTONE")).to.deep.include({ ...standing, scenarios: ["day"], chosenBy: "settings" });
    const chosen = await choose("TESTONE", { scenarios: ["late", "day"] });
    expect(chosen.status).to.equal(200);
    expect(chosen.body).to.deep.include({
      ...standing,
      scenarios: ["late", "day"],
      chosenBy: "control-api",
      files: ["late", "Night shift", "day"],
    });
    expect(await setOf("TESTONE")).to.deep.equal(chosen.body);
    expect([await codeFor("TESTONE"), await codeFor("TESTONE", "500.00")]).to.deep.equal([
      "BLOCKED",
      "REFERRED",
    ]);
    expect(await codeFor("TESTOTHER")).to.equal("DECLINED");
    for (const back of [
      () => choose("TESTONE", { scenarios: null }),
      async () => {
        await choose("TESTONE", { scenarios: ["night"] });
        return agent().delete(control("/merchants/TESTONE/scenarios"));
      },
    ]) {
      expect((await back()).body).to.deep.include({ scenarios: ["day"], chosenBy: "settings" });
      expect(await codeFor("TESTONE")).to.equal("DECLINED");
    }
  });

  it("stay chosen through a reset and a restart", async () => {
    await choose("TESTKEPT", { scenarios: ["night"] });
    await agent().post(control("/merchants/TESTKEPT/reset"));
    running = await running.restart();
    expect(await setOf("TESTKEPT")).to.deep.include({ scenarios: ["night"], chosenBy: "control-api" });
    expect(await codeFor("TESTKEPT")).to.equal("BLOCKED");
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    [
      "a name that is no file",
      { scenarios: ["nigh"] },
      /^There is no scenario "nigh"; did you mean "night"\?/,
    ],
    ["a name twice", { scenarios: ["day", "day"] }, /^The scenario "day" is named twice\.$/],
    ["no name at all", { scenarios: [] }, /^Send \{"scenarios"/],
    ["one name that is no list", { scenarios: "day" }, /^Send /],
    ["names that are no text", { scenarios: ["day", 1] }, /^Send /],
    ["another member", { scenarios: ["day"], scenario: "day" }, /^Send /],
    ["an empty body", {}, /^Send /],
  ];
  for (const [what, body, detail] of refused) {
    it(`are not chosen by ${what}`, async () => {
      const response = await choose("TESTREFUSED", body);
      expect([response.status, response.get("Content-Type")?.split(";")[0]]).to.deep.equal([
        400,
        "application/problem+json",
      ]);
      expect(json<{ detail: string }>(response).detail).to.match(detail);
      expect(await setOf("TESTREFUSED")).to.deep.include({ chosenBy: "settings" });
    });
  }

  it("are reloaded when asked, all of them or none, with every mistake told", async () => {
    const reload = (): Promise<Response> => agent().post(control("/scenarios/reload"));
    const first = json<Shown>(await reload());
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    await running.write("night.yaml", "version: 1\nnam: x\nrules: 5\n");
    const broken = await reload();
    expect(broken.status).to.equal(422);
    expect(broken.body).to.deep.include({
      title: "Scenario files not taken",
      problems: [
        {
          file: `${running.scenarios}/night.yaml`,
          line: 2,
          column: 1,
          message: 'unknown key "nam"; did you mean "name"?',
        },
        {
          file: `${running.scenarios}/night.yaml`,
          line: 3,
          column: 8,
          message: "expected a list of rules, got the number 5",
        },
      ],
    });
    const listed = json<Shown & { problems: readonly unknown[] }>(await agent().get(control("/scenarios")));
    expect([listed.problems.length, listed.revision]).to.deep.equal([2, first.revision]);
    expect(await codeFor("TESTRELOAD")).to.equal("DECLINED");
    await running.write("night.yaml", FILES["night.yaml"]);
    const healed = await reload();
    expect([healed.status, json<Shown>(healed).revision === first.revision]).to.deep.equal([200, false]);
    expect(await codeFor("TESTRELOAD")).to.equal("EXPIRED_CARD");
    await running.write("day.yaml", FILES["day.yaml"]);
    await reload();
  });

  it("fall back, with a note, when a chosen one is taken away", async () => {
    await running.write("short.yaml", fileOf("BLOCKED"));
    await agent().post(control("/scenarios/reload"));
    await choose("TESTLOST", { scenarios: ["short", "day"] });
    expect(await codeFor("TESTLOST")).to.equal("BLOCKED");
    await unlink(`${running.scenarios}/short.yaml`);
    expect((await agent().post(control("/scenarios/reload"))).status).to.equal(200);
    expect(await setOf("TESTLOST")).to.deep.include({
      scenarios: ["day"],
      chosenBy: "settings",
      lost: ["short", "day"],
    });
    const client = clientOf(running.sandbox.url, "TESTLOST");
    const response = await client.put({ order: "lost", transaction: "1", body: pay() });
    const { notes, scenario } = await client.why(response);
    expect(notes.join()).to.contain("The chosen scenarios short, day are not all there any more");
    expect(scenario?.files).to.deep.equal(["day"]);
  });
});

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
      Promise.all(clients.map(async (client) => (await exchangeOf(client, order)).gatewayCode));
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

async function exchangeOf(
  client: Client,
  order: string,
): Promise<{ gatewayCode: string; revision: string; files: readonly string[] }> {
  const { scenario } = await client.why(await client.put({ order, transaction: "1", body: pay() }));
  if (scenario === undefined) throw new Error("nothing was decided");
  return scenario;
}

describe("watched scenario files", () => {
  let running: ScenarioSandbox;
  beforeEach(async () => {
    running = await startWithFiles({ files: FILES, environment: { SANDBOX_SCENARIOS: "day" } });
  });
  afterEach(() => running.stop());
  const health = async (): Promise<{ status: string; reasons?: readonly string[] }> =>
    json(await request(running.sandbox.url).get("/_sandbox/v1/health"));

  it("are taken when they change, and exchanges name the revision that decided", async () => {
    const client = clientOf(running.sandbox.url, "TESTWATCH");
    const before = await exchangeOf(client, "before");
    expect(before.gatewayCode).to.equal("DECLINED");
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    await eventually(running.logged, (logged) => logged.includes("scenarios reloaded"));
    const after = await exchangeOf(client, "after");
    expect(after.gatewayCode).to.equal("EXPIRED_CARD");
    expect(after.revision).not.to.equal(before.revision);
    expect(running.logged()).to.match(/"info","event":"scenarios reloaded","revision":"[0-9a-f]{12}"/);
  });

  it("stay as they were while they are broken: health is degraded, readiness is not, and a good change heals", async () => {
    const client = clientOf(running.sandbox.url, "TESTBROKEN");
    await running.write("night.yaml", "version: 1\nrules:\n  - { id: a, outcome: DECLIEND }\n");
    const degraded = await eventually(health, ({ status }) => status !== "ok");
    expect(degraded.status).to.equal("degraded");
    const place = `${running.scenarios}/night.yaml:3:23`;
    expect(degraded.reasons?.join()).to.contain(`see ${place}.`).and.not.contain("DECLIEND");
    expect((await request(running.sandbox.url).get("/readyz")).status).to.equal(200);
    expect((await exchangeOf(client, "1")).gatewayCode).to.equal("DECLINED");
    const line =
      running
        .logged()
        .split("\n")
        .find((it) => it.includes("scenario file broken")) ?? "{}";
    expect(JSON.parse(line)).to.deep.equal({
      level: "warn",
      event: "scenario file broken",
      file: `${running.scenarios}/night.yaml`,
      line: 3,
      column: 23,
      message: 'expected a gateway code, got "DECLIEND"; did you mean DECLINED?',
    });
    await running.write("night.yaml", FILES["night.yaml"]);
    expect(await eventually(health, ({ status }) => status === "ok")).to.deep.equal({ status: "ok" });
  });
});
