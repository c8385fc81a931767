import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { calledBack, callsOf, merchantPage } from "./merchant-page.ts";
import type { MerchantPage } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const LEGACY = { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined };

describe("what a shop's page gives to Checkout.configure()", function () {
  this.timeout(60_000);
  const stage = setStage();
  let orders = 0;

  /** A page of the shop that does this with the session of a checkout that was begun. */
  const visit = async (
    script: MerchantPage["script"],
    act: string,
    attributes?: string,
    values: JsonObject = {},
  ): Promise<void> => {
    const version = script === 61 ? 61 : 100;
    const body = checkoutOf(`configure-${(orders += 1)}`, version === 61 ? LEGACY : values);
    const session = sessionIdOf(await begin(stage.url, body, { version }));
    const run = `const session = { id: "${session}" }; ${act}`;
    const page = merchantPage({
      sandbox: stage.url,
      script,
      run,
      ...(attributes === undefined ? {} : { attributes }),
    });
    await stage.page.goto(stage.shop.show(`/configure-${orders}`, page));
  };

  const REFUSED: readonly (readonly [string, MerchantPage["script"], string, string, string])[] = [
    ["an amount", "latest", '{ order: { amount: "1.00" }, session }', "order.amount", "UNSUPPORTED"],
    ["a merchant", 100, '{ merchant: "TESTMERCHANT", session }', "merchant", "UNSUPPORTED"],
    ["another merchant", 61, '{ merchant: "OTHER", session }', "merchant", "INVALID"],
    ["no session", 100, "{}", "session.id", "MISSING"],
    ["a session's id as a number", 100, "{ session: { id: 17 } }", "session.id", "INVALID"],
    [
      "a session's version as a number",
      "latest",
      "{ session: { ...session, version: 1 } }",
      "session.version",
      "INVALID",
    ],
    [
      "more of a session",
      "latest",
      '{ session: { ...session, updateStatus: "SUCCESS" } }',
      "session.updateStatus",
      "UNSUPPORTED",
    ],
    [
      "more inside a session",
      61,
      '{ session: { ...session, order: { id: "1" } } }',
      "session.order.id",
      "UNSUPPORTED",
    ],
    [
      "an unknown session",
      100,
      '{ session: { id: "SESSION0002000000000X0000000X0" } }',
      "session.id",
      "INVALID",
    ],
  ];
  for (const [what, script, configuration, field, validationType] of REFUSED) {
    it(`is told to be wrong by the script ${script} if it is ${what}`, async () => {
      await visit(script, `Checkout.configure(${configuration});`);
      const [error] = await calledBack(stage.page, "error");
      expect(error).to.include({ cause: "INVALID_REQUEST", field, validationType });
      if (validationType === "UNSUPPORTED")
        expect(error).to.have.property("explanation", `${field} is not allowed via configure()`);
    });
  }

  it("may be the version of the session beside its id", async () => {
    await visit(
      "latest",
      `Checkout.configure({ session: { ...session, version: "0000000001" } });
       Checkout.showEmbeddedPage("#payment", onShown);`,
    );
    await calledBack(stage.page, "shown");
    expect(await callsOf(stage.page)).to.deep.equal([["shown"]]);
  });

  for (const [orderSummary, shows] of [
    [undefined, []],
    ["SHOW", ["Your order", "Tea"]],
    ["SHOW_PARTIAL", ["Your order"]],
    ["HIDE", []],
  ] as const) {
    it(`has ${shows.join(" and ") || "no summary of the order"} in the frame where orderSummary is ${orderSummary ?? "not given"}`, async () => {
      await visit(
        "latest",
        'Checkout.configure({ session }); Checkout.showEmbeddedPage("#payment", onShown);',
        undefined,
        { "interaction.displayControl.orderSummary": orderSummary },
      );
      await calledBack(stage.page, "shown");
      const summary = stage.page.frameLocator("#payment iframe").locator(".summary");
      expect(await summary.count()).to.equal(shows.length === 0 ? 0 : 1);
      for (const text of ["Your order", "Tea"])
        expect(await summary.getByText(text).count(), text).to.equal(shows.some((it) => it === text) ? 1 : 0);
    });
  }

  it("is told on the console what is wrong with it where data-error names no function", async () => {
    const told = stage.page.waitForEvent("console", (message) => message.text().includes("{"));
    await visit("latest", 'Checkout.configure({ order: { amount: "1.00" }, session });', 'data-error="nofn"');
    const text = (await told).text();
    expect(JSON.parse(text.replace("Checkout: ", ""))).to.include({
      cause: "INVALID_REQUEST",
      explanation: "order.amount is not allowed via configure()",
      field: "order.amount",
    });
  });

  for (const [script, configuration, show] of [
    ["latest", '{ session, order: { id: "1" } }', 'showEmbeddedPage("#payment")'],
    ["latest", "{}", "showPaymentPage()"],
    [61, '{ merchant: "OTHER", session }', "showLightbox()"],
  ] as const) {
    it(`is told to be wrong once if ${show} of ${script} follows with ${configuration}`, async () => {
      await visit(
        script,
        `Checkout.configure(${configuration}); Checkout.${show}; window.again = () => {
           document.body.classList.remove("told-error");
           Checkout.${show};
         };`,
      );
      await calledBack(stage.page, "error");
      // Somebody who presses the shop's button again is told again; a second word before that would be a third one.
      await stage.page.evaluate("again()");
      await calledBack(stage.page, "error");
      expect((await callsOf(stage.page)).map(([name]) => name)).to.deep.equal(["error", "error"]);
    });
  }
});
