import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { configureCard, setForms, told, write } from "./form-page.ts";

const VALID = { isValid: true };
const BEGUN = { isValid: false, isIncomplete: true, hasError: false };
const WRONG = { isValid: false, isIncomplete: false, hasError: true, errorReason: "INVALID_VALUE" };

/** The check digit of each is right, unless its line says otherwise. */
const NUMBERS: readonly (readonly [what: string, number: string, judged: object])[] = [
  ["a whole Mastercard number", "5123450000000008", VALID],
  ["the first 14 digits of a Mastercard number", "51234500000008", BEGUN],
  ["a Mastercard number with a digit too many", "51234500000000083", WRONG],
  ["a Mastercard number with a wrong check digit", "5123450000000009", WRONG],
  ["a Visa number of 13 digits", "4222222222222", VALID],
  ["the first 13 digits of a Visa number, with a wrong check digit", "4508750015741", BEGUN],
  ["the first 14 digits of a Visa number", "45087500157411", BEGUN],
  ["a Visa number of 17 digits", "45087500157410192", WRONG],
  ["a whole American Express number", "371881733404002", VALID],
  ["the first 14 digits of an American Express number", "37188173340407", BEGUN],
  ["an American Express number with a wrong check digit", "371881733404003", WRONG],
  ["a Diners Club number of 14 digits", "36721601220030", VALID],
  ["the first 13 digits of a Discover number", "6011000000001", BEGUN],
  ["a UnionPay number of 19 digits", "6213249999999991208", VALID],
  ["a Maestro number of 12 digits", "500000000009", VALID],
  ["a number of a scheme that the gateway does not know", "9792030000000000", VALID],
];

describe("the card number in a field of the gateway", function () {
  this.timeout(60_000);
  const forms = setForms();

  it("is valid with as many digits as its scheme has and a right check digit", async () => {
    const { page, close } = await forms.open({ script: configureCard(await forms.madeSession()) });
    await told(page, "initialized");
    for (const [what, number, judged] of NUMBERS) {
      await write(page, "number", number);
      const all = await page.evaluate<Json>('new Promise((tell) => PaymentSession.validate("card", tell))');
      expect(valueAt(all, "card.number"), what).to.deep.equal(judged);
    }
    await close();
  });

  it("tells its first digits once it is whole, and not while it is a beginning", async () => {
    const script = `${configureCard(await forms.madeSession())}
      PaymentSession.onCardBINChange((selector, result) => keep("events")(result));`;
    const { page, close } = await forms.open({ script });
    await told(page, "initialized");
    await write(page, "number", "6011000000001");
    await write(page, "number", "5123450000000008");
    expect(await told(page, "events")).to.deep.equal({ BIN: "512345" });
    await close();
  });
});
