import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type {
  SavedScenarioView,
  ScenarioCheckView,
  ScenarioFileView,
} from "../../server/http/control/scenarios/scenario-files.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";

const rule = (outcome: string): string =>
  `version: 1\nname: Plan\nrules:\n  - { id: all, outcome: ${outcome} }\n`;
const DAY = "version: 1\nname: Day\n";
const BROKEN = "version: 1\nrules: none\n";
const TOKEN = "the-token-of-those-who-run-it";

describe("scenario files over the control API", () => {
  let running: ScenarioSandbox;
  beforeEach(async () => {
    running = await startWithFiles({
      files: { "day.yaml": DAY, "plan.yml": rule("DECLINED") },
      environment: {
        ...{ SANDBOX_SCENARIOS: "plan,day", SANDBOX_SCENARIO_SAVE: "on", SANDBOX_WATCH: "off" },
        SANDBOX_CONTROL_TOKEN: TOKEN,
      },
    });
  });
  afterEach(() => running.stop());

  const call = (method: "get" | "post" | "put", path: string, body?: object): Promise<Response> => {
    const to = request(running.sandbox.url);
    const asked = to[method](`/_sandbox/v1/${path}`).auth(TOKEN, { type: "bearer" });
    return (body === undefined ? asked : asked.send(body)).then();
  };
  const read = async (name: string): Promise<ScenarioFileView> =>
    (await call("get", `scenarios/${name}`)).body as ScenarioFileView;
  const onDisk = (file: string): Promise<string> => readFile(join(running.scenarios, file), "utf8");
  const titleOf = ({ status, body }: Response): unknown => [status, (body as { title: string }).title];

  it("are read with their revision, and saved with it", async () => {
    const { text, revision, ...rest } = await read("plan");
    expect([text, rest]).to.deep.equal([rule("DECLINED"), { name: "plan", file: "plan.yml", maySave: true }]);
    const client = clientOf(running.sandbox.url, "TESTSAVE");
    const paid = async (order: string): Promise<unknown> =>
      ((await client.put({ order, transaction: "1", body: pay() })).body as { response: object }).response;
    expect(await paid("1")).to.include({ gatewayCode: "DECLINED" });
    const saved = await call("put", "scenarios/plan", { text: rule("BLOCKED"), revision });
    expect(saved.body).to.deep.include({ name: "plan", file: "plan.yml", problems: [], isLoaded: true });
    expect(await onDisk("plan.yml")).to.equal(rule("BLOCKED"));
    expect((await read("plan")).revision).to.equal((saved.body as SavedScenarioView).revision);
    expect(await paid("2")).to.include({ gatewayCode: "BLOCKED" });
    expect(await readdir(running.scenarios)).to.have.members(["day.yaml", "plan.yml"]);
  });

  it("are begun without a revision", async () => {
    const saved = await call("put", "scenarios/new-plan", { text: "version: 1\nextends: day\n" });
    expect(saved.body).to.include({ file: "new-plan.yaml", isLoaded: true });
    expect(await onDisk("new-plan.yaml")).to.equal("version: 1\nextends: day\n");
  });

  it("are not written over what somebody else has written", async () => {
    const { revision } = await read("plan");
    await running.write("plan.yml", rule("EXPIRED_CARD"));
    const late = await call("put", "scenarios/plan", { text: rule("BLOCKED"), revision });
    expect(titleOf(late)).to.deep.equal([409, "Changed meanwhile"]);
    expect((late.body as { revision: string }).revision).to.equal((await read("plan")).revision);
    expect(await onDisk("plan.yml")).to.equal(rule("EXPIRED_CARD"));
    expect(titleOf(await call("put", "scenarios/plan", { text: DAY }))).to.deep.equal([
      409,
      "Changed meanwhile",
    ]);
    const gone = await call("put", "scenarios/gone", { text: DAY, revision });
    expect(titleOf(gone)).to.deep.equal([409, "Changed meanwhile"]);
  });

  it("have one winner when two save the same revision at once", async () => {
    const { revision } = await read("plan");
    const answers = await Promise.all(
      ["BLOCKED", "EXPIRED_CARD", "DECLINED"].map((outcome) =>
        call("put", "scenarios/plan", { text: `${rule(outcome)}# edited\n`, revision }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
  });

  it("are never written with a mistake", async () => {
    const { revision } = await read("plan");
    const answer = await call("put", "scenarios/plan", { text: BROKEN, revision });
    expect(titleOf(answer)).to.deep.equal([422, "The file has mistakes"]);
    expect((answer.body as { detail: string }).detail).to.match(/^line 2, column 8: /);
    expect(await onDisk("plan.yml")).to.equal(rule("DECLINED"));
    const twin = await call("put", "scenarios/twin", { text: DAY });
    expect(titleOf(twin)).to.deep.equal([422, "The file has mistakes"]);
    expect(await readdir(running.scenarios)).to.have.members(["day.yaml", "plan.yml"]);
  });

  it("can be mended when they are broken already, and beside others that are", async () => {
    await running.write("plan.yml", BROKEN);
    await running.write("other.yaml", BROKEN);
    const { text, revision } = await read("plan");
    expect(text).to.equal(BROKEN);
    const mended = await call("put", "scenarios/plan", { text: rule("BLOCKED"), revision });
    expect([mended.status, (mended.body as SavedScenarioView).isLoaded], mended.text).to.deep.equal([
      200,
      true,
    ]);
  });

  it("are checked beside the others without being written", async () => {
    const problemsOf = async (name: string, text: string): Promise<unknown> => {
      const { problems } = (await call("post", `scenarios/${name}/check`, { text }))
        .body as ScenarioCheckView;
      return problems.map(({ severity, check, line }) => [severity, check, line]);
    };
    expect(await problemsOf("plan", rule("BLOCKED"))).to.deep.equal([]);
    expect(await problemsOf("plan", BROKEN)).to.deep.equal([["error", "schema", 2]]);
    expect(await problemsOf("plan", `${rule("BLOCKED")}  - { id: late, outcome: DECLINED }\n`)).to.deep.equal(
      [["warning", "shadowed-rule", 5]],
    );
    expect(await problemsOf("night", "version: 1\nextends: dya\n")).to.deep.equal([["error", "schema", 2]]);
    expect(await onDisk("plan.yml")).to.equal(rule("DECLINED"));
  });

  const names = ["..%2Fplan", "%2Fetc%2Fpasswd", ".hidden", "a%2Fb", "a%5Cb", "a.b", "5123450000000008"];
  for (const name of names)
    it(`stay in the folder: ${name} is no name`, async () => {
      const answer = await call("put", `scenarios/${name}`, { text: "version: 1\n" });
      expect(titleOf(answer)).to.deep.equal([400, "Invalid name"]);
      expect((await call("get", `scenarios/${name}`)).status).to.equal(404);
    });

  it("stay in the folder though one of them is a link to elsewhere", async () => {
    const elsewhere = join(running.scenarios, "..", "elsewhere.yaml");
    await writeFile(elsewhere, "version: 1\nname: Linked\n");
    await symlink(elsewhere, join(running.scenarios, "linked.yaml"));
    const { revision } = await read("linked");
    await call("put", "scenarios/linked", { text: "version: 1\nname: Own\n", revision });
    expect(await readFile(elsewhere, "utf8")).to.equal("version: 1\nname: Linked\n");
    expect(await onDisk("linked.yaml")).to.equal("version: 1\nname: Own\n");
  });

  it("are not written where a folder stands", async () => {
    await mkdir(join(running.scenarios, "box.yaml"));
    expect(titleOf(await call("put", "scenarios/box", { text: "version: 1\n" }))).to.deep.equal([
      409,
      "Changed meanwhile",
    ]);
  });

  it("are noted in the audit trail with user and revision when they are written, not when they are read", async () => {
    const { revision } = (await call("put", "scenarios/noted", { text: "version: 1\n" }))
      .body as SavedScenarioView;
    await call("put", "scenarios/noted", { text: "version: 1\n" });
    await call("get", "scenarios/noted");
    const { changes } = (await call("get", "audit")).body as { changes: readonly object[] };
    const path = "/v1/scenarios/noted";
    expect(changes.slice(0, 2)).to.containSubset([
      { user: "control token", method: "PUT", path, status: 409 },
      { user: "control token", method: "PUT", path, status: 200, revision },
    ]);
    expect(changes[0]).to.not.have.property("revision");
  });

  it("are only written where the settings allow it", async () => {
    const other = await startWithFiles({
      files: { "day.yaml": DAY },
      environment: { SANDBOX_SCENARIOS: "day" },
    });
    const url = `${other.sandbox.url}/_sandbox/v1/scenarios/day`;
    const found = (await request(other.sandbox.url).get("/_sandbox/v1/scenarios/day"))
      .body as ScenarioFileView;
    expect(found.maySave).to.equal(false);
    const answer = await fetch(url, {
      method: "PUT",
      body: JSON.stringify({ text: DAY, revision: found.revision }),
    });
    expect([answer.status, ((await answer.json()) as { title: string }).title]).to.deep.equal([
      403,
      "Saving is off",
    ]);
    await other.stop();
  });
});
