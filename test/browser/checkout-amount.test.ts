import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { clientOn } from "../flows/started.ts";
import { keptClientOf } from "../support/kept.ts";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { calledBack, formFrame, merchantPage, payWith } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

describe("the amount of a checkout up to version 62, in mode strict", function () {
  this.timeout(60_000);
  const stage = setStage({});
  let orders = 0;

  const visit = async (configuration: string, values: JsonObject, update?: JsonObject): Promise<string> => {
    const order = `amount-${(orders += 1)}`;
    const legacy = { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined };
    const session = sessionIdOf(
      await begin(stage.url, checkoutOf(order, { ...legacy, ...values }), { version: 57 }),
    );
    if (update !== undefined)
      await keptClientOf(stage.url, "TESTMERCHANT").updateSession(session, update, { version: 100 });
    const run = `Checkout.configure({ ${configuration} session: { id: "${session}" } }); Checkout.showLightbox();`;
    const page = merchantPage({ sandbox: stage.url, script: 61, run });
    await stage.page.goto(stage.shop.show(`/basket-${order}`, page));
    return order;
  };
  const notesOfShow = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${stage.url}/_sandbox/v1/merchants/TESTMERCHANT/exchanges?limit=50`);
    const { exchanges } = (await answer.json()) as { readonly exchanges: readonly Exchange[] };
    return exchanges.flatMap(({ request: { route }, notes }) =>
      route === "/checkout/show/:sessionId" ? notes : [],
    );
  };

  it("may be left to a function of the page", async () => {
    const order = await visit('order: { amount: () => "12.50" },', { "order.amount": undefined });
    await formFrame(stage.page).getByRole("button", { name: "Pay 12.50 USD" }).waitFor();
    await payWith(formFrame(stage.page));
    await calledBack(stage.page, "complete");
    const paid = (await clientOn(stage.running).getOrder(order)).body as Json;
    expect(valueAt(paid, "totalCapturedAmount")).to.equal(12.5);
    expect(await notesOfShow()).to.deep.equal([]);
  });

  it("may come from an update of the session, by whatever version", async () => {
    const update = { order: { amount: "7.50" }, shipping: { contact: { firstName: "Ida" } } };
    const order = await visit('order: { description: "Tea" },', { "order.amount": undefined }, update);
    await formFrame(stage.page).getByRole("button", { name: "Pay 7.50 USD" }).waitFor();
    await payWith(formFrame(stage.page));
    await calledBack(stage.page, "complete");
    const paid = (await clientOn(stage.running).getOrder(order)).body as Json;
    expect(valueAt(paid, "totalCapturedAmount")).to.equal(7.5);
  });

  it("is asked for where neither the session nor the page has one", async () => {
    await visit("", { "order.amount": undefined });
    const [error] = await calledBack(stage.page, "error");
    expect(error).to.include({ field: "order.amount", validationType: "MISSING" });
  });

  it("is the session's where both have one, which the exchange says", async () => {
    await visit('order: { amount: "99.00", description: "Tea" },', { "order.description": "Tea" });
    await formFrame(stage.page).getByRole("button", { name: "Pay 100.00 USD" }).waitFor();
    expect(await notesOfShow()).to.deep.equal([
      "The page gives other values for order.amount than the session has: the session's count.",
    ]);
  });
});
