/** `source-of-funds.token`, `PAY` and `cardNumber` as the name of a type: SourceOfFundsToken, Pay, CardNumber. */
export function pascalCase(text: string): string {
  const words = /^[A-Z_]+$/.test(text) ? text.toLowerCase() : text;
  return words
    .split(/[^0-9A-Za-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/^3[Dd]/, "ThreeD");
}
