/** The bytes of a hexadecimal text, in either case; undefined when it is none or ends in half a byte. */
export function parseHex(text: string): Buffer | undefined {
  return /^(?:[0-9A-Fa-f]{2})*$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

export function formatHex(bytes: Buffer): string {
  return bytes.toString("hex").toUpperCase();
}
