import { expect } from "chai";
import request from "supertest";
import { pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { setStage, showPortal } from "./stage.ts";

describe("why a request was refused, in the portal", function () {
  const stage = setStage({});

  it("keeps a wrong member in the request as it would fit, and says which values only the sender can know", async () => {
    const { page, url } = stage;
    const body = withValue(withValue(pay("5.00"), "order.currency", "EURO"), "order.amount", "five");
    await clientOf(url, "TESTWHY").put({ order: "order-euro", transaction: "1", body });
    await showPortal(stage, "traffic?q=order-euro");
    await page.getByRole("link", { name: "order-euro" }).click();
    await page.getByText('Did you mean "EUR"?').first().waitFor();
    const marked = page.getByLabel("As it would fit", { exact: true }).locator(".marked");
    const [currency, amount] = [marked.filter({ hasText: "currency" }), marked.filter({ hasText: "amount" })];
    expect(await currency.textContent()).to.contain('"currency": "EUR" instead of "EURO"');
    expect(await currency.getAttribute("class")).to.equal("line marked mended");
    expect(await amount.textContent()).to.contain('instead of "five"; only you know the value');
    expect(await amount.getAttribute("class")).to.equal("line marked open");
    stage.tab.expectQuiet();
  });

  for (const width of [390, 768, 1280])
    it(`shows the notes beside marked members whole, ${width} pixels wide`, async () => {
      const { page, url } = stage;
      await page.setViewportSize({ width, height: 860 });
      const order = `order-wide-${width}`;
      const body = withValue(
        withValue(pay("5.00"), "order.reference", "9".repeat(90)),
        "order.amount",
        "five",
      );
      await clientOf(url, "TESTWHY").put({ order, transaction: "1", body });
      await showPortal(stage, `traffic?q=${order}`);
      await page.getByRole("link", { name: order }).click();
      const bodies = page.locator(".json pre").filter({ has: page.locator(".marked") });
      await bodies.first().waitFor();
      const cut = await bodies.evaluateAll(
        (found) => found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
      expect([await bodies.count(), cut]).to.deep.equal([2, 0]);
      stage.tab.expectQuiet();
    });

  it("says what is wrong with credentials, and leads to what else was asked of an order that there is not", async () => {
    const { page, url } = stage;
    await clientOf(url, "TESTWHY", "guessed").put({
      ...{ order: "nobody-1", transaction: "1" },
      body: pay(),
    });
    await showPortal(stage, "traffic?q=nobody-1");
    await page.getByRole("link", { name: "nobody-1" }).click();
    await page.getByText("The password is not that of merchant TESTWHY").waitFor();
    await page.getByRole("region", { name: "Exchange" }).getByRole("link", { name: "nobody-1" }).click();
    await page.getByText("1 of", { exact: false }).first().waitFor();
    expect(page.url()).to.contain("#/traffic?q=nobody-1");
    stage.tab.expectQuiet();
  });

  it("names an armed rule as people do", async () => {
    const { page, url } = stage;
    const arming = { rule: { id: "my-decline", outcome: "DECLINED" } };
    await request(url).post("/_sandbox/v1/merchants/TESTWHY/arm").send(arming);
    await clientOf(url, "TESTWHY").put({ order: "armed-1", transaction: "1", body: pay() });
    await showPortal(stage, "traffic?q=armed-1");
    await page.getByRole("link", { name: "armed-1" }).click();
    await page.getByText("DECLINED, by the armed rule my-decline").waitFor();
    await page.getByText("8 rules for other cards were not asked").waitFor();
    stage.tab.expectQuiet();
  });

  it("shows the path that was called, and asks for the one that was meant", async () => {
    const { page, url } = stage;
    const orders = "/api/rest/version/100/merchant/TESTWHY";
    await request(url).put(`${orders}/oder/slip/transaction/1`).send(pay());
    await showPortal(stage, "traffic?q=unknown");
    await page.getByRole("link", { name: "unknown" }).click();
    await page.getByText(`PUT ${orders}/oder/slip/transaction/1`).first().waitFor();
    await page.getByText(`Did you mean ${orders}/order/slip/transaction/1?`).first().waitFor();
    stage.tab.expectQuiet();
  });
});
