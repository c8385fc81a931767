import { flowYaml } from "../../../server/domain/flow-yaml.ts";

/** A scenario rule as scenario files have it. */
export type Rule = Readonly<Record<string, unknown>>;

/** The rule as one entry of a file's `rules`, indented for its place there. */
export function ruleYaml(rule: Rule): string {
  return Object.entries(rule)
    .map(([name, value], index) => `${index === 0 ? "  - " : "    "}${name}: ${flowYaml(value)}\n`)
    .join("");
}
