import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const PLAN =
  "version: 1\nname: plan\nrules:\n  - { id: five, when: { amount: '5.00' }, outcome: DECLINED }\n";

describe("the portal's editor of scenario files", function () {
  const stage = setStage({
    scenario: { rules: [] },
    environment: { SANDBOX_SCENARIO_SAVE: "on", SANDBOX_WATCH: "off" },
  });
  before(async () => {
    await writeFile(fileNamed("plan.yaml"), PLAN);
    await writeFile(fileNamed("shared.yaml"), "version: 1\nname: shared\n");
    await fetch(`${stage.url}/_sandbox/v1/scenarios/reload`, { method: "POST" });
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  const fileNamed = (name: string): string => join(stage.running.folder, "scenarios", name);
  const open = async (name: string): Promise<void> => {
    await showPortal(stage, `scenarios/${name}`);
    await stage.page.getByRole("textbox", { name: `Text of ${name}` }).click();
    await stage.page.keyboard.press("Control+End");
  };

  it("completes names and values, and writes a new file that decides at once", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios");
    await page.getByLabel("Name of a new file").fill("fresh");
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByRole("textbox", { name: "Text of fresh" }).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("  - id: seven\nwhen: { amount: '7.00' }\nou");
    await page.getByRole("option", { name: "outcome", exact: true }).waitFor();
    await page.keyboard.type("tcome: INSUFF");
    await page.getByRole("option", { name: "INSUFFICIENT_FUNDS" }).click();
    await page.getByText("No mistakes found.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved fresh").waitFor();
    expect(await readFile(fileNamed("fresh.yaml"), "utf8")).to.contain("outcome: INSUFFICIENT_FUNDS");
    const body = JSON.stringify({ scenarios: ["fresh"] });
    const path = `${stage.url}/_sandbox/v1/merchants/TESTFRESH/scenarios`;
    await fetch(path, { method: "PUT", headers: { "Content-Type": "application/json" }, body });
    const answer = await clientOf(stage.url, "TESTFRESH").put({
      order: "1",
      transaction: "1",
      body: pay("7.00"),
    });
    expect(answer.body).to.have.nested.property("response.gatewayCode", "INSUFFICIENT_FUNDS");
  });

  it("lets one go on typing after saving, where one was", async () => {
    const { page } = stage;
    await open("plan");
    await page.keyboard.type("# first");
    for (const more of [" second", " third"]) {
      await page.keyboard.press("Control+s");
      await page.getByText("Saved plan").waitFor();
      await page.getByText("Saved plan").waitFor({ state: "hidden" });
      await page.keyboard.type(more);
    }
    await page.keyboard.press("Control+s");
    await page.getByText("Saved plan").waitFor();
    expect(await readFile(fileNamed("plan.yaml"), "utf8")).to.match(/# first second third$/);
    await writeFile(fileNamed("plan.yaml"), PLAN);
  });

  it("keeps what was typed and not saved while one looks elsewhere, until it is dropped", async () => {
    const { page } = stage;
    const text = page.getByRole("textbox", { name: "Text of plan" });
    await open("plan");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    await page.keyboard.type("# not yet");
    await page.getByText("Not saved").waitFor();
    await page.getByRole("link", { name: "Back to the scenarios" }).click();
    await page.getByRole("link", { name: "Edit plan" }).click();
    await text.getByText("# not yet").waitFor();
    await page.getByRole("button", { name: "Drop my changes" }).click();
    await text.getByText("# not yet").waitFor({ state: "hidden" });
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    expect(await readFile(fileNamed("plan.yaml"), "utf8")).to.equal(PLAN);
  });

  it("asks before the tab is left with what was not saved", async () => {
    const { page } = stage;
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await open("plan");
    await page.reload();
    expect(asked).to.deep.equal([]);
    await page.getByRole("textbox", { name: "Text of plan" }).click();
    await page.keyboard.type("# not yet");
    await page.getByText("Not saved").waitFor();
    await page.reload();
    expect(asked).to.deep.equal(["beforeunload"]);
  });

  it("finds no mistakes only where it has looked for them", async () => {
    const { page } = stage;
    await page.route("**/scenarios/plan/check", () => undefined);
    await open("plan");
    await page.getByText("Checking …").waitFor();
    expect(await page.getByText("No mistakes found.").count()).to.equal(0);
  });

  it("tells mistakes with their line, and does not write them", async () => {
    const { page } = stage;
    await open("plan");
    const before = await readFile(fileNamed("plan.yaml"), "utf8");
    await page.keyboard.type("\nrulez: 1");
    const mistakes = page.getByRole("region", { name: "Mistakes" });
    await mistakes.getByText("rulez", { exact: false }).first().waitFor();
    expect(await mistakes.getByRole("listitem").first().textContent()).to.match(/\d+:\d+ error/);
    expect(await readFile(fileNamed("plan.yaml"), "utf8")).to.equal(before);
  });

  it("does not overwrite what somebody else has written meanwhile, unless it is told to", async () => {
    const { page } = stage;
    await open("shared");
    await page.keyboard.type("# mine");
    await writeFile(fileNamed("shared.yaml"), "version: 1\nname: shared\n# theirs\n");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const alert = page.getByRole("alert").filter({ hasText: "nothing was written" });
    await alert.getByRole("button", { name: "Write mine in its place" }).click();
    await page.getByText("Saved shared").waitFor();
    expect(await readFile(fileNamed("shared.yaml"), "utf8"))
      .to.contain("# mine")
      .and.not.contain("# theirs");
  });

  it("takes a rule that was made of a request", async () => {
    const { page } = stage;
    await clientOf(stage.url, "TESTRULE").put({ order: "model", transaction: "1", body: pay("8.00") });
    await showPortal(stage, "traffic?only=TESTRULE");
    await page.getByRole("link", { name: "model" }).click();
    await page.getByText("Make a scenario rule of it").click();
    await page.getByLabel("are answered so").selectOption("Expired card");
    await page.getByLabel("Put the rule into a file").selectOption("plan");
    await page.getByRole("textbox", { name: "Text of plan" }).waitFor();
    await page.locator(".cm-activeLine").filter({ hasText: "like-" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved plan").waitFor();
    const text = await readFile(fileNamed("plan.yaml"), "utf8");
    expect(text.indexOf("outcome: EXPIRED_CARD")).to.be.within(0, text.indexOf("DECLINED"));
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      await showPortal(stage, "scenarios/plan", own);
      await own.page.getByRole("textbox", { name: "Text of plan" }).waitFor();
      await own.page.getByText("No mistakes found.").waitFor();
      await expectAccessible(own.page);
      expect(await own.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
      own.expectQuiet();
      await own.close();
    });
  }
});
