import { expect } from "chai";
import { pay, withValue } from "../support/requests.ts";
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
      .getByText("Nobody has called yet, so TESTSHOP is an example. Ids that may call: TEST….")
      .waitFor();
    await clientOf(stage.url, "TESTMINE").put({ order: "mine", transaction: "1", body: pay() });
    await page.getByRole("region", { name: "Access" }).getByText("merchant.TESTMINE").waitFor();
    expect(await page.getByText("is an example").count()).to.equal(0);
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
});
