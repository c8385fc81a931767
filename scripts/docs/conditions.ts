import { CONDITION_KINDS } from "../../server/scenario/conditions.ts";

const BEGIN = "<!-- conditions: npm run docs -->\n";
const END = "<!-- end of conditions -->";

/** The page with its table of conditions as they describe themselves. */
export function withConditions(page: string): string {
  const [before, rest = ""] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined)
    throw new Error("the page has no markers for the conditions");
  const rows = Object.entries(CONDITION_KINDS).map(([name, { description, section }]) => {
    const more = section === undefined ? "" : ` See [${section.replaceAll("-", " ")}](#${section}).`;
    return `| \`${name}\` | ${description}${more} |`;
  });
  return [before, BEGIN, ["| condition | meaning |", "|---|---|", ...rows, ""].join("\n"), END, after].join(
    "",
  );
}
