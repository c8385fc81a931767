const NO_DECIMALS = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMALS = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** ISO 4217 codes that this JavaScript engine knows. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** How many decimals an amount of the currency has (ISO 4217; three at most, as amounts are whole thousandths). */
export function currencyDecimals(code: string): 0 | 2 | 3 {
  if (NO_DECIMALS.has(code)) return 0;
  return THREE_DECIMALS.has(code) ? 3 : 2;
}
