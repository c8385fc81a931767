import { readFileSync } from "node:fs";
import { expect } from "chai";
import { helpOf } from "../../../server/verdict/conduct/conduct-rule.ts";
import { conductCases } from "../../../server/verdict/conduct/conduct-report.ts";
import { CONDUCT_RULES, scorecardOf } from "../../../server/verdict/conduct/scorecard.ts";
import { allSteps } from "../../../server/domain/steps.ts";

const ROOT = new URL("../../../", import.meta.url);
const SECTIONS = ["### What it is", "### Why it costs money", "### How to fix it"];

const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

/** The section that a report links to. */
function sectionOf(help: string): string {
  const [path = "", anchor = ""] = help.split("#");
  const sections = read(path).split(/^## /m);
  return sections.find((section) => section.startsWith(`${anchor}\n`)) ?? "";
}

describe("the page on rules of conduct", () => {
  it("has a section for each rule, in their order, and no other", () => {
    const [page = ""] = (CONDUCT_RULES.map(helpOf)[0] ?? "").split("#");
    const headings = [...read(page).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).to.deep.equal(CONDUCT_RULES.map(({ id }) => id));
  });

  for (const rule of CONDUCT_RULES) {
    it(`says of ${rule.id} what the table says, what it is, what it costs and how to fix it`, () => {
      const lines = sectionOf(helpOf(rule)).split("\n");
      const severity = rule.isOnByDefault ? rule.severity : "off, unless you turn it on";
      expect(lines[2]).to.equal(`**${rule.title}.** Severity: ${severity}.`);
      expect(lines.filter((line) => line.startsWith("### "))).to.deep.equal(SECTIONS);
    });
  }

  it("are called by what is wrong, and cases of a report by what holds when the rule is kept", () => {
    const kept = conductCases(allSteps(scorecardOf({ exchanges: [], notifications: [], gone: 0 })));
    expect(kept.map(({ name }) => name)).to.include("double-charge: No purchase is charged twice");
    const titles = new Set(CONDUCT_RULES.map(({ title }) => title));
    expect(kept.filter(({ name }) => titles.has(name.replace(/^[\w-]+: /, "")))).to.deep.equal([]);
  });

  it("are what docs/verify.md lists, with the severities of the table", () => {
    const rows = [...read("docs/verify.md").matchAll(/^\| \[([\w-]+)\]\(findings\.md#\1\) \| (\w+) \|/gm)];
    expect(rows.map(([, id, severity]) => [id, severity])).to.deep.equal(
      CONDUCT_RULES.map(({ id, severity, isOnByDefault }) => [id, isOnByDefault ? severity : "off"]),
    );
  });
});
