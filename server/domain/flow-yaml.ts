const PLAIN = /^[A-Z][A-Z_]+$|^[a-z]+(-[a-z]+)+$|^\d+(\.\d+)?(ms|s|m)$/;

/** A value as YAML has it in one line; what YAML could take for something else stands in quotes. */
export function flowYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowYaml).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{ ${flowMembers(value)} }`;
  return typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value);
}

/** The members of a mapping, without its braces. */
export function flowMembers(mapping: object): string {
  return Object.entries(mapping)
    .map(([name, value]) => `${name}: ${flowYaml(value)}`)
    .join(", ");
}
