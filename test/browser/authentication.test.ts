import { expect } from "chai";
import type { FrameLocator, Page } from "playwright-core";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { authenticate, initiate, payWith } from "../authentication/calls.ts";
import { acsResult, check, enrollmentClientOf, formOfCheck } from "../authentication/enrollment-client.ts";
import { htmlOf } from "../authentication/emulator.ts";
import { clientOn } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { withValues } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { setStage } from "./stage.ts";

const CARD = "5123450000000008";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

describe("authentications of payers in a shop's page", function () {
  this.timeout(60_000);
  const stage = setStage();
  let client: Client;
  let orders = 0;
  before(() => {
    client = clientOn(stage.running);
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  const newOrder = (): string => `browser-${(orders += 1)}`;
  const asked = async (order: string) => {
    const values = { "authentication.redirectResponseUrl": stage.shop.returnUrl };
    return client.put({ order, transaction: "auth", body: withValues(authenticate(CARD), values) });
  };
  /** What the merchant's server has been told to show to the payer. */
  const challengeOf = async (order: string) => {
    await client.put({ order, transaction: "auth", body: initiate(CARD) });
    return asked(order);
  };
  const show = async (content: string): Promise<Page> => {
    await stage.page.goto(stage.shop.show(`/pay-${orders}`, `<body><h1>Payment</h1>${content}`));
    return stage.page;
  };
  const inFrame = (): FrameLocator => stage.page.frameLocator("#challengeFrame");
  const statusOf = async (order: string): Promise<unknown> =>
    textAt((await client.getOrder(order)).body as Json, "authenticationStatus");
  const backInFrame = async (): Promise<void> => inFrame().getByText("Thank you").waitFor();

  it("call the issuer's hidden page, which calls back, without the payer seeing anything", async () => {
    const order = newOrder();
    const initiated = await client.put({ order, transaction: "auth", body: initiate(CARD) });
    const calledBack = stage.page.waitForResponse(/callbackInterface/);
    const page = await show(htmlOf(initiated));
    expect((await calledBack).status()).to.equal(200);
    expect(await page.locator("#methodFrame").isVisible()).to.equal(false);
    const answer = await asked(order);
    expect(at(answer.body, "authentication.3ds2.methodCompleted")).to.equal(true);
  });

  it("are passed in a frame with the code, and the payment is CAPTURED", async () => {
    const order = newOrder();
    const page = await show(`<div style="height: 40rem">${htmlOf(await challengeOf(order))}</div>`);
    await inFrame().getByLabel("One-time password").waitFor();
    await expectAccessible(page);
    await inFrame().locator("#acssubmit").click();
    await backInFrame();
    expect(Object.fromEntries(stage.shop.brought.at(-1) ?? [])).to.deep.equal({
      "order.id": order,
      "transaction.id": "auth",
      "response.gatewayRecommendation": "PROCEED",
      result: "SUCCESS",
    });
    expect(stage.shop.returns.at(-1)).to.equal("/back?order=17");
    const paid = await client.put({ order, transaction: "pay", body: payWith(CARD, "auth") });
    expect(at(paid.body, "order.status")).to.equal("CAPTURED");
    expect(at(paid.body, "order.authenticationStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
    const seen = await page.evaluate<string>(
      "document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage })",
    );
    expect(seen.replace(/\D/g, "")).not.to.contain(CARD);
  });

  const ROOMS: readonly (readonly [where: string, style: string, height: number])[] = [
    ["as high as the window in a page without CSS", "", 720],
    ["as high as the part of the page for it, where that has a height", "height: 640px", 640],
  ];
  for (const [where, style, height] of ROOMS) {
    it(`show the issuer's page ${where}`, async () => {
      const page = await show(`<div style="${style}">${htmlOf(await challengeOf(newOrder()))}</div>`);
      await inFrame().locator("#acssubmit").waitFor();
      expect(page.viewportSize()?.height).to.equal(720);
      expect((await page.locator("#challengeFrame").boundingBox())?.height).to.be.closeTo(height, 5);
      const border = 'getComputedStyle(document.getElementById("challengeFrame")).borderTopWidth';
      expect(await page.evaluate(border)).to.equal("0px");
    });
  }

  it("fail by the choice of a tester, where the page submits the form itself", async () => {
    const order = newOrder();
    const html = JSON.stringify(htmlOf(await challengeOf(order))).replaceAll("<", "\\u003c");
    await show(`<div id="challenge"></div><script>
      document.getElementById("challenge").innerHTML = ${html};
      document.getElementById("threedsChallengeRedirectForm").submit();
    </script>`);
    await inFrame().locator("#selectAuthResult").selectOption("UNAUTHENTICATED");
    await inFrame().locator("#acssubmit").click();
    await backInFrame();
    expect(stage.shop.brought.at(-1)?.get("response.gatewayRecommendation")).to.equal("DO_NOT_PROCEED");
    expect(await statusOf(order)).to.equal("AUTHENTICATION_FAILED");
  });

  it("take the whole page there and back with a form that the shop made, and can be cancelled", async () => {
    const order = newOrder();
    const answer = await challengeOf(order);
    const given = (name: string): string =>
      textAt(answer.body as Json, `authentication.redirect.customizedHtml.3ds2.${name}`) ?? "";
    const page = await show(`<form method="post" action="${given("acsUrl")}">
      <input type="hidden" name="creq" value="${given("cReq")}"><button>Go on</button></form>`);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    const stored: unknown = (await client.getTransaction(order, "auth")).body;
    expect(at(stored, "authentication.3ds2.challengeCancel")).to.equal("01");
  });

  it("ask again for a wrong code, and lead on when the payer's code is right at last", async () => {
    const order = newOrder();
    const page = await show(htmlOf(await challengeOf(order)));
    await inFrame().getByLabel("One-time password").fill("000000");
    await inFrame().getByLabel("One-time password").press("Enter");
    await inFrame().getByText("This is not the code. You can try 2 times more.").waitFor();
    await expectAccessible(page);
    await inFrame().getByLabel("One-time password").fill("123456");
    await inFrame().getByRole("button", { name: "Submit" }).click();
    await backInFrame();
    expect(await statusOf(order)).to.equal("AUTHENTICATION_SUCCESSFUL");
  });

  it("of 3-D Secure 1 lead to the issuer's page and back with the PaRes, and the payment is CAPTURED", async () => {
    const secure = enrollmentClientOf(stage.url, "TESTMERCHANT");
    const checked = await secure.check("browser-check", check(CARD));
    const { action, fields } = formOfCheck(checked, 'basket "7"');
    const inputs = Object.entries({ ...fields, TermUrl: stage.shop.returnUrl }).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', "&quot;")}">`,
    );
    const page = await show(
      `<form method="post" action="${action}">${inputs.join("")}<button>Go on</button></form>`,
    );
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("One-time password").fill("000000");
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByText("This is not the code. You can try 2 times more.").waitFor();
    await page.getByLabel("One-time password").fill("123456");
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    const brought = stage.shop.brought.at(-1);
    expect(brought?.get("MD")).to.equal('basket "7"');
    const result = await secure.process("browser-check", acsResult(brought?.get("PaRes") ?? ""));
    expect(at(result.body, "3DSecure.summaryStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
    const body = withValues(payWith(CARD, "auth"), {
      authentication: undefined,
      "3DSecureId": "browser-check",
    });
    const paid = await client.put({ order: newOrder(), transaction: "pay", body });
    expect(at(paid.body, "order.status")).to.equal("CAPTURED");
  });

  it("are over after ten minutes when the payer leaves, and one who comes back late is sent on", async () => {
    const order = newOrder();
    const html = htmlOf(await challengeOf(order));
    await show(html);
    await inFrame().getByLabel("One-time password").waitFor();
    await stage.page.goto("about:blank");
    await advance(stage.url, "TESTMERCHANT", "PT10M");
    expect(await statusOf(order)).to.equal("AUTHENTICATION_FAILED");
    await show(html);
    await backInFrame();
    expect(stage.shop.brought.at(-1)?.get("result")).to.equal("FAILURE");
  });
});
