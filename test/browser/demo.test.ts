import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { inFolder, run, startServer } from "../process/built-server.ts";
import type { RunningServer } from "../process/built-server.ts";
import { expectAccessible } from "./accessible.ts";
import { leaveBrowser, openBrowser } from "./chromium.ts";
import { expectNoCard, formFrame, payWith } from "./merchant-page.ts";
import { openTab } from "./tab.ts";

const GATEWAY = new URL("../../examples/shop/gateway.js", import.meta.url);

const CHALLENGED = "5123450000000008";

const PAID = "Thank you, your order is paid";
const UNPAID = "Your order is not paid";
const INDICATED = "as the gateway told the shop";

/** Cards that no payer is asked about: number, heading of the order's page, and what it says. */
const OTHER_CARDS = [
  ["5123456789012346", PAID, "AUTHENTICATION_SUCCESSFUL"],
  ["5506900140100503", UNPAID, "0.00 USD", "AUTHENTICATION_REJECTED"],
  ["4000000000000507", UNPAID, "0.00 USD", "AUTHENTICATION_NOT_SUPPORTED", "DECLINED"],
] as const;

/** What `demo` prints behind the ready line. */
const SHOP = /^shop at (http:\S+)\/, portal at (http:\S+)\n$/m;

/** Runs the work with the demonstration that the built program starts, and stops that. */
async function withDemo(work: (shop: string, demo: RunningServer) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const demo = await startServer({ folder, arguments: ["demo"] });
    while (!SHOP.test(demo.stdout())) await pause(10);
    await work(SHOP.exec(demo.stdout())?.[1] ?? "", demo);
    expect(await demo.stop()).to.deep.equal({ code: 0, signal: null });
    expect(demo.stderr()).to.equal("");
  });
}

