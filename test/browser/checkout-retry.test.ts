import { expect } from "chai";
import type { FrameLocator, Page } from "playwright-core";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { begin, checkoutOf, DECLINED_FORM, sessionIdOf } from "./checkout-client.ts";
import { expectNoCard, formFrame, merchantPage, payWith } from "./merchant-page.ts";
import type { MerchantPage } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const FRICTIONLESS = "5555555555000018";
const LEGACY = { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined };
const GIVEN = {
  "customer.email": "shop@example.com",
  "billing.address": { street: "1 Shop St", city: "Perth", postcodeZip: "6000", country: "AUS" },
  "interaction.saveCardForCredentialOnFile": "PAYER_INITIATED_PAYMENTS",
};

/** Ids of the fields and what the payer writes over what the shop gave. */
const ENTERED = {
  nameOnCard: "Ida Example",
  email: "ida@example.com",
  "billing-street": "2 Queen St",
  "billing-city": "Sydney",
};

/** What of the browser's own the test uses. */
interface ObserverOwner {
  readonly IntersectionObserver: new (
    seen: (entries: readonly { readonly isIntersecting: boolean }[]) => void,
  ) => {
    readonly observe: (element: object) => void;
  };
}

describe("the form of a checkout after a decline", function () {
  this.timeout(60_000);
  const stage = setStage();
  let orders = 0;

  const begun = async (
    values: Parameters<typeof checkoutOf>[1] = {},
    version = 100,
  ): Promise<{ order: string; session: string }> => {
    const order = `retry-${(orders += 1)}`;
    const body = checkoutOf(order, { ...GIVEN, ...(version < 63 ? LEGACY : {}), ...values });
    return { order, session: sessionIdOf(await begin(stage.url, body, { version })) };
  };
  const shownBy = async (script: MerchantPage["script"], session: string, show: string): Promise<void> => {
    const run = `Checkout.configure({ session: { id: "${session}" } }); Checkout.${show};`;
    const shown = merchantPage({ sandbox: stage.url, script, run });
    await stage.page.goto(stage.shop.show(`/basket-${orders}`, shown));
  };
  const enter = async (form: FrameLocator | Page): Promise<void> => {
    await form.locator("details.fold summary").click();
    for (const [id, text] of Object.entries(ENTERED)) await form.locator(`#${id}`).fill(text);
    const consent = form.locator("[name=saveCard]");
    if ((await consent.count()) > 0) await consent.check();
  };
  const expectEntered = async (form: FrameLocator | Page): Promise<void> => {
    for (const [id, text] of Object.entries(ENTERED))
      expect(await form.locator(`#${id}`).inputValue(), id).to.equal(text);
    for (const id of ["number", "securityCode"])
      expect(await form.locator(`#${id}`).inputValue(), id).to.equal("");
    const consent = form.locator("[name=saveCard]");
    if ((await consent.count()) > 0) expect(await consent.isChecked()).to.equal(true);
  };
  const expectPaidWith = async (order: string): Promise<void> => {
    const stored = (await clientOn(stage.running).getOrder(order)).body as Json;
    expect(
      ["status", "customer.email", "billing.address.street", "billing.address.postcodeZip"].map((path) =>
        valueAt(stored, path),
      ),
    ).to.deep.equal(["CAPTURED", "ida@example.com", "2 Queen St", "6000"]);
  };

  it("has on the payment page what the payer entered, also when the page is opened anew", async () => {
    const { order, session } = await begun();
    await stage.page.goto(`${stage.url}/checkout/pay/${session}`);
    await enter(stage.page);
    await payWith(stage.page, DECLINED_FORM.number);
    await stage.page.getByText("You can try again").waitFor();
    await expectEntered(stage.page);
    await stage.page.goto(`${stage.url}/checkout/pay/${session}`);
    await expectEntered(stage.page);
    await payWith(stage.page);
    await stage.page.waitForURL(/receipt/);
    await expectPaidWith(order);
    const token = valueAt(
      (await clientOn(stage.running).getOrder(order)).body as Json,
      "sourceOfFunds.token",
    );
    expect(token).to.be.a("string");
  });

  for (const [where, script, version, show] of [
    ["in an embedded page", "latest", 100, 'showEmbeddedPage("#payment")'],
    ["in the lightbox", 61, 61, "showLightbox()"],
  ] as const) {
    it(`has the same ${where}`, async () => {
      const consent = version < 63 ? { "interaction.saveCardForCredentialOnFile": undefined } : {};
      const { order, session } = await begun(consent, version);
      await shownBy(script, session, show);
      const form = formFrame(stage.page);
      await enter(form);
      await payWith(form, DECLINED_FORM.number);
      await form.getByText("You can try again").waitFor();
      await expectEntered(form);
      await payWith(form);
      await stage.page.locator("body.told-complete").waitFor({ state: "attached" });
      await expectPaidWith(order);
      await expectNoCard(stage.page);
    });
  }

  it("is told in sight of the payer in a frame of a page that was scrolled", async () => {
    const order = "framed-decline";
    const session = sessionIdOf(await begin(stage.url, checkoutOf(order)));
    const run = `Checkout.configure({ session: { id: "${session}" } });
      Checkout.showEmbeddedPage("#payment", onShown);`;
    const page = merchantPage({ sandbox: stage.url, script: "latest", run });
    await stage.page.setViewportSize({ width: 400, height: 500 });
    await stage.page.goto(stage.shop.show(`/basket-${order}`, page));
    await payWith(formFrame(stage.page), DECLINED_FORM.number);
    const alert = formFrame(stage.page).getByRole("alert");
    await alert.waitFor();
    // Asked in the frame, as it is of the part of it that the payer sees.
    await alert.evaluate(
      (element: object) =>
        new Promise<void>((resolve) => {
          const { IntersectionObserver } = globalThis as unknown as ObserverOwner;
          new IntersectionObserver(([entry]) => {
            if (entry?.isIntersecting === true) resolve();
          }).observe(element);
        }),
    );
  });

  it("has the same when the browser was at the issuer's page, where the payer failed", async () => {
    const { order, session } = await begun({ "interaction.action.3DSecure": "MANDATORY" });
    await stage.page.goto(`${stage.url}/checkout/pay/${session}`);
    await enter(stage.page);
    await payWith(stage.page);
    await stage.page.locator("#selectAuthResult").selectOption("UNAUTHENTICATED");
    // Whoever turns back on the way finds it too.
    const other = await stage.openTab();
    await other.page.goto(`${stage.url}/checkout/pay/${session}`);
    await expectEntered(other.page);
    await other.close();
    await stage.page.locator("#acssubmit").click();
    await stage.page.getByRole("alert").filter({ hasText: "AUTHENTICATION_FAILED" }).waitFor();
    await expectEntered(stage.page);
    await payWith(stage.page, FRICTIONLESS);
    await stage.page.waitForURL(/receipt/);
    await expectPaidWith(order);
  });
});
