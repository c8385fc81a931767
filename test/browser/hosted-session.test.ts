import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { pay } from "../support/requests.ts";
import { expectAccessible } from "./accessible.ts";
import {
  CARD_SELECTORS,
  configureCard,
  frameOf,
  setForms,
  styleOf,
  submit,
  told,
  write,
  writeCard,
} from "./form-page.ts";

const OK = { status: "ok" };

describe("card fields of the gateway in a merchant's page", function () {
  this.timeout(60_000);
  const forms = setForms();

  /** What the merchant's server does then. */
  const payWith = async (order: string, session: string, version = 100): Promise<Json> => {
    const body = { ...pay(), sourceOfFunds: undefined, session: { id: session } } as unknown as JsonObject;
    return (await clientOn(forms.running).put({ order, transaction: "1", body, version })).body as Json;
  };

  it("take a card, put it into the session, and the server pays with that", async () => {
    const id = await forms.madeSession();
    const { page, expectQuiet, close } = await forms.open({ script: configureCard(id) });
    expect(await told(page, "initialized")).to.deep.equal(OK);
    await writeCard(page);
    await submit(page);
    const answer = await told<JsonObject>(page, "updated");
    expect(answer).to.have.all.keys("merchant", "session", "sourceOfFunds", "status", "version");
    expect(valueAt(answer, "status")).to.equal("ok");
    expect(valueAt(answer, "session.updateStatus")).to.equal("SUCCESS");
    expect(valueAt(answer, "sourceOfFunds.provided.card")).to.include({
      ...{ brand: "MASTERCARD", number: "512345xxxxxx0008", securityCode: "xxx" },
    });
    expectQuiet();
    await close();
    expect(valueAt(await payWith("hosted-session", id), "order.status")).to.equal("CAPTURED");
  });

  it("name the fields that are wrong and missing, until they are right", async () => {
    const id = await forms.madeSession();
    const { page, expectQuiet, close } = await forms.open({ script: configureCard(id) });
    await told(page, "initialized");
    await submit(page);
    expect(await told(page, "updated")).to.deep.equal({
      errors: { cardNumber: "missing", expiryMonth: "missing", expiryYear: "missing" },
      session: { id },
      status: "fields_in_error",
      version: "100",
    });
    await writeCard(page, "5123450000000009");
    await write(page, "securityCode", "1");
    await submit(page);
    expect(valueAt(await told<JsonObject>(page, "updated", 2), "errors")).to.deep.equal({
      cardNumber: "invalid",
      securityCode: "invalid",
    });
    await write(page, "number", "5123450000000008");
    await write(page, "securityCode", "");
    await submit(page);
    const good = await told<JsonObject>(page, "updated", 3);
    expect(valueAt(good, "status")).to.equal("ok");
    expect(valueAt(good, "sourceOfFunds.provided.card")).not.to.have.property("securityCode");
    expectQuiet();
    await close();
  });

  it("are several sets in one page, each with its session", async () => {
    const [first, second] = [await forms.madeSession(), await forms.madeSession()];
    const saved = `PaymentSession.configure({
      session: "${second}", fields: { card: { number: null, cardNumber: "#none", securityCode: "#saved" } },
      frameEmbeddingMitigation: ["javascript"], callbacks }, "token-17");`;
    const { page, expectQuiet, close } = await forms.open({
      more: '<p><label for="saved">Code of the saved card</label> <input id="saved" readonly></p>',
      script: configureCard(first, "", ', "new"') + saved,
    });
    expect([await told(page, "initialized"), await told(page, "initialized", 2)]).to.deep.equal([OK, OK]);
    await frameOf(page, "#saved").locator(".field").fill("321");
    await page.evaluate('PaymentSession.updateSessionFromForm("card", undefined, "token-17")');
    const code = await told<JsonObject>(page, "updated");
    expect([textAt(code, "status"), textAt(code, "session.id")]).to.deep.equal(["ok", second]);
    expect(valueAt(code, "sourceOfFunds.provided.card")).to.deep.equal({ securityCode: "xxx" });
    await writeCard(page, "4508 7500 1574 1019");
    await page.evaluate('PaymentSession.updateSessionFromForm("card", null, "new")');
    const card = await told<JsonObject>(page, "updated", 2);
    expect([textAt(card, "status"), textAt(card, "session.id")]).to.deep.equal(["ok", first]);
    expectQuiet();
    await close();
  });

  it("make a session for pages of older versions, with the fields directly in `fields`", async () => {
    const script = `PaymentSession.configure({
      fields: { cardNumber: "#card-number", securityCode: "#security-code",
        expiryMonth: "#expiry-month", expiryYear: "#expiry-year" },
      frameEmbeddingMitigation: ["javascript"], callbacks });`;
    const { page, expectQuiet, close } = await forms.open({ version: 45, script });
    expect(await told(page, "initialized")).to.deep.equal(OK);
    await writeCard(page);
    await page.evaluate("PaymentSession.updateSessionFromForm()");
    const answer = await told<JsonObject>(page, "updated");
    expect([textAt(answer, "status"), textAt(answer, "version")]).to.deep.equal(["ok", "45"]);
    expectQuiet();
    await close();
    const id = textAt(answer, "session.id") ?? "";
    expect(valueAt(await payWith("made-by-script", id, 45), "result")).to.equal("SUCCESS");
  });

  it("take gift cards and accounts, whose number is written twice", async () => {
    const script = `PaymentSession.configure({
      session: "${await forms.madeSession()}",
      fields: { giftCard: { number: "#gift", pin: "#pin" }, ach: { accountType: "#type", bankAccountHolder: "#holder",
        bankAccountNumber: "#account", bankAccountNumberConfirmation: "#again", routingNumber: "#routing" } },
      frameEmbeddingMitigation: ["javascript"], callbacks });`;
    const inputs = ["gift", "pin", "holder", "account", "again", "routing"];
    const fields = inputs.map((id) => `<p><label for="${id}">${id}</label><input id="${id}" readonly></p>`);
    const list = '<option value="CONSUMER_CHECKING">Checking</option>';
    const { page, expectQuiet, close } = await forms.open({
      fields: `${fields.join("")}<p><label for="type">Type</label><select id="type">${list}</select></p>`,
      script,
    });
    await told(page, "initialized");
    const fill = (id: string, value: string): Promise<void> =>
      frameOf(page, `#${id}`).locator(".field").fill(value);
    await fill("gift", "6000000000000007");
    await fill("pin", "1234");
    await page.evaluate('PaymentSession.updateSessionFromForm("giftCard", "LOCAL_BRAND")');
    expect(valueAt(await told<JsonObject>(page, "updated"), "sourceOfFunds.type")).to.equal("GIFT_CARD");
    await fill("holder", "Ida Example");
    await fill("account", "12345");
    await fill("again", "12346");
    await fill("routing", "123456789");
    await page.evaluate('PaymentSession.updateSessionFromForm("ach")');
    expect(valueAt(await told<JsonObject>(page, "updated", 2), "errors")).to.deep.equal({
      bankAccountNumberConfirmation: "invalid",
    });
    await fill("again", "12345");
    await page.evaluate('PaymentSession.updateSessionFromForm("ach")');
    const stored = await told<JsonObject>(page, "updated", 3);
    expect([textAt(stored, "status"), textAt(stored, "sourceOfFunds.type")]).to.deep.equal(["ok", "ACH"]);
    expectQuiet();
    await close();
  });

  it("are used by keyboard alone, in the order of the page, and show where the focus is", async () => {
    const { page, close } = await forms.open({ script: configureCard(await forms.madeSession()) });
    await told(page, "initialized");
    await page.evaluate(
      'document.querySelector("#pay").onclick = () => PaymentSession.updateSessionFromForm("card")',
    );
    const number = frameOf(page, CARD_SELECTORS.number).locator(".field");
    const ring = (): Promise<string> => styleOf(page, CARD_SELECTORS.number, "outline-style");
    // The focus moves between processes: what is typed before it has come is lost.
    const tabInto = async (role: keyof typeof CARD_SELECTORS): Promise<void> => {
      await page.keyboard.press("Tab");
      await frameOf(page, CARD_SELECTORS[role]).locator(".field:focus").waitFor();
    };
    await tabInto("number");
    expect(await ring()).to.equal("solid");
    await page.keyboard.type("5123450000000008");
    await tabInto("expiryMonth");
    await page.keyboard.type("Jan");
    await tabInto("expiryYear");
    await page.keyboard.type("39");
    await tabInto("securityCode");
    await page.keyboard.type("100");
    await tabInto("nameOnCard");
    await page.keyboard.press("Tab");
    await page.locator("#pay:focus").waitFor();
    await page.keyboard.press("Enter");
    expect(valueAt(await told<JsonObject>(page, "updated"), "status")).to.equal("ok");
    expect(await number.inputValue(), "in groups, as on the card").to.equal("5123 4500 0000 0008");
    expect(await ring()).to.equal("none");
    await close();
  });

  it("have the names, hints and look of the page's own fields, and axe finds nothing serious", async () => {
    const { page, expectQuiet, close } = await forms.open({
      script: configureCard(await forms.madeSession()),
    });
    await told(page, "initialized");
    const code = frameOf(page, "#security-code").getByRole("textbox", { name: "Security code" });
    expect(await code.getAttribute("aria-describedby")).to.equal("description message");
    expect(await frameOf(page, "#security-code").locator("#description").textContent()).to.equal(
      "On the back of the card",
    );
    expect(await page.locator("#security-code + iframe").getAttribute("title")).to.equal("Security code");
    const number = frameOf(page, "#card-number").getByRole("textbox", { name: "Card number" });
    expect(await number.getAttribute("placeholder")).to.equal("0000 0000");
    expect(await number.getAttribute("aria-required")).to.equal("true");
    const look = ["color", "background-color", "font-size"].map((it) => styleOf(page, "#card-number", it));
    expect(await Promise.all(look)).to.deep.equal(["rgb(20, 30, 40)", "rgb(250, 250, 255)", "16px"]);
    await expectAccessible(page);
    expectQuiet();
    await close();
  });
});
