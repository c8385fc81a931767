import { expect } from "chai";
import { readFileSync } from "node:fs";
import { namesBelow, valuesAt } from "../../web/portal/editor/schema-words.ts";
import type { Schema } from "../../web/portal/editor/schema-words.ts";
import { placeAtEnd } from "../../web/portal/editor/yaml-place.ts";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../../schemas/scenario.json", import.meta.url), "utf8"),
) as Schema;

/** A text up to where somebody types, and the members or values that fit there. */
const PLACES: readonly (readonly [text: string, path: string, fitting: string])[] = [
  ["", "", "rules"],
  ["version: 1\n", "", "tables"],
  ["version: ", "version =", "1"],
  ["rules:\n  - ", "rules []", "outcome"],
  ["rules:\n- ", "rules []", "outcome"],
  ["rules:\n- id: a\n  ", "rules []", "when"],
  ["rules:\n  - id: a\n    when:\n      amount: '1'\n    ", "rules []", "outcomes"],
  ["rules:\n  - id: a\n    when:\n      ", "rules [] when", "cardPrefix"],
  ["rules:\n  - id: a\n    when: { ", "rules [] when", "operation"],
  ["rules:\n  - id: a\n    when: { amount: '1', ", "rules [] when", "operation"],
  ["rules:\n  - id: a\n    when: { operation: ", "rules [] when operation =", "PAY"],
  ["rules:\n  - id: a\n    when: { operation: [PAY, ", "rules [] when operation [] =", "VOID"],
  ["rules:\n  - id: a\n    when: { operation: [PAY] }\n    outcome: ", "rules [] outcome =", "DECLINED"],
  ["rules:\n  - { id: a, fault: { at: ", "rules [] fault at =", "after-commit"],
  ["rules:\n  - id: a\n  # hold: x\n    hold: ", "rules [] hold =", "before-commit"],
  ["rules:\n  - id: a\n    outcome: DECLINED\n  - id: b\n    ", "rules []", "fault"],
];

describe("completion in the editor of scenario files", () => {
  for (const [text, path, fitting] of PLACES)
    it(`knows what may follow ${JSON.stringify(text.slice(-40))}`, () => {
      const place = placeAtEnd(text);
      expect([...place.path, ...(place.isValue ? ["="] : [])].join(" ")).to.equal(path);
      const words = place.isValue ? valuesAt(SCHEMA, place.path) : namesBelow(SCHEMA, place.path);
      expect(words.map((word) => word.text)).to.include(fitting);
    });

  it("explains members in the words of the schema", () => {
    const [version] = namesBelow(SCHEMA, []).filter(({ text }) => text === "version");
    expect(version?.meaning).to.equal("Version of the file format.");
  });
});