describe("the demonstration shop", function () {
  this.timeout(120_000);
  let browser: Browser | undefined;
  before(async function () {
    browser = await openBrowser(this);
  });
  after(leaveBrowser);

  /** A payer's visit, which ends before the shop does. */
  const visit = (work: (page: Page, shop: string) => Promise<void>): Promise<void> =>
    withDemo(async (shop) => {
      const tab = await openTab(browser);
      await work(tab.page, shop);
      tab.expectQuiet();
      await tab.close();
    });
  /** Chooses a way to pay on the shop's first page. */
  const choose = async (page: Page, shop: string, way: string): Promise<void> => {
    await page.goto(shop);
    await page.getByRole("button", { name: `Try it: ${way}` }).click();
    await page.getByRole("heading", { level: 1, name: way }).waitFor();
  };
  const ended = async (page: Page, heading: string, ...facts: readonly string[]): Promise<void> => {
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    const text = await page.locator("main").innerText();
    for (const fact of facts) expect(text).to.contain(fact);
  };
  const fillFields = async (page: Page, number: string): Promise<void> => {
    const values = {
      "card-number": number,
      "expiry-month": "01",
      "expiry-year": "39",
      "security-code": "100",
    };
    for (const [id, value] of Object.entries(values))
      await page.frameLocator(`#${id} + iframe`).locator(".field").fill(value);
    await page.getByRole("button", { name: "Pay" }).click();
  };

  it("takes a payment by a checkout in its page, and leads to where the portal explains it", () =>
    visit(async (page, shop) => {
      await page.goto(shop);
      await expectAccessible(page);
      await choose(page, shop, "Hosted checkout in the page");
      await payWith(formFrame(page));
      await ended(page, PAID, "CAPTURED", "42.50 USD", "PAYMENT", "APPROVED", INDICATED);
      await expectNoCard(page);
      await expectAccessible(page);
      await page.getByRole("link", { name: "See why in the portal" }).click();
      await page.getByRole("heading", { name: "Life" }).waitFor();
    }));

  it("takes a payment on the gateway's own page, and says so when the payer cancels", () =>
    visit(async (page, shop) => {
      const leave = async (): Promise<void> => {
        await choose(page, shop, "Hosted checkout on its own page");
        await page.getByRole("button", { name: "Go to the payment page" }).click();
      };
      await leave();
      await payWith(page);
      await ended(page, PAID, "CAPTURED", INDICATED);
      await leave();
      await page.getByRole("button", { name: "Cancel" }).click();
      await ended(page, UNPAID);
    }));

  for (const [way, button, script] of [
    ["Hosted checkout on its own page", "Go to the payment page", "checkout.min.js"],
    ["Card fields with 3-D Secure", "Pay", "session.js"],
  ] as const)
    it(`has a button that waits for the gateway's script: ${way}`, () =>
      visit(async (page, shop) => {
        const late = new EventEmitter();
        await page.route(`**/${script}`, async (route) => {
          await once(late, "sent");
          await route.continue();
        });
        await choose(page, shop, way);
        const pay = page.getByRole("button", { name: button });
        expect(await pay.isDisabled()).to.equal(true);
        late.emit("sent");
        await page.getByRole("button", { name: button, disabled: false }).waitFor();
      }));

  it("takes cards by fields of the gateway, as the card's issuer says", () =>
    visit(async (page, shop) => {
      const choosing = (): Promise<void> => choose(page, shop, "Card fields with 3-D Secure");
      await choosing();
      await fillFields(page, "5123450000000009");
      await page.getByText("Please look again at: card number.").waitFor();
      await expectAccessible(page);
      await fillFields(page, CHALLENGED);
      await page.frameLocator("#challengeFrame").locator("#acssubmit").click();
      await ended(page, PAID, "512345xxxxxx0008", "AUTHENTICATION_SUCCESSFUL", "CAPTURED");
      await expectNoCard(page);
      for (const [number, heading, ...facts] of OTHER_CARDS) {
        await choosing();
        await fillFields(page, number);
        await ended(page, heading, ...facts);
      }
    }));

  it("takes the first month of a subscription from the payer and the next with the token", () =>
    visit(async (page, shop) => {
      await choose(page, shop, "Subscription with a token");
      await fillFields(page, CHALLENGED);
      await page.frameLocator("#challengeFrame").locator("#acssubmit").click();
      await ended(page, PAID, "9.00 USD", "AUTHENTICATION_SUCCESSFUL");
      const [token = ""] = /\b9\d{15}\b/.exec(await page.locator("dl").innerText()) ?? [];
      expect(token).not.to.equal("");
      const first = page.url();
      await page.getByRole("button", { name: "Take the next month's payment" }).click();
      await page.waitForURL((url) => url.href !== first);
      await ended(page, PAID, "9.00 USD", token);
    }));

  it("says what it does not know", () =>
    withDemo(async (shop) => {
      const statusOf = async (path: string): Promise<number> => (await fetch(shop + path)).status;
      expect(await statusOf("/orders/shop-0")).to.equal(404);
      expect(await statusOf("/server.js")).to.equal(404);
      expect(await statusOf("/nothing/here")).to.equal(404);
      const strange = await fetch(`${shop}/orders`, { method: "POST", body: "way=constructor" });
      expect(strange.url).to.equal(`${shop}/`);
    }));

  it("shows the gateway's words when it refuses, with the way to the reason", () =>
    withDemo(async (shop) => {
      const body = new URLSearchParams({ way: "fields" });
      const ordered = await fetch(`${shop}/orders`, { method: "POST", body });
      // Nobody has authenticated a payer yet.
      const early = await fetch(ordered.url.replace(/pay$/, "authenticated"), { method: "POST" });
      expect(early.status).to.equal(502);
      const text = await early.text();
      expect(text)
        .to.contain("The gateway says 400: ")
        .and.to.match(/_sandbox\/#\/traffic\/[\w-]{36}"/);
    }));
});

describe("the demonstration shop's calls of the gateway", () => {
  it("are sent again when the connection is lost, as one may be that was kept for a while", async () => {
    const { gatewayOf } = (await import(GATEWAY.href)) as {
      readonly gatewayOf: (account: object) => (method: string, path: string) => Promise<unknown>;
    };
    let calls = 0;
    const server = createServer((request, response) => {
      calls += 1;
      if (calls === 1) request.socket.destroy();
      else response.end(JSON.stringify({ calls }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const account = { gateway: `http://127.0.0.1:${port}`, merchant: "SHOP", password: "secret" };
    expect(await gatewayOf(account)("GET", "/order/1")).to.deep.equal({ calls: 2 });
    server.close();
    server.closeAllConnections();
  });
});

describe("gateway-sandbox demo", () => {
  it("says that a port of the shop is none", () =>
    inFolder(async (folder) => {
      const program = run({ folder, arguments: ["demo", "--shop-port", "many"] });
      expect(await program.ended).to.deep.equal({ code: 2, signal: null });
      expect(program.stderr()).to.contain("--shop-port must be a whole number from 0 to 65535");
    }));

  it("does not leave a sandbox behind when the shop cannot start", () =>
    withDemo(async (shop) => {
      await inFolder(async (folder) => {
        const { port } = new URL(shop);
        const program = run({ folder, arguments: ["demo", "--shop-port", port] });
        expect(await program.ended).to.deep.equal({ code: 3, signal: null });
        expect(program.stderr()).to.contain("address already in use").and.to.contain(port);
        expect(program.stdout()).to.equal("");
      });
    }));
});
