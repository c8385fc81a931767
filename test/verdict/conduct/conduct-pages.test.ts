import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { helpOf } from "../../../server/verdict/conduct/conduct-rule.ts";
import { CONDUCT_RULES } from "../../../server/verdict/conduct/conduct-rules.ts";

const ROOT = new URL("../../../", import.meta.url);
const SECTIONS = ["## What it is", "## Why it costs money", "## How to mend it"];

const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

describe("the pages on rules of conduct", () => {
  it("are one for each rule, and no other", () => {
    const pages = readdirSync(new URL("docs/findings/", ROOT)).map((name) => `docs/findings/${name}`);
    expect(pages).to.have.members(CONDUCT_RULES.map(helpOf));
  });

  for (const rule of CONDUCT_RULES) {
    it(`say of ${rule.id} what the table says, what it is, what it costs and how it is mended`, () => {
      const lines = read(helpOf(rule)).split("\n");
      expect(lines[0]).to.equal(`# ${rule.title}`);
      const severity = rule.isOnByDefault ? rule.severity : "off, unless you turn it on";
      expect(lines[2]).to.equal(`Rule \`${rule.id}\`. Severity: ${severity}.`);
      expect(lines.filter((line) => line.startsWith("## "))).to.deep.equal(SECTIONS);
    });
  }

  it("are what docs/verify.md lists, with the severities of the table", () => {
    const rows = [...read("docs/verify.md").matchAll(/^\| \[([\w-]+)\]\(findings\/\1\.md\) \| (\w+) \|/gm)];
    expect(rows.map(([, id, severity]) => [id, severity])).to.deep.equal(
      CONDUCT_RULES.map(({ id, severity, isOnByDefault }) => [id, isOnByDefault ? severity : "off"]),
    );
  });
});
