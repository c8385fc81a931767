import { EventEmitter, once } from "node:events";
import { expect } from "chai";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const HOSTILE = "<img src=x onerror=document.title=1>";

describe("the portal's page about the API", function () {
  const stage = setStage();
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  it("is where /_sandbox/docs leads, and opens on the gateway in its newest version", async () => {
    const { page } = stage;
    await page.goto(`${stage.url}/_sandbox/docs`);
    const list = page.getByRole("region", { name: "Operations" });
    await list.getByRole("link", { name: /^PAY / }).waitFor();
    await page.getByRole("link", { name: "control.json" }).first().waitFor();
  });

  it("finds in all APIs what is sought, and opens it in the one that has it", async () => {
    const { page } = stage;
    await showPortal(stage, "docs");
    await page.getByRole("searchbox").fill("refund");
    await page.getByRole("link", { name: /^REFUND / }).waitFor();
    const control = page.getByRole("region", { name: "In the control API" });
    await control.getByRole("link", { name: "Approves a refund that is waiting for approval" }).click();
    await page
      .getByRole("heading", { level: 1, name: "Approves a refund that is waiting for approval" })
      .waitFor();
    await page.getByRole("region", { name: "In the gateway v100" }).getByText("REFUND").first().waitFor();
    await page.getByRole("searchbox").fill("create_checkout_session");
    await page.getByRole("region", { name: "In the gateway v1", exact: true }).getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "CREATE_CHECKOUT_SESSION" }).waitFor();
  });

  it("finds members of requests in every version, and leads to what the newest that has it says", async () => {
    const { page } = stage;
    await showPortal(stage, "docs");
    await page.getByRole("searchbox").fill("3dsecure enrollmentstatus");
    const members = page.getByRole("region", { name: "Members of requests" });
    await members.getByText("In versions 1 to 100.").waitFor();
    await members.getByRole("link", { name: /v1 to v99: CAPTURE$/ }).click();
    await page.getByRole("heading", { name: "CAPTURE in version 99" }).waitFor();
    await page.getByRole("rowheader", { name: "3DSecure.enrollmentStatus", exact: true }).waitFor();
  });

  it("lists every operation of the control API and what they are made of", async () => {
    const { page } = stage;
    await showPortal(stage, "docs?api=control");
    const list = page.getByRole("region", { name: "Operations" });
    await list.getByRole("region", { name: "Schemas" }).waitFor();
    const told = await list.getByRole("link").allTextContents();
    for (const { method, path, summary } of CONTROL_DESCRIPTION.operations)
      expect(told).to.include(
        `${summary}${method.toUpperCase()} ${path.replace("/v1/merchants/:merchantId", "…").replace(/:(\w+)/g, "{$1}")}`,
      );
    for (const name of Object.keys(CONTROL_DESCRIPTION.schemas)) expect(told).to.include(name);
    await page.getByRole("link", { name: "control.json" }).first().waitFor();
  });

  it("shows no members that an earlier search has found, also if its answer comes late", async () => {
    const { page } = stage;
    const isOf = (word: string) => (url: URL) => url.searchParams.get("search") === word;
    const late = new EventEmitter();
    await page.route(isOf("enrollmentstatus"), async (route) => {
      await once(late, "answer");
      await route.continue();
    });
    await showPortal(stage, "docs");
    const members = page.getByRole("region", { name: "Members of requests" });
    await page.getByRole("searchbox").fill("enrollmentstatus");
    await page.getByText("Searching the members of requests").waitFor();
    await page.getByRole("searchbox").fill("securitycode");
    await members.getByText("sourceOfFunds.provided.card.securityCode").first().waitFor();
    const answered = page.waitForResponse((response) => isOf("enrollmentstatus")(new URL(response.url())));
    late.emit("answer");
    await answered;
    await page.getByRole("searchbox").fill("securitycodes");
    await page.getByText("Nothing matches these filters.").waitFor();
    expect(await members.count()).to.equal(0);
  });

  it("shows one operation at a time, found by a search, with members, answers and the schemas that they name", async () => {
    const { page } = stage;
    await showPortal(stage, "docs?api=control");
    await page.getByRole("searchbox").fill("clock put");
    await page.getByRole("link", { name: "Moves, stops or resets the merchant's clock" }).click();
    await page
      .getByRole("heading", { level: 1, name: "Moves, stops or resets the merchant's clock" })
      .waitFor();
    await page.getByRole("row", { name: "merchantId string The merchant's id." }).waitFor();
    await page.getByRole("row", { name: /^404 Problem/ }).waitFor();
    await page.getByRole("link", { name: "ClockChange" }).first().click();
    await page.getByRole("heading", { level: 1, name: "ClockChange" }).waitFor();
    await page.getByRole("row", { name: /^advance string, duration, required/ }).waitFor();
    await page.getByRole("searchbox").fill("nothing-like-it");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("region", { name: "Journal" }).waitFor();
  });

  it("tries the control API, and shows problems as they are", async () => {
    const { page } = stage;
    await showPortal(stage, "docs/putMerchantsByMerchantIdClock?merchant=TESTTRY&api=control");
    const form = page.getByRole("form", { name: "Try it" });
    await form.getByLabel("Body").fill('{ "advance": "8 days" }');
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.getByLabel("Answer 400", { exact: true }).getByText("Invalid clock").waitFor();
    await form.getByLabel("Body").fill('{ "advance": "P8D" }');
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.getByLabel("Answer 200", { exact: true }).getByText("2030-01-23T10:20:30.400Z").waitFor();
    await form.getByLabel("Body").fill("{");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.getByText("The body is not JSON.").waitFor();
  });

  it("tries the gateway as the merchant, in any version, and leads to why", async () => {
    const { page } = stage;
    await showPortal(stage, "docs?merchant=TESTTRY");
    await page.getByLabel("Gateway v100").selectOption("Gateway v60");
    await page.getByRole("link", { name: /^PAY / }).click();
    const form = page.getByRole("form", { name: "Try it" });
    await form.getByLabel("orderId").fill(HOSTILE);
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.getByLabel("Answer 201", { exact: true }).getByText('"APPROVED"', { exact: true }).waitFor();
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    await form.getByRole("link", { name: "See why" }).click();
    await page.getByRole("heading", { name: "PAY Approved" }).waitFor();
    await page.getByRole("link", { name: HOSTILE }).first().waitFor();
  });

  it("says so when there is nothing of that name, whatever the name", async () => {
    const { page } = stage;
    await showPortal(stage, `docs/${encodeURIComponent(HOSTILE)}`);
    await page.getByText(`There is no ${HOSTILE} in this API.`).waitFor();
    await showPortal(stage, `docs/schema:${encodeURIComponent(HOSTILE)}`);
    await page.getByText(`There is no schema ${HOSTILE} in this API.`).waitFor();
    expect(await page.locator("img[src=x]").count()).to.equal(0);
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      const { page } = own;
      for (const place of [
        "docs",
        "docs/putMerchantsByMerchantIdClock?api=control",
        "docs/transact.PAY",
        "docs/schema:ClockChange?api=control",
      ]) {
        await showPortal(stage, place, own);
        await page.locator("main h1, main .row").filter({ visible: true }).first().waitFor();
        await expectAccessible(page);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place).to.equal(
          true,
        );
      }
      own.expectQuiet();
      await own.close();
    });
  }
});
