import { expect } from "chai";
import fc from "fast-check";
import { CURRENCIES, currencyDecimals, isCurrency } from "../../server/domain/currency.ts";
import { pay, withValue } from "../support/requests.ts";
import { take } from "../operations/pure-gateway.ts";
import type { Taken } from "../operations/pure-gateway.ts";

/** ISO 4217, table A.1, column "minor unit", written from the list and not from the code. */
const MINOR_UNITS: Readonly<Record<0 | 2 | 3, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD ARS AUD AZN BAM BDT BOB BOV BRL CAD CHE CHF CHW CNY COP COU CZK DKK DZD EGP EUR GBP HKD HUF IDR INR IRR MXV SLE USN VED VES XCG ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
};

const LISTED = Object.entries(MINOR_UNITS).flatMap(([decimals, codes]) =>
  codes.split(" ").map((code) => [code, Number(decimals)] as const),
);

const amountWith = (whole: number, decimals: number): string =>
  decimals === 0 ? String(whole) : `${whole}.${"1".repeat(decimals)}`;

type Refused = Extract<Taken, { readonly refusal: unknown }>;

describe("currencies", () => {
  for (const [decimals, codes] of Object.entries(MINOR_UNITS)) {
    it(`have ${decimals} decimals as ISO 4217 lists them: ${codes}`, () => {
      const wrong = codes.split(" ").filter((code) => currencyDecimals(code) !== Number(decimals));
      expect(wrong).to.deep.equal([]);
      expect(codes.split(" ").filter((code) => !isCurrency(code))).to.deep.equal([]);
    });
  }

  it("have three decimals, which is the most, where ISO 4217 has four", () => {
    expect(["CLF", "UYW"].map(currencyDecimals)).to.deep.equal([3, 3]);
    expect(["CLF", "UYW"].every(isCurrency)).to.equal(true);
  });

  it("are known by capital letters only, and what is none, or none any more, is not known", () => {
    const none = ["usd", "Eur", "ZZZ", "US", "USDX", "", "toString"];
    const withdrawn = ["ANG", "BGN", "CUC", "DEM", "HRK", "SLL", "ZWL"];
    expect([...none, ...withdrawn].filter(isCurrency)).to.deep.equal([]);
  });

  it("are listed once each, in the order of the alphabet, with those that the JavaScript engine lacks", () => {
    expect(CURRENCIES).to.deep.equal([...new Set(CURRENCIES)].sort());
    expect(CURRENCIES).to.include.members(["CLF", "COU", "UYW", "VED"]);
  });

  for (const code of ["XAU", "XDR", "XTS", "XXX"]) {
    it(`are none that ISO 4217 gives no minor unit, which a refusal says: ${code}`, () => {
      const { rule, refusal } = take(withValue(pay("10"), "order.currency", code), undefined) as Refused;
      expect(rule).to.equal("currency-accepted");
      expect(refusal.explanation).to.equal(
        `Value '${code}' is invalid. ISO 4217 gives it no minor unit, so that no amount can be in it`,
      );
    });
  }

  it("have at least the decimals that people are shown, up to three, whatever the currency", () => {
    const shown = (currency: string): number =>
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      0;
    const fewer = CURRENCIES.filter((code) => currencyDecimals(code) < Math.min(3, shown(code)));
    expect(fewer).to.deep.equal([]);
  });

  it("take an amount with as many decimals as they have, and none with one more", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTED),
        fc.integer({ min: 1, max: 99_999 }),
        ([code, decimals], whole) => {
          const paid = (digits: number) =>
            take(withValue(pay(amountWith(whole, digits)), "order.currency", code), undefined).rule;
          expect(paid(decimals), code).to.equal(undefined);
          expect(paid(decimals + 1), code).to.equal("decimals-of-currency");
        },
      ),
    );
  });
});
