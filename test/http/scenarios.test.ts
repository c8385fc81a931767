import { unlink } from "node:fs/promises";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";
import { decisionOf, fileOf, FILES } from "./scenario-samples.ts";

interface Shown {
  readonly scenarios: readonly string[];
  readonly chosenBy: string;
  readonly files: readonly string[];
  readonly revision: string;
}

interface ShownLibrary {
  readonly files: readonly object[];
  readonly active: Shown;
  readonly revision: string;
  readonly problems: readonly object[];
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
    (await agent().get(control(`/merchants/${merchant}/scenarios`))).body as Shown;
  const library = async (): Promise<ShownLibrary> =>
    (await agent().get(control("/scenarios"))).body as ShownLibrary;
  const choose = (merchant: string, body: object): Promise<Response> =>
    agent()
      .put(control(`/merchants/${merchant}/scenarios`))
      .send(body);
  const orders = { count: 0 };
  const codeFor = async (merchant: string, amount = "10.00"): Promise<string> => {
    orders.count += 1;
    const client = clientOf(running.sandbox.url, merchant);
    return (await decisionOf(client, `order-${orders.count}`, amount)).gatewayCode;
  };

  it("are listed with their rules, what they extend and which are active", async () => {
    const listed = await library();
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

  it("are none where none is chosen: everything is approved then", async () => {
    await choose("TESTNONE", { scenarios: [] });
    expect(await setOf("TESTNONE")).to.deep.include({ scenarios: [], chosenBy: "control-api" });
    expect(await codeFor("TESTNONE")).to.equal("APPROVED");
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    [
      "a name that is no file",
      { scenarios: ["nigh"] },
      /^There is no scenario "nigh"; did you mean "night"\?/,
    ],
    ["a name twice", { scenarios: ["day", "day"] }, /^The scenario "day" is named twice\.$/],
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
      expect((response.body as { detail: string }).detail).to.match(detail);
      expect(await setOf("TESTREFUSED")).to.deep.include({ chosenBy: "settings" });
    });
  }

  it("are reloaded when asked, but for a broken one that nobody is answered by", async () => {
    const reload = (): Promise<Response> => agent().post(control("/scenarios/reload"));
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    await running.write("late.yaml", "version: 1\nnam: x\n");
    const taken = await reload();
    expect(taken.status).to.equal(200);
    expect(taken.body).to.nested.include({ "problems.length": 1, "problems[0].line": 2 });
    expect(await codeFor("TESTRELOAD")).to.equal("EXPIRED_CARD");
    expect((await library()).problems).to.have.length(1);
    await unlink(`${running.scenarios}/late.yaml`);
    await running.write("day.yaml", FILES["day.yaml"]);
    expect((await reload()).body).not.to.have.property("problems");
  });

  it("are reloaded when asked, all of them or none, with every mistake told", async () => {
    const reload = (): Promise<Response> => agent().post(control("/scenarios/reload"));
    const first = (await reload()).body as ShownLibrary;
    await running.write("night.yaml", fileOf("EXPIRED_CARD"));
    await running.write("day.yaml", "version: 1\nnam: x\nrules: 5\n");
    const broken = await reload();
    expect(broken.status).to.equal(422);
    expect(broken.body).to.deep.include({
      title: "Scenario files not loaded",
      problems: [
        {
          file: `${running.scenarios}/day.yaml`,
          line: 2,
          column: 1,
          message: 'unknown key "nam"; did you mean "name"?',
        },
        {
          file: `${running.scenarios}/day.yaml`,
          line: 3,
          column: 8,
          message: "expected a list of rules, got the number 5",
        },
      ],
    });
    const listed = await library();
    expect([listed.problems.length, listed.revision]).to.deep.equal([2, first.revision]);
    expect(await codeFor("TESTRELOAD")).to.equal("DECLINED");
    await running.write("day.yaml", fileOf("EXPIRED_CARD"));
    const healed = await reload();
    expect([healed.status, (healed.body as ShownLibrary).revision === first.revision]).to.deep.equal([
      200,
      false,
    ]);
    expect(await codeFor("TESTRELOAD")).to.equal("EXPIRED_CARD");
    for (const name of ["day.yaml", "night.yaml"] as const) await running.write(name, FILES[name]);
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
    expect(notes.join()).to.contain("The chosen scenarios short, day do not all exist any more");
    expect(scenario?.files).to.deep.equal(["day"]);
  });
});
