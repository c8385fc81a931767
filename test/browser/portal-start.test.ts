import { expect } from "chai";
import request from "supertest";
import { pay, verify, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { setStage, showPortal } from "./stage.ts";

describe("the portal's first steps", function () {
  const stage = setStage({});
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  it("shows an example of a merchant until somebody calls, and then who called", async () => {
    const { page } = stage;
    await showPortal(stage, "start");
    await page
      .getByText("Nobody has called yet, so TESTSHOP is an example. Ids that may call: TEST…")
      .waitFor();
    await clientOf(stage.url, "TESTMINE").put({ order: "mine", transaction: "1", body: pay() });
    await page.getByRole("region", { name: "Access" }).getByText("merchant.TESTMINE").waitFor();
    expect(await page.getByText("is an example").count()).to.equal(0);
  });

  it("breaks the address between its parts only, and has a place for what is said before something is", async () => {
    const { page } = stage;
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      await showPortal(stage, "start");
      await page.getByRole("region", { name: "Access" }).waitFor();
      const broken = await page.evaluate(`
        [...document.querySelector(".access code").childNodes].filter((part) => {
          const range = new Range();
          range.selectNodeContents(part);
          return range.getClientRects().length > 1;
        }).length`);
      expect(broken).to.equal(0);
    }
    expect(await page.getByRole("status").and(page.locator(".toast")).count()).to.equal(1);
  });

  it("shows the cards of the chosen merchant, and of the scenario files that are chosen for it", async () => {
    const { page } = stage;
    await clientOf(stage.url, "TESTBARE").put({ order: "mine", transaction: "1", body: pay() });
    await request(`${stage.url}/_sandbox/v1/merchants/TESTBARE/scenarios`).put("").send({ scenarios: [] });
    const cards = page.getByRole("region", { name: "Magic cards" });
    await showPortal(stage, "start?merchant=TESTMINE");
    await page.getByRole("combobox", { name: "Card" }).selectOption("4000000000005100");
    await cards.waitFor();
    await page.getByRole("combobox", { name: "Merchant" }).selectOption("TESTBARE");
    await cards.waitFor({ state: "detached" });
    const offered = page.getByRole("combobox", { name: "Card" }).getByRole("option");
    await offered.first().waitFor({ state: "attached" });
    expect(await offered.allTextContents()).to.deep.equal(["5123450000000008 · APPROVED"]);
    await page.getByRole("link", { name: "Scenarios" }).click();
    await page.getByRole("button", { name: "Use default", exact: true }).click();
    await page.getByRole("link", { name: "Start" }).click();
    await cards.getByText("4000000000005100").waitFor();
  });

  it("follows the scenario files that somebody else chooses, with the next exchange", async () => {
    const { page } = stage;
    const choose = (scenarios: readonly string[]): request.Test =>
      request(`${stage.url}/_sandbox/v1/merchants/TESTELSEWHERE/scenarios`).put("").send({ scenarios });
    const paid = (order: string): Promise<unknown> =>
      clientOf(stage.url, "TESTELSEWHERE").put({ order, transaction: "1", body: pay() });
    await choose([]);
    await paid("before");
    await showPortal(stage, "start?merchant=TESTELSEWHERE");
    const cards = page.getByRole("region", { name: "Magic cards" });
    const offered = page.getByRole("combobox", { name: "Card" }).getByRole("option");
    await offered.first().waitFor({ state: "attached" });
    expect(await offered.allTextContents()).to.deep.equal(["5123450000000008 · APPROVED"]);
    await choose(["default"]);
    await paid("after");
    await cards.getByText("4000000000005100").waitFor();
  });

  it("gives snippets of the card and the operation that are chosen", async () => {
    const { page } = stage;
    await showPortal(stage, "start");
    await page.getByRole("combobox", { name: "Card" }).selectOption("4000000000005100");
    await page.getByRole("combobox", { name: "What for" }).selectOption("AUTHORIZE");
    await page.getByRole("heading", { name: "The same authorization from" }).waitFor();
    for (const language of ["Node", "PHP", "Java", "Python", ".NET", "curl"]) {
      await page.getByRole("button", { name: language, exact: true }).click();
      const snippet = page.getByLabel(`${language} snippet`, { exact: true });
      expect(await snippet.textContent())
        .to.contain("4000000000005100")
        .and.contain("AUTHORIZE");
    }
  });

  it("offers a failed order another payment, and says why", async () => {
    const { page } = stage;
    const body = withValue(pay("7.00"), "sourceOfFunds.provided.card.number", "4000000000005100");
    await clientOf(stage.url, "TESTAGAIN").put({ order: "again", transaction: "1", body });
    await showPortal(stage, "orders/again?merchant=TESTAGAIN");
    await page.getByRole("heading", { name: "again failed" }).waitFor();
    await page.getByText("the gateway takes another payment for the order").waitFor();
    const form = page.getByRole("form", { name: "Pay again" });
    expect(await form.getByRole("textbox").inputValue()).to.equal("7.00");
    await form.getByRole("button", { name: "Pay again", exact: true }).click();
    await page.getByRole("heading", { name: "again captured" }).waitFor();
  });

  it("says that the amount is an example where the order has had none", async () => {
    const { page } = stage;
    const body = withValue(verify(), "sourceOfFunds.provided.card.number", "4000000000005100");
    await clientOf(stage.url, "TESTAGAIN").put({ order: "checked", transaction: "1", body });
    await showPortal(stage, "orders/checked?merchant=TESTAGAIN");
    await page.getByText("No request of this order had an amount").waitFor();
  });
});
