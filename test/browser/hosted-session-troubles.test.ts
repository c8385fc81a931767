import { readFile } from "node:fs/promises";
import { expect } from "chai";
import request from "supertest";
import { parse } from "yaml";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { configureCard, frameOf, setForms, submit, told, write, writeCard } from "./form-page.ts";

const GUIDE = await readFile(new URL("../../docs/hosted-session.md", import.meta.url), "utf8");

/** The examples of a language, in the order of the guide. */
const examplesOf = (language: string): readonly string[] =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text);

describe("card fields when something goes wrong, and what they tell", function () {
  this.timeout(120_000);
  const forms = setForms({ scenario: parse(examplesOf("yaml")[0] ?? "") as object });

  it("work as in the guide's example", async () => {
    const [, example = ""] = examplesOf("html");
    const { page, expectQuiet, close } = await forms.open({ script: "" });
    const here = example
      .replace("SESSION…", await forms.madeSession())
      .replaceAll("http://127.0.0.1:8620", forms.url);
    await page.goto(forms.shop.show("/guide", here));
    await page.getByText("ok", { exact: true }).waitFor();
    const values = { "card-number": "5123450000000008", "expiry-month": "01", "expiry-year": "39" };
    for (const [id, value] of Object.entries(values))
      await frameOf(page, `#${id}`).locator(".field").fill(value);
    await frameOf(page, "#security-code").locator(".field").fill("1");
    await page.getByRole("button").click();
    await page.getByText("fields_in_error").waitFor();
    expectQuiet();
    await close();
  });

  it("tell system_error once, and request_timeout of what was stored, as the guide's scenario says", async () => {
    const id = await forms.madeSession();
    const { page, close } = await forms.open({ script: configureCard(id) });
    await told(page, "initialized");
    await writeCard(page, "4000000000000002");
    await submit(page);
    const failed = await told<JsonObject>(page, "updated");
    expect(failed).to.have.all.keys("errors", "session", "status", "version");
    expect([valueAt(failed, "status"), valueAt(failed, "session.id")]).to.deep.equal(["system_error", id]);
    expect(valueAt(failed, "errors.message")).to.be.a("string");
    await submit(page);
    expect(await told(page, "updated", 2)).to.include({ status: "ok" });
    await write(page, "number", "4000000000000010");
    await submit(page);
    expect(await told(page, "updated", 3)).to.deep.include({
      status: "request_timeout",
      errors: { message: "The gateway did not answer" },
    });
    await close();
  });

  it("tell that an answer cannot be read", async () => {
    const { page, close } = await forms.open({ script: configureCard(await forms.madeSession()) });
    await told(page, "initialized");
    const rule = {
      when: { operation: "UPDATE_SESSION_FROM_FORM" },
      fault: { at: "after-commit", kind: "garbage" },
    };
    await request(forms.url).post("/_sandbox/v1/merchants/TESTMERCHANT/arm").send({ rule });
    await writeCard(page);
    await submit(page);
    expect(await told(page, "updated")).to.deep.include({
      status: "system_error",
      errors: { message: "The gateway's answer cannot be read (HTTP status 200)" },
    });
    await close();
  });

  it("tell request_timeout to a page whose initialization takes too long", async () => {
    const { page, close } = await forms.open({ merchant: "TESTHELD", script: "" }, async (opened) => {
      await opened.clock.install();
      await opened.route("**/form/version/100/merchant/TESTHELD/session", () => undefined);
    });
    await page.evaluate(configureCard("SESSION0002411702239G42317712I7"));
    await page.clock.fastForward(60_000);
    expect(await told(page, "initialized")).to.include({ status: "request_timeout" });
    await close();
  });

  const MISTAKES: readonly (readonly [what: string, script: string, message: string])[] = [
    [
      "an element that is not there",
      'fields: { card: { number: "#nowhere" } }, frameEmbeddingMitigation: ["javascript"]',
      "There is no element #nowhere",
    ],
    [
      "an element that is no field",
      'fields: { card: { number: "h1" } }, frameEmbeddingMitigation: ["javascript"]',
      "h1 is neither input nor select",
    ],
    [
      "a month without its year",
      'fields: { card: { expiryMonth: "#expiry-month" } }, frameEmbeddingMitigation: ["javascript"]',
      "fields.card.expiryMonth and fields.card.expiryYear go together",
    ],
    [
      "no mitigation of embedding",
      'fields: { card: { number: "#card-number" } }',
      "frameEmbeddingMitigation needs one of csp, javascript, x-frame-options",
    ],
  ];
  for (const [what, members, message] of MISTAKES) {
    it(`leave the page as it is, and tell it its mistake: ${what}`, async () => {
      const script = `PaymentSession.configure({ session: "SESSION0", ${members}, callbacks });`;
      const { page, close } = await forms.open({ script });
      expect(await told(page, "initialized")).to.deep.equal({ status: "system_error", message });
      expect(await page.locator("iframe").count()).to.equal(0);
      await submit(page);
      expect(await told(page, "updated")).to.deep.equal({
        status: "system_error",
        session: { id: "SESSION0" },
        errors: { message },
        version: "100",
      });
      await close();
    });
  }

  it("tell an update why there is no session, where the script could not make one", async () => {
    const { page, close } = await forms.open({ script: configureCard(undefined) });
    const { message } = await told<{ readonly message: string }>(page, "initialized");
    expect(message).to.contain("needs the id of a session");
    await submit(page);
    expect(await told(page, "updated")).to.deep.include({ status: "system_error", errors: { message } });
    await close();
  });

  it("tell the page of an unknown session, and of an update before there is one", async () => {
    const unknown = configureCard("SESSION0002411702239G42317712I7");
    const { page, close } = await forms.open({ script: unknown });
    const told1 = await told<JsonObject>(page, "initialized");
    expect(valueAt(told1, "status")).to.equal("system_error");
    expect(valueAt(told1, "message")).to.contain("Session not found");
    await close();
  });

  it("say on the console what is not played", async () => {
    const { url } = forms.running.sandbox;
    const { page, close } = await forms.open({
      script: "",
      more: `<script src="${url}/form/v3/hpf.js"></script>`,
    });
    const complaint = (act: string): Promise<string> =>
      Promise.all([page.waitForEvent("console"), page.evaluate(act)]).then(([message]) => message.text());
    expect(await complaint('HostedForm.setMerchant("TESTMERCHANT")')).to.contain(
      "HostedForm.setMerchant is not",
    );
    expect(await complaint("PaymentSession.attachToForm()")).to.contain("attachToForm");
    expect(await complaint("PaymentSession.updateSessionFromForm()")).to.contain("configure was not called");
    await close();
  });

  it("tell a page what its payer does, what is right, and the card's type", async () => {
    const script = `${configureCard(await forms.madeSession())}
      const said = (name) => (selector, second) => keep("events")([name, selector, second]);
      PaymentSession.onFocus(["card.number"], said("focus"));
      PaymentSession.onBlur(["card.number"], said("blur"));
      PaymentSession.onEmptinessChange(["card.number"], said("emptiness"));
      PaymentSession.onCardTypeChange(said("type"));
      PaymentSession.onCardBINChange(said("bin"));
      PaymentSession.onValidityChange(["card.securityCode"], said("validity"));`;
    const { page, expectQuiet, close } = await forms.open({ script });
    await told(page, "initialized");
    await page.evaluate('PaymentSession.setFocus("card.number")');
    expect(await told(page, "events")).to.deep.equal(["focus", "#card-number", "number"]);
    await page.keyboard.type("51x23450000000008");
    const happened = async (count: number): Promise<unknown> => {
      await told(page, "events", count);
      return page.evaluate(`told.events.slice(1, ${count})`);
    };
    const told5 = await happened(5);
    const { issuer } = (told5 as readonly (readonly [string, string, JsonObject])[])[2]?.[2] ?? {};
    const type = {
      ...{ status: "SUPPORTED", brand: "MASTERCARD", fundingMethod: "CREDIT", issuer, scheme: "MASTERCARD" },
    };
    expect(issuer).to.match(/ Bank$/);
    expect(told5).to.deep.equal([
      ["emptiness", "#card-number", { isEmpty: false }],
      ["type", "#card-number", { status: "INSUFFICIENT_LENGTH" }],
      ["type", "#card-number", type],
      ["bin", "#card-number", { BIN: "512345" }],
    ]);
    await page.keyboard.press("Tab");
    expect(await told(page, "events", 6)).to.deep.equal(["blur", "#card-number", "number"]);
    await write(page, "securityCode", "1000");
    expect(await told(page, "events", 7)).to.deep.equal([
      "validity",
      "#security-code",
      { isValid: false, isIncomplete: false, hasError: true, errorReason: "INVALID_VALUE" },
    ]);
    const validated = await page.evaluate(
      'new Promise((resolve) => PaymentSession.validate("card", resolve))',
    );
    expect(valueAt(validated as JsonObject, "card.isValid")).to.equal(false);
    expect(valueAt(validated as JsonObject, "card.number")).to.deep.equal({ isValid: true });
    expect(valueAt(validated as JsonObject, "card.expiryYear.errorReason")).to.equal("EMPTY");
    expectQuiet();
    await close();
  });

  it("tell a page that a field has lost the focus before they tell which one has it", async () => {
    const script = `${configureCard(await forms.madeSession())}
      for (const name of ["onFocus", "onBlur"])
        PaymentSession[name](["card.number", "card.expiryYear", "card.securityCode"],
          (selector) => keep("events")(name + selector));`;
    const { page, close } = await forms.open({ script });
    await told(page, "initialized");
    await page.evaluate('PaymentSession.setFocus("card.number")');
    await told(page, "events");
    await page.keyboard.type("5123450000000008");
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await told(page, "events", 3);
    await page.keyboard.type("39");
    await page.keyboard.press("Tab");
    await told(page, "events", 5);
    expect(await page.evaluate("told.events")).to.deep.equal([
      ...["onFocus#card-number", "onBlur#card-number", "onFocus#expiry-year"],
      ...["onBlur#expiry-year", "onFocus#security-code"],
    ]);
    await close();
  });

  it("stand once in the page when the script is loaded or configured again", async () => {
    const id = await forms.madeSession();
    const { page, expectQuiet, close } = await forms.open({ script: configureCard(id) });
    await told(page, "initialized");
    await page.evaluate(configureCard(id));
    await told(page, "initialized", 2);
    const address = `${forms.url}/form/version/100/merchant/TESTMERCHANT/session.js`;
    await page.addScriptTag({ url: address });
    await page.evaluate(configureCard(id));
    expect(await told(page, "initialized", 3)).to.deep.equal({ status: "ok" });
    expect(await page.locator("iframe").count()).to.equal(5);
    await writeCard(page);
    await submit(page);
    expect(await told(page, "updated")).to.include({ status: "ok" });
    expectQuiet();
    await close();
  });
});
