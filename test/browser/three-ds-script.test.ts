import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { payWith } from "../authentication/calls.ts";
import { clientOn } from "../flows/started.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { withValues } from "../support/requests.ts";
import { setStage } from "./stage.ts";

const MERCHANT = "TESTMERCHANT";
const CHALLENGED = "5123450000000008";
const FRICTIONLESS = "5123456789012346";

const at = (value: unknown, path: string): Json | undefined => valueAt(value as Json, path);

describe("the script for authentications in a shop's page", function () {
  this.timeout(60_000);
  const stage = setStage();
  let orders = 0;

  /** What the shop's server puts into the session before it shows the page. */
  const sessionFor = async (order: string, number = CHALLENGED, limit = 25): Promise<string> => {
    const kept = keptClientOf(stage.url, MERCHANT);
    const { id } = sessionOf(await kept.createSession({ session: { authenticationLimit: limit } }));
    await kept.updateSession(id, {
      authentication: { channel: "PAYER_BROWSER", redirectResponseUrl: stage.shop.returnUrl },
      order: { id: order, amount: "100.00", currency: "USD" },
      transaction: { id: "auth" },
      sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: { month: "01", year: "39" } } } },
    });
    return id;
  };

  /** A page as public shops write it; `ask(operation)` gives what the script tells its callback. */
  const visit = async (order: string, session: string, version = "1.3.0", ws = 100): Promise<Page> => {
    const { url } = stage.running.sandbox;
    const policy = `default-src 'none'; script-src ${url} 'nonce-shop'; connect-src ${url}; frame-src ${url} ${stage.shop.origin}; style-src 'unsafe-inline'`;
    const body = `<meta http-equiv="Content-Security-Policy" content="${policy}">
      <script src="${url}/static/threeDS/${version}/three-ds.min.js"></script>
      <body><h1>Payment</h1><div id="threeds"></div><div id="challenge"></div>
      <script nonce="shop">
        const events = (window.events = []);
        for (const step of ["INITIATE_AUTHENTICATION", "AUTHENTICATE_PAYER"])
          for (const when of ["BEFORE", "AFTER"])
            ThreeDS.onEvent(when + "_" + step, () => events.push(when + "_" + step));
        window.ask = (operation) => new Promise((tell) => ThreeDS[operation]("${order}", "auth", tell));
        window.before = ThreeDS.isConfigured();
        ThreeDS.configure({
          merchantId: "${MERCHANT}",
          sessionId: "${session}",
          containerId: "threeds",
          callback: () => document.body.classList.add("configured"),
          configuration: { userLanguage: "en-US", wsVersion: ${ws} },
        });
      </script>`;
    await stage.page.goto(stage.shop.show(`/three-ds-${order}`, body));
    await stage.page.locator("body.configured").waitFor({ state: "attached" });
    return stage.page;
  };
  const ask = async (page: Page, operation: string): Promise<JsonObject> =>
    page.evaluate(`ask("${operation}")`);
  const newOrder = (): string => `script-${(orders += 1)}`;
  const statusOf = async (order: string): Promise<unknown> =>
    textAt((await clientOn(stage.running).getOrder(order)).body as Json, "authenticationStatus");
  const insertHtml = async (page: Page, html: unknown): Promise<void> => {
    await page.evaluate(`
      document.getElementById("challenge").innerHTML = ${JSON.stringify(html)};
      document.querySelector("#challenge form").submit();`);
  };

  it("initiates, lets the hidden page see the browser, shows the challenge, and the server pays", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order));
    expect(await page.evaluate("[before, ThreeDS.isConfigured(), ThreeDS.version]")).to.deep.equal([
      ...[false, true, "1.3.0"],
    ]);
    const calledBack = page.waitForResponse(/callbackInterface/);
    const initiated = await ask(page, "initiateAuthentication");
    await calledBack;
    expect(initiated).to.include({ gatewayRecommendation: "PROCEED", authenticationVersion: "3DS2" });
    expect(at(initiated, "correlationId")).to.equal(at(initiated, "restApiResponse.correlationId"));
    const asked = await ask(page, "authenticatePayer");
    expect(at(asked, "restApiResponse.authentication.3ds2.methodCompleted")).to.equal(true);
    expect(at(asked, "restApiResponse.device.browser")).to.contain("Chrome");
    expect(await page.evaluate("ThreeDS.getLastCorrelationId()")).to.equal(at(asked, "correlationId"));
    await insertHtml(page, at(asked, "htmlRedirectCode"));
    await page.frameLocator("#challengeFrame").locator("#acssubmit").click();
    await page.frameLocator("#challengeFrame").getByText("Thank you").waitFor();
    expect(await page.evaluate("events")).to.deep.equal([
      ...["BEFORE_INITIATE_AUTHENTICATION", "AFTER_INITIATE_AUTHENTICATION"],
      ...["BEFORE_AUTHENTICATE_PAYER", "AFTER_AUTHENTICATE_PAYER"],
    ]);
    const paid = await clientOn(stage.running).put({
      ...{ order, transaction: "pay" },
      body: withValues(payWith(CHALLENGED, "auth"), { "order.amount": "100.00" }),
    });
    expect([at(paid.body, "order.status"), at(paid.body, "order.authenticationStatus")]).to.deep.equal([
      ...["CAPTURED", "AUTHENTICATION_SUCCESSFUL"],
    ]);
    const seen = await page.evaluate<string>(
      "document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage })",
    );
    expect(seen.replace(/\D/g, "")).not.to.contain(CHALLENGED);
    stage.tab.expectQuiet();
  });

  /** Opens the page of the guide, whose shop has put the card into its session. */
  const visitGuide = async (order: string, number: string): Promise<Page> => {
    const guide = await readFile(new URL("../../docs/three-d-secure.md", import.meta.url), "utf8");
    const example = (/```html\n([^]*?)```/.exec(guide)?.[1] ?? "")
      .replace("ORDER…", order)
      .replace("SESSION…", await sessionFor(order, number))
      .replaceAll("http://127.0.0.1:8620", stage.url);
    await stage.page.goto(stage.shop.show(`/guide-${order}`, example));
    return stage.page;
  };

  it("works as in the guide's example", async () => {
    const order = newOrder();
    const page = await visitGuide(order, CHALLENGED);
    await page.frameLocator("#challengeFrame").locator("#acssubmit").click();
    await page.frameLocator("#challengeFrame").getByText("Thank you").waitFor();
    expect(await statusOf(order)).to.equal("AUTHENTICATION_SUCCESSFUL");
    stage.tab.expectQuiet();
  });

  for (const [what, number] of [
    ["the initiation", "5210760000000004"],
    ["the payer's authentication", "5455031257390496"],
  ] as const) {
    it(`says in the guide's example that ${what} has failed`, async () => {
      const thrown: string[] = [];
      stage.page.on("pageerror", ({ message }) => thrown.push(message));
      const page = await visitGuide(newOrder(), number);
      await page.locator("#challenge:not(:empty)").waitFor();
      expect(await page.locator("#challenge").innerHTML()).to.match(/^[A-Z][\w ().,]+$/);
      expect(thrown).to.deep.equal([]);
    });
  }

  it("takes the whole page to the challenge and to the shop when it is asked to", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order));
    await ask(page, "initiateAuthentication");
    await page.evaluate(
      `ThreeDS.authenticatePayer("${order}", "auth", (data) => { document.body.innerHTML = data.htmlRedirectCode; }, { fullScreenRedirect: true })`,
    );
    await page.locator("#selectAuthResult").selectOption("AUTHENTICATION_REJECTED");
    await page.locator("#acssubmit").click();
    await page.waitForURL(stage.shop.returnUrl);
    expect(await statusOf(order)).to.equal("AUTHENTICATION_REJECTED");
    stage.tab.expectQuiet();
  });

  it("of version 1.2.0 with an older interface brings a result without a challenge to the shop", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order, FRICTIONLESS), "1.2.0", 57);
    expect(await page.evaluate("ThreeDS.version")).to.equal("1.2.0");
    await ask(page, "initiateAuthentication");
    const asked = await ask(page, "authenticatePayer");
    expect(at(asked, "restApiResponse.version")).to.equal("57");
    await insertHtml(page, at(asked, "htmlRedirectCode"));
    await page.frameLocator("#challengeFrame").getByText("Thank you").waitFor();
    expect(stage.shop.brought.at(-1)?.get("result")).to.equal("SUCCESS");
    expect(await statusOf(order)).to.equal("AUTHENTICATION_SUCCESSFUL");
    stage.tab.expectQuiet();
  });

  it("goes on without the hidden page when that has not called back for ten seconds", async () => {
    const order = newOrder();
    await stage.page.clock.install();
    await stage.page.route(/callbackInterface/, (route) => route.abort());
    const page = await visit(order, await sessionFor(order));
    await ask(page, "initiateAuthentication");
    const asking = ask(page, "authenticatePayer");
    await page.clock.runFor(10_000);
    expect(at(await asking, "restApiResponse.authentication.3ds2.methodCompleted")).to.equal(false);
  });

  it("tells its callback what the interface refuses, and when the session's limit is used up", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order, CHALLENGED, 1));
    const early = await ask(page, "authenticatePayer");
    expect(at(early, "error")).to.include({ cause: "INVALID_REQUEST", result: "ERROR", status: 400 });
    expect(at(early, "error.msg")).to.contain("no authentication that was initiated");
    const late = await ask(page, "initiateAuthentication");
    expect(at(late, "error")).to.include({ cause: "INVALID_REQUEST", status: 401 });
  });

  it("tells its callback in words that the gateway failed", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order, "5210760000000004"));
    expect(at(await ask(page, "initiateAuthentication"), "error")).to.deep.equal({
      ...{ cause: "SERVER_FAILED", code: "SERVER_FAILED", result: "ERROR", status: 500 },
      msg: "The gateway failed (HTTP status 500)",
    });
  });

  it("says on the console what configure() lacks, and that it comes first", async () => {
    const order = newOrder();
    const page = await visit(order, await sessionFor(order));
    const complaint = page.waitForEvent("console");
    await page.evaluate("ThreeDS.configure({ merchantId: 'X' })");
    expect((await complaint).text()).to.contain("merchantId, sessionId and the containerId");
    const { url } = stage.running.sandbox;
    await page.goto(
      stage.shop.show("/bare", `<script src="${url}/static/threeDS/1.3.0/three-ds.min.js"></script>`),
    );
    const error = await page.evaluate<JsonObject>(
      "new Promise((tell) => ThreeDS.initiateAuthentication('o', 't', (data) => tell(data.error)))",
    );
    expect(error).to.include({ msg: "ThreeDS.configure() comes first", status: 0 });
  });
});
