/** The blocks of that label in a text of PEM form (RFC 7468), each with its lines of begin and end. */
export function pemBlocks(text: string, label: string): readonly string[] {
  const block = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`, "g");
  return text.match(block) ?? [];
}
