import { expect } from "chai";
import { DOUBTFUL } from "./check-cases.ts";
import { remarkLines } from "./check-remarks.ts";

const lineOf = (members: string): string => `  - { id: doubtful, ${members} }`;

describe("the check for rules that are not what was meant", () => {
  // One folder for all of them, as reading the schema takes longest.
  let lines: readonly string[];
  before(() => {
    const files = DOUBTFUL.map(([members], index) => {
      const text = `version: 1\nrules:\n${lineOf(members)}\n`;
      return [`p${index}.yaml`, text.replaceAll("^", "")] as const;
    });
    const named =
      '{ "version": 1, "name": "plan", "rules": [{ "id": "a", "delay": "1s" }, { "id": "doubtful", "delay": "1s" }] }';
    lines = remarkLines({ ...Object.fromEntries(files), "plan.json": named });
  });

  for (const [index, [members, ...said]] of DOUBTFUL.entries()) {
    it(`${said.length > 0 ? "finds" : "leaves"} ${members}`, () => {
      const about = lines.filter((line) => line.startsWith(`p${index}.yaml:`));
      const [, ...places] = lineOf(members)
        .split("^")
        .map((_, part, parts) => parts.slice(0, part).join("").length);
      expect(about).to.deep.equal(
        said.map((line, place) => `p${index}.yaml:3:${(places[place] ?? -2) + 1} ${line}`),
      );
    });
  }
});
