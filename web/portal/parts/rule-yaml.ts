/** A scenario rule as scenario files have it. */
export type Rule = Readonly<Record<string, unknown>>;

/** The rule as one entry of a file's `rules`, indented for its place there. */
export function ruleYaml(rule: Rule): string {
  return Object.entries(rule)
    .map(([name, value], index) => `${index === 0 ? "  - " : "    "}${name}: ${flow(value)}\n`)
    .join("");
}

const PLAIN = /^[A-Z][A-Z_]+$|^[a-z]+(-[a-z]+)+$|^\d+(\.\d+)?(ms|s|m)$/;

/** In one line; what YAML could take for something else stands in quotes. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${flow(inner)}`)
      .join(", ")} }`;
  return typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value);
}
