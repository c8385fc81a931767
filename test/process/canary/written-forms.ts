// What digits look like to whoever does not write them as they are.

/** Escapes of URLs (also twice over), of JSON and of HTML, for digits, blanks and dashes. */
const ESCAPED = /%(?:25)*(2[0D]|3\d)|\\u00(2[0Dd]|3\d)|&#x(2[0D]|3\d);|&#(32|45|4[89]|5[0-7]);/gi;

/** The text with its escapes read; "" when there are none. */
export function unescaped(text: string): string {
  if (text.search(ESCAPED) < 0) return "";
  return text.replace(ESCAPED, (_, ...[url, json, hexadecimal, decimal]: readonly (string | undefined)[]) => {
    const code = url ?? json ?? hexadecimal;
    return String.fromCharCode(code === undefined ? Number(decimal) : Number.parseInt(code, 16));
  });
}

/** Three digits are these four characters, wherever a run of digits begins in the bytes that were encoded. */
const BASE64_DIGITS = /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3,}/g;

/** Runs of digits that are written in Base64, with what stands in the groups before and behind them. */
export function decodedBase64(text: string): string {
  return Array.from(text.matchAll(BASE64_DIGITS), ({ 0: run, index }) => {
    const [before, end] = [text.slice(Math.max(0, index - 4), index), index + run.length];
    const start = WHOLE_GROUP.test(before) ? before : "";
    return Buffer.from(start + run + text.slice(end, end + 4), "base64").toString("latin1");
  }).join("\n");
}

const WHOLE_GROUP = /^[\w+/-]{4}$/;

export function decodedHex(text: string): string {
  return Array.from(text.matchAll(/(?:3\d){13,}/g), ([run]) =>
    Buffer.from(run, "hex").toString("latin1"),
  ).join("\n");
}

/** What a secret text looks like as it is, in hexadecimal, and in Base64 wherever it begins there. */
export function formsOf(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString("hex");
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from("x".repeat(before) + secret).toString("base64");
    // What its neighbours decide is left out.
    return encoded.slice(before === 0 ? 0 : before + 1, 4 * Math.floor((before + secret.length) / 3));
  });
  return [secret, secret.toLowerCase(), hex, hex.toUpperCase(), ...base64];
}
