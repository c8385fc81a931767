import { expect } from "chai";
import fc from "fast-check";
import { currencyDecimals, isCurrency } from "../../server/domain/currency.ts";
import { pay, withValue } from "../support/requests.ts";
import { take } from "../operations/pure-gateway.ts";

/** ISO 4217, table A.1, column "minor unit", written from the list and not from the code. */
const MINOR_UNITS: Readonly<Record<0 | 2 | 3, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD ARS AUD AZN BAM BDT BGN BOB BRL CAD CHF CNY COP CZK DKK DZD EGP EUR GBP HKD HUF IDR INR IRR",
  3: "BHD IQD JOD KWD LYD OMR TND",
};

const LISTED = Object.entries(MINOR_UNITS).flatMap(([decimals, codes]) =>
  codes.split(" ").map((code) => [code, Number(decimals)] as const),
);

const amountWith = (whole: number, decimals: number): string =>
  decimals === 0 ? String(whole) : `${whole}.${"1".repeat(decimals)}`;

describe("currencies", () => {
  for (const [decimals, codes] of Object.entries(MINOR_UNITS)) {
    it(`have ${decimals} decimals as ISO 4217 lists them: ${codes}`, () => {
      const wrong = codes.split(" ").filter((code) => currencyDecimals(code) !== Number(decimals));
      expect(wrong).to.deep.equal([]);
      expect(codes.split(" ").filter((code) => !isCurrency(code))).to.deep.equal([]);
    });
  }

  it("are known by capital letters only, and what is none is not known", () => {
    const none = ["usd", "Eur", "ZZZ", "US", "USDX", "", "toString"];
    expect(none.filter(isCurrency)).to.deep.equal([]);
  });

  it("have at least the decimals that people are shown, whatever the currency", () => {
    const shown = (currency: string): number =>
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      0;
    const fewer = Intl.supportedValuesOf("currency").filter((code) => currencyDecimals(code) < shown(code));
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
