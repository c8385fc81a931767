import { expect } from "chai";
import type { Locator } from "playwright-core";
import { parse } from "yaml";
import { authorize, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const MERCHANT = "TESTTRAFFIC";
const HOSTILE = "<img src=x onerror=document.title=1>";

describe("the portal's traffic, to go on from", function () {
  const stage = setStage();
  let client: Client;
  before(async () => {
    client = clientOf(stage.url, MERCHANT);
    await client.put({ order: "one", transaction: "1", body: authorize("10.00") });
    await client.put({
      order: "other",
      transaction: "1",
      body: withValue(authorize("12.00"), "order.reference", HOSTILE),
    });
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  /** Opens the only exchange of the order that is an authorization. */
  const openOf = async (order: string): Promise<void> => {
    await showPortal(stage, `traffic?only=${MERCHANT}&q=${order}+AUTHORIZE`);
    await stage.page.getByRole("listitem").getByRole("link", { name: "AUTHORIZE" }).click();
    await stage.page.getByRole("heading", { name: "AUTHORIZE Approved" }).waitFor();
  };
  const marked = (json: Locator): Promise<readonly string[]> =>
    json.locator(".marked .name").allTextContents();

  it("compares two exchanges, and marks what differs in both", async () => {
    const { page } = stage;
    await openOf("one");
    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByText("Choose the exchange to compare with.").waitFor();
    await page.getByRole("searchbox").fill("other");
    await page.getByRole("listitem").getByRole("link", { name: "AUTHORIZE" }).click();
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.getByRole("row", { name: "Order one other" }).waitFor();
    const left = comparison.getByLabel("The other request", { exact: true });
    expect(await marked(left)).to.deep.equal(['"amount": ']);
    const right = comparison.getByLabel("This request", { exact: true });
    expect(await marked(right)).to.deep.equal(['"amount": ', '"reference": ']);
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    await comparison.getByRole("link", { name: "Stop comparing" }).click();
    await comparison.waitFor({ state: "detached" });
  });

  it("sends a request again with stand-ins for what is masked, and shows what came of it", async () => {
    const { page } = stage;
    await openOf("one");
    await page.getByText("Send it again").click();
    const form = page.getByRole("form", { name: "Send again" });
    await form.getByText("Masked in the journal, so that stand-ins are sent instead").waitFor();
    await form.getByLabel("Order id").fill("again");
    const body = form.getByLabel("Body");
    await body.fill((await body.inputValue()).replace('"10.00"', '"11.00"'));
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("link", { name: "again", exact: true }).waitFor();
    const stored = await client.getOrder("again");
    expect(stored.body).to.include({ status: "AUTHORIZED", amount: 11 });
  });

  it("shows what was called where no operation is known, and its row is not cut on a phone", async () => {
    const { page } = stage;
    await page.setViewportSize({ width: 390, height: 844 });
    const body = withValue(pay("123456.00"), "apiOperation", "PAYY");
    await clientOf(stage.url, "TESTSLIP").put({ order: "slip", transaction: "1", body });
    await showPortal(stage, "traffic?only=TESTSLIP&q=PUT");
    const row = page.getByRole("link", { name: "PUT …/order/slip/transaction/1" });
    await row.getByText("123456.00 USD").waitFor();
    const [place, time] = [await row.boundingBox(), await row.getByRole("time").boundingBox()];
    expect((time?.x ?? 0) + (time?.width ?? 0)).to.be.at.most((place?.width ?? 0) - 10);
    const cut = await row
      .locator(".money")
      .evaluateAll(
        (found) => found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cut).to.equal(0);
  });

  it("gives the heading of what is opened the focus, where nothing else has it", async () => {
    const { page } = stage;
    const focused = (name: string): Promise<void> =>
      page.getByRole("heading", { level: 1, name }).and(page.locator(":focus")).waitFor();
    await showPortal(stage, `traffic?only=${MERCHANT}&q=one+AUTHORIZE`);
    await page.getByRole("listitem").first().waitFor();
    await page.keyboard.press("j");
    await focused("AUTHORIZE Approved");
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [place, link, heading] of [
      [`traffic?only=${MERCHANT}&q=one+AUTHORIZE`, /^AUTHORIZE/, "AUTHORIZE Approved"],
      [`orders?merchant=${MERCHANT}`, /^one /, "one authorized"],
    ] as const) {
      await showPortal(stage, place);
      await page.getByRole("listitem").getByRole("link", { name: link }).focus();
      await page.keyboard.press("Enter");
      await focused(heading);
    }
  });

  it("says once that new exchanges have come, and not how many with each", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic?only=TESTNEWS");
    await page.getByRole("button", { name: "Pause" }).click();
    for (const order of ["a", "b"]) {
      await clientOf(stage.url, "TESTNEWS").put({ order, transaction: "1", body: pay() });
      await page.getByRole("status").getByText("New exchanges have come", { exact: true }).waitFor();
    }
    const shown = page.getByRole("button", { name: "2 new" });
    await shown.waitFor();
    expect(await page.locator("[aria-live], [role=status]").filter({ has: shown }).count()).to.equal(0);
  });

  it("says what it cannot send: text that is not JSON", async () => {
    const { page } = stage;
    await openOf("one");
    await page.getByText("Send it again").click();
    const form = page.getByRole("form", { name: "Send again" });
    await form.getByLabel("Body").fill("{");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.getByText("The body is not JSON.").waitFor();
  });

  it("makes a rule of a request: to copy, and to arm", async () => {
    const { page } = stage;
    await openOf("one");
    await page.getByText("Make a scenario rule of it").click();
    const form = page.getByRole("form", { name: "Make a rule" });
    await form.getByLabel("are answered so").selectOption("Insufficient funds");
    await form.getByRole("checkbox", { name: "currency" }).check();
    const rules = parse(
      (await form.getByLabel("The rule", { exact: true }).textContent()) ?? "",
    ) as readonly object[];
    expect(rules).to.have.length(1);
    expect(rules[0]).to.deep.include({
      when: { operation: "AUTHORIZE", cardPrefix: "512345", amount: "10.00", currency: "USD" },
      outcome: "INSUFFICIENT_FUNDS",
    });
    await form.getByRole("button", { name: "Arm it for the next such request", exact: true }).click();
    await page.getByText("Arm: done").waitFor();
    await client.put({ order: "unlike", transaction: "1", body: pay("10.00") });
    await client.put({ order: "like", transaction: "1", body: authorize("10.00") });
    expect((await client.getOrder("unlike")).body).to.include({ status: "CAPTURED" });
    expect((await client.getOrder("like")).body).to.include({ status: "FAILED" });
  });

  it("keeps pinned exchanges in sight, also after the merchant has begun anew", async () => {
    const { page } = stage;
    const own = clientOf(stage.url, "TESTPINNED");
    await own.put({ order: "kept", transaction: "1", body: pay() });
    await showPortal(stage, "traffic?only=TESTPINNED");
    await page.getByRole("link", { name: "kept" }).click();
    await page.getByRole("button", { name: "Pin" }).click();
    await fetch(`${stage.url}/_sandbox/v1/merchants/TESTPINNED/reset`, { method: "POST" });
    await showPortal(stage, "traffic?q=nothing-like-it");
    await page.reload();
    await page.getByRole("group").filter({ hasText: "Pinned (1)" }).getByRole("link").click();
    await page.getByRole("heading", { name: "PAY Approved" }).waitFor();
    await page.getByRole("button", { name: "Pin" }).click();
    await page.getByText("Pinned (1)").waitFor({ state: "detached" });
  });

  it("keeps filters under their words", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await page.getByRole("searchbox").fill("other");
    await page.getByRole("combobox", { name: "Any outcome" }).selectOption("approved");
    await page.getByRole("button", { name: "Save filters" }).click();
    await showPortal(stage, "traffic");
    await page.reload();
    await page.getByRole("link", { name: "Approved · other" }).click();
    await page.getByText(/^\d+ of \d+$/).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).to.equal("other");
    await page.getByRole("button", { name: "Forget Approved · other" }).click();
    await page.getByRole("link", { name: "Approved · other" }).waitFor({ state: "detached" });
  });

  it("says that filters leave nothing, and clears them", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic?q=nothing-like-it&ending=declined");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("link", { name: "AUTHORIZE" }).first().waitFor();
    expect(page.url()).to.not.contain("q=").and.not.contain("ending=");
    await showPortal(stage, `orders?merchant=${MERCHANT}&q=nothing-like-it`);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("link", { name: /^one / }).waitFor();
  });

  it("draws the way of an order through its statuses, and where it can go", async () => {
    const { page } = stage;
    await openOf("one");
    await page.getByText("new → AUTHORIZED").click();
    await page.getByRole("img", { name: "State diagram: new to authorized by authorize" }).waitFor();
    await page.getByText("Dashed: where authorized can lead.", { exact: false }).waitFor();
    await showPortal(stage, `orders/one?merchant=${MERCHANT}`);
    await page.getByRole("img", { name: "State diagram: new to authorized by authorization" }).waitFor();
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      const { page } = own;
      const of = async (order: string): Promise<string> => {
        const path = `${stage.url}/_sandbox/v1/exchanges?order=${order}&operation=AUTHORIZE`;
        const found = (await (await fetch(path)).json()) as { exchanges: readonly { id: string }[] };
        return found.exchanges[0]?.id ?? "";
      };
      await showPortal(stage, `traffic/${await of("other")}?with=${await of("one")}`, own);
      await page.getByRole("region", { name: "Comparison" }).waitFor();
      for (const title of ["Send it again", "Make a scenario rule of it", "new → AUTHORIZED"])
        await page.locator("summary").filter({ hasText: title }).click();
      await page.getByRole("form", { name: "Make a rule" }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
      own.expectQuiet();
      await own.close();
    });
  }
});
