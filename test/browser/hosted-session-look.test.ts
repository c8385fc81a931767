import { expect } from "chai";
import type { Page } from "playwright-core";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { configureCard, frameOf, setForms, styleOf, submit, told, writeCard } from "./form-page.ts";

/** What the browser makes of the placeholder of the card number. */
async function placeholderColour(page: Page): Promise<unknown> {
  const handle = await page.locator("#card-number + iframe").elementHandle();
  const frame = await handle.contentFrame();
  return frame?.evaluate('getComputedStyle(document.querySelector(".field"), "::placeholder").color');
}

/** Where what is around the fields stands, in pixels from the top of the window. */
const PLACES = `Array.from(document.querySelectorAll("label, #hint, #pay"), (it) => it.getBoundingClientRect().top)`;

function expectSame(places: readonly number[], others: readonly number[]): void {
  expect(places.length).to.equal(others.length).and.be.greaterThan(0);
  for (const [index, place] of places.entries()) expect(place).to.be.closeTo(others[index] ?? 0, 0.5);
}

describe("card fields in the look of the page", function () {
  this.timeout(60_000);
  const forms = setForms();

  it("wear what the page wants of them, and follow the theme of the device", async () => {
    const script = `${configureCard(await forms.madeSession())}
      PaymentSession.setFocusStyle(["card.number"], { borderColor: "rgb(1, 2, 3)" });
      PaymentSession.setPlaceholderShownStyle(["card.number"], { "background-color": "rgb(4, 5, 6)" });`;
    const style = "@media (prefers-color-scheme: dark) { .input-field { color: rgb(240, 240, 240) } }";
    const { page, close } = await forms.open({ script, style });
    await told(page, "initialized");
    const look = (property: string): Promise<string> => styleOf(page, "#card-number", property);
    expect(await look("background-color")).to.equal("rgb(4, 5, 6)");
    await page.evaluate('PaymentSession.setFocus("card.number")');
    const number = frameOf(page, "#card-number");
    // The page asks the frame for the focus, which is there a moment later.
    await number.locator(".field:focus").waitFor();
    await page.keyboard.type("5");
    await number.locator(".field:not(:placeholder-shown)").waitFor();
    expect([await look("border-top-color"), await look("background-color")]).to.deep.equal([
      "rgb(1, 2, 3)",
      "rgb(250, 250, 255)",
    ]);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = number.locator('.field[style*="color: rgb(240, 240, 240)"]');
    await dark.waitFor();
    await close();
  });

  it("have the size of the page's fields when the page shows them only after it has configured them", async () => {
    const style = `main { display: none } .input-field { width: 220px; height: 36px; box-sizing: content-box }
      #expiry-year { width: 4em; box-sizing: border-box }`;
    const script = configureCard(await forms.madeSession());
    const { page, close } = await forms.open({ script, style });
    await told(page, "initialized");
    await page.addStyleTag({ content: "main { display: block }" });
    for (const [selector, width, height] of [
      ["#card-number", 220 + 2 * 12 + 2, 36 + 2 * 8 + 2],
      ["#expiry-year", 4 * 16, 36],
    ] as const) {
      const frame = page.locator(`${selector} + iframe`);
      await page.locator(`${selector} + iframe[style*="width: ${width}px"]`).waitFor();
      expect(await frame.boundingBox()).to.include({ width, height });
    }
    const placed = await page.evaluate<number[]>(PLACES);
    await page.evaluate(`for (const field of document.querySelectorAll(".input-field")) {
      field.nextElementSibling.style.display = "none";
      field.style.removeProperty("display");
    }`);
    expectSame(placed, await page.evaluate<number[]>(PLACES));
    await close();
  });

  for (const [where, style] of [
    ["in a line of their own", ".input-field { display: inline-block }"],
    ["in a line with text", ".input-field { width: 9em; margin-bottom: 12px }"],
    ["that are blocks", ".input-field { display: block }"],
    ["in a grid", "form p { display: grid; gap: 8px }"],
    ["at the top of their line", ".input-field { width: 9em; vertical-align: top }"],
  ] as const)
    it(`move nothing of the page when they take the place of its fields ${where}`, async () => {
      const script = `const before = ${PLACES}; ${configureCard(await forms.madeSession())}`;
      const { page, close } = await forms.open({ script, style });
      await told(page, "initialized");
      expectSame(await page.evaluate<number[]>(PLACES), await page.evaluate<number[]>("before"));
      await close();
    });

  it("draw the page's outline of a field with the focus inside of it, as the frame hides what is outside", async () => {
    const style = ":focus-visible { outline: 3px solid rgb(7, 8, 9); outline-offset: 2px }";
    const script = configureCard(await forms.madeSession());
    const { page, expectQuiet, close } = await forms.open({ script, style });
    await told(page, "initialized");
    await frameOf(page, "#card-number").locator(".field").focus();
    const ring = ["color", "width", "offset"].map((it) => styleOf(page, "#card-number", `outline-${it}`));
    expect(await Promise.all(ring)).to.deep.equal(["rgb(7, 8, 9)", "3px", "-3px"]);
    expectQuiet();
    await close();
  });

  it("wear what the page's own rules say of a field with the focus or the mouse, and of its placeholder", async () => {
    const style = `:root { --ring: rgb(7, 8, 9) }
      .input-field:hover { background-color: rgb(10, 11, 12); background-image: url(/nothing.png) }
      form .other:focus, form .input-field:focus { border-color: var(--ring); width: 3px }
      @media (min-width: 1px) { .input-field::placeholder { color: rgb(13, 14, 15) } }
      @media (max-width: 1px) { .input-field:focus { border-color: red } }`;
    const { page, expectQuiet, close } = await forms.open({
      script: configureCard(await forms.madeSession()),
      style,
    });
    await told(page, "initialized");
    const look = (property: string): Promise<string> => styleOf(page, "#card-number", property);
    const number = frameOf(page, "#card-number");
    const before = [await look("border-top-color"), await look("background-color"), await look("width")];
    expect(before.slice(0, 2)).to.deep.equal(["rgb(120, 120, 140)", "rgb(250, 250, 255)"]);
    expect(await placeholderColour(page)).to.equal("rgb(13, 14, 15)");
    await number.locator(".field").hover();
    await number.locator('.field[style*="rgb(10, 11, 12)"]').waitFor();
    await number.locator(".field").focus();
    await number.locator('.field[style*="rgb(7, 8, 9)"]').waitFor();
    expect(await look("width")).to.equal(before[2]);
    await page.keyboard.press("Tab");
    await number.locator('.field:not([style*="rgb(7, 8, 9)"])').waitFor();
    expect(await look("border-top-color")).to.equal(before[0]);
    expectQuiet();
    await close();
  });

  it("show digits from left to right in a page from right to left, on the side that its own field would have", async () => {
    const style = "main { direction: rtl } #security-code { text-align: end }";
    const script = configureCard(await forms.madeSession());
    const { page, close } = await forms.open({ script, style });
    await told(page, "initialized");
    const looks = async (selector: string): Promise<readonly string[]> =>
      Promise.all(["direction", "text-align"].map((property) => styleOf(page, selector, property)));
    expect(await looks("#card-number")).to.deep.equal(["ltr", "end"]);
    expect(await looks("#security-code")).to.deep.equal(["ltr", "start"]);
    expect(await looks("#cardholder-name")).to.deep.equal(["rtl", "start"]);
    await close();
  });

  it("call their frames by their names, also where the page gives them none", async () => {
    const fields = ["card-number", "expiry-month", "expiry-year", "security-code", "cardholder-name"]
      .map((id) => `<input id="${id}" readonly>`)
      .join("");
    const script = `PaymentSession.setLocale("de_DE"); ${configureCard(await forms.madeSession())}`;
    const { page, close } = await forms.open({ script, fields });
    await told(page, "initialized");
    const code = page.locator("#security-code + iframe");
    expect(await code.getAttribute("title")).to.equal("Prüfnummer");
    await page.evaluate('PaymentSession.setLocale("fr_FR")');
    await page.locator('#security-code + iframe[title="Code de sécurité"]').waitFor();
    await close();
  });

  it("tell the card's type as the session does when the card is in it", async () => {
    const script = `${configureCard(await forms.madeSession())}
      PaymentSession.onCardTypeChange((selector, result) => { if (result.status === "SUPPORTED") keep("events")(result) });`;
    const { page, close } = await forms.open({ script });
    await told(page, "initialized");
    await writeCard(page, "4012000033330026");
    const { status, ...type } = await told<JsonObject>(page, "events");
    await submit(page);
    const stored = valueAt(await told<JsonObject>(page, "updated"), "sourceOfFunds.provided.card");
    expect([status, type["fundingMethod"]]).to.deep.equal(["SUPPORTED", "CREDIT"]);
    const { issuer, ...shown } = type;
    expect(stored).to.include(shown);
    expect(issuer).to.be.a("string");
    await close();
  });
});
