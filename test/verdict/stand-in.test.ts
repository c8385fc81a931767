import { expect } from "chai";
import fc from "fast-check";
import { maskNumber } from "../../server/domain/card/card.ts";
import { passesLuhn } from "../../server/domain/card/card-scheme.ts";
import {
  hiddenIn,
  numberLike,
  standInOf,
  withoutMasks,
  withStandIns,
} from "../../server/domain/card/hidden-members.ts";

describe("stand-ins for card numbers", () => {
  it("are masked alike and are nobody's", () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 19 })
      .map((it) => it.join(""));
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 3 }), (number, turn) => {
        const other = standInOf(maskNumber(number), turn);
        if (other === undefined) return number.length < 13;
        expect(withStandIns(` ${number} `)).to.match(/^ \d+ $/);
        return !passesLuhn(other) && maskNumber(other) === maskNumber(number);
      }),
    );
  });

  it("differ for cards that are masked alike", () => {
    const made = [0, 1, 2].map((turn) => standInOf("512345xxxxxx0008", turn));
    expect(new Set(made)).to.have.length(3);
  });

  it("are what a scenario names, when it names one that is masked so", () => {
    const texts = ["when: { card: 4005559999990019 }"];
    expect(numberLike("400555xxxxxx0019", texts)).to.equal("4005559999990019");
    expect(numberLike("400555xxxxxx0018", texts)).to.equal(standInOf("400555xxxxxx0018"));
  });

  it("are digits for the number of an account that is hidden whole, and not for other texts that look so", () => {
    const body = { paymentSender: { bankAccountNumber: "xxxxxxx", city: "xxxxxxx" } };
    expect(hiddenIn(body).map(({ path }) => path)).to.deep.equal(["paymentSender.bankAccountNumber"]);
    expect(withoutMasks(body, () => undefined)).to.deep.equal({
      paymentSender: { bankAccountNumber: "1000000", city: "xxxxxxx" },
    });
  });

  it("replace what could be a card in a text, and nothing else of it", () => {
    const text = "card: 5123450000000008 # amount 100.00, order 1234567890123";
    expect(withStandIns(text)).to.match(/^card: 512345\d{6}0008 # amount 100\.00, order 1234567890123$/);
    expect(withStandIns(text)).not.to.include("5123450000000008");
  });
});
