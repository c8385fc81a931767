/**
 * The active codes of ISO 4217 (table A.1, as of January 2026), by their minor unit: how many decimals amounts have
 * (assumption A490).
 */
const MINOR_UNITS: Readonly<Record<0 | 2 | 3 | 4, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW " +
    "CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF " +
    "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK " +
    "MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP " +
    "SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER " +
    "ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Metals, units of account, codes for tests and for no currency: ISO 4217 gives them no minor unit. */
const WITHOUT_MINOR_UNIT = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));

/** The finest that amounts can be, as they are whole thousandths. */
const DECIMALS_MAX = 3;

const DECIMALS: ReadonlyMap<string, 0 | 2 | 3> = new Map(
  ([0, 2, 3, 4] as const).flatMap((unit) =>
    MINOR_UNITS[unit].split(" ").map((code) => [code, unit === 4 ? DECIMALS_MAX : unit] as const),
  ),
);

/** ISO 4217 codes of currencies that amounts can be in, in the order of the alphabet. */
export const CURRENCIES: readonly string[] = [...DECIMALS.keys()].sort();

export function isCurrency(code: string): boolean {
  return DECIMALS.has(code);
}

/** Whether ISO 4217 has the code, but not for a currency that an amount can be in. */
export function isWithoutAmounts(code: string): boolean {
  return WITHOUT_MINOR_UNIT.has(code);
}

/** How many decimals an amount of the currency has (ISO 4217); of a code that is none, two. */
export function currencyDecimals(code: string): 0 | 2 | 3 {
  return DECIMALS.get(code) ?? 2;
}
