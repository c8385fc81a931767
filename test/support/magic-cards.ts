/** Card, gateway code, acquirer code: the numbers of the issue, not of the file. */
export const MAGIC_CARDS: readonly (readonly [card: string, gatewayCode: string, acquirerCode: string])[] = [
  ["4000000000000101", "REFERRED", "01"],
  ["4000000000000507", "DECLINED", "05"],
  ["4000000000005100", "INSUFFICIENT_FUNDS", "51"],
  ["4000000000005407", "EXPIRED_CARD", "54"],
  ["4000000000006207", "BLOCKED", "62"],
  ["4000000000006801", "TIMED_OUT", "68"],
  ["4000000000008203", "INVALID_CSC", "82"],
  ["4000000000009607", "ACQUIRER_SYSTEM_ERROR", "96"],
];
