import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import request from "supertest";
import { configureCard, setForms, submit, told, write, writeCard } from "./form-page.ts";

const NUMBER = "4508750015741019";

/**
 * What a page could see if it tried: every message to its window and through every channel that its scripts make, every
 * key, and all that is kept in the browser. It runs before the gateway's script.
 */
const SPY = `
  if (location.hostname === "localhost") {
    window.spied = [];
    const keep = (what) => window.spied.push(JSON.stringify(what));
    addEventListener("message", ({ data }) => keep(data), true);
    for (const name of ["keydown", "keyup", "keypress", "input", "beforeinput", "change", "paste"])
      document.addEventListener(name, (event) => keep([name, event.key, event.data, event.target.value]), true);
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (data, ports) { keep(data); return post.call(this, data, ports); };
    const Channel = MessageChannel;
    window.MessageChannel = class extends Channel {
      constructor() { super(); this.port1.addEventListener("message", ({ data }) => keep(data)); }
    };
  }`;

/** What there is in the page and the browser afterwards. */
const LEFT = `JSON.stringify([
  window.spied, document.documentElement.outerHTML, Array.from(document.querySelectorAll("input,select"), (it) => it.value),
  { ...localStorage }, { ...sessionStorage }, document.cookie, Array.from(performance.getEntries(), (it) => it.name),
])`;

/** Any seven digits of the number that follow each other: six of them are told as the issuer's. */
function digitsOfNumberIn(text: string): readonly string[] {
  const parts = Array.from({ length: NUMBER.length - 6 }, (_, at) => NUMBER.slice(at, at + 7));
  const squeezed = text.replace(/(\d)[ -](?=\d)/g, "$1");
  return parts.filter((part) => text.includes(part) || squeezed.includes(part));
}

describe("what a payer writes into card fields", function () {
  this.timeout(120_000);
  const forms = setForms();

  const sendersOf = (page: Page): { readonly ofPage: string[]; readonly ofFrames: string[] } => {
    const seen = { ofPage: [] as string[], ofFrames: [] as string[] };
    page.on("request", (sent) => {
      const isOfPage = sent.frame() === page.mainFrame();
      const isAway = new URL(sent.url()).origin !== forms.url;
      const text = `${sent.url()} ${JSON.stringify(sent.headers())} ${sent.postData() ?? ""}`;
      (isOfPage || isAway ? seen.ofPage : seen.ofFrames).push(text);
    });
    return seen;
  };

  it("is seen by nothing of the merchant's page, and stands in no log, journal or file of the sandbox", async () => {
    const id = await forms.madeSession();
    let seen = { ofPage: [] as string[], ofFrames: [] as string[] };
    const script = `${configureCard(id)}
      PaymentSession.onCardBINChange((selector, { BIN }) => keep("events")(BIN));
      PaymentSession.onValidityChange(["card.number", "card.securityCode"], (selector, result) => keep("events")(result));
      PaymentSession.onCardTypeChange((selector, result) => keep("events")(result));`;
    const { page, expectQuiet, close } = await forms.open({ script }, async (opened) => {
      await opened.addInitScript(SPY);
      seen = sendersOf(opened);
    });
    await told(page, "initialized");
    await writeCard(page, NUMBER);
    await write(page, "securityCode", "739");
    await submit(page);
    await told(page, "updated");
    const left: string = await page.evaluate(LEFT);
    expect(left, "the spy was there").to.contain('\\"is\\":\\"validity\\"');
    expect(left, "the page is told the issuer's digits").to.contain(NUMBER.slice(0, 6));
    expect(digitsOfNumberIn(left), "in the page").to.deep.equal([]);
    expect(left).not.to.match(/\\"739\\"|"739"/);
    expect(digitsOfNumberIn(seen.ofPage.join()), "in requests of the page").to.deep.equal([]);
    expect(seen.ofFrames.join(), "and the frames did send it").to.contain(NUMBER);
    expectQuiet();
    await close();
    const { sandbox, folder, logged } = forms.running;
    const journal = await request(sandbox.url).get("/_sandbox/v1/exchanges");
    const data = join(folder, "data");
    const names = await readdir(data, { recursive: true, withFileTypes: true });
    const files = names
      .filter((it) => it.isFile())
      .map((it) => readFile(join(it.parentPath, it.name), "latin1"));
    expect(journal.text).to.contain("UPDATE_SESSION");
    for (const text of [journal.text, logged(), ...(await Promise.all(files))])
      expect(text.includes(NUMBER) || text.includes('"739"')).to.equal(false);
  });

  it("goes past a page whose policy allows the sandbox alone, and leaves one name in it", async () => {
    const { url } = forms.running.sandbox;
    const policy = `default-src 'none'; script-src ${url} 'unsafe-inline'; frame-src ${url}; style-src 'unsafe-inline'`;
    const { page, expectQuiet, close } = await forms.open({
      head: `<link rel="icon" href="data:,"><script>const before = Object.keys(window)</script>
        <meta http-equiv="Content-Security-Policy" content="${policy}">`,
      script: configureCard(await forms.madeSession()),
    });
    expect(await told(page, "initialized")).to.deep.equal({ status: "ok" });
    const added = await page.evaluate(
      "Object.keys(window).filter((it) => !before.includes(it) && isNaN(it))",
    );
    expect(added).to.deep.equal(["PaymentSession"]);
    await writeCard(page);
    await submit(page);
    expect(await told(page, "updated")).to.include({ status: "ok" });
    expectQuiet();
    await close();
  });
});
