import { expect } from "chai";
import fc from "fast-check";
import { createGlob } from "../../server/scenario/condition-kinds/glob.ts";

/** What a glob means, word by word: every way to share the text out is tried. */
function fitsByDefinition(glob: readonly string[], text: readonly string[]): boolean {
  const [wanted, ...rest] = glob;
  if (wanted === undefined) return text.length === 0;
  if (wanted === "*")
    return Array.from({ length: text.length + 1 }, (_, taken) => text.slice(taken)).some((left) =>
      fitsByDefinition(rest, left),
    );
  return text.length > 0 && (wanted === "?" || wanted === text[0]) && fitsByDefinition(rest, text.slice(1));
}

describe("globs of scenario conditions", () => {
  it("fit exactly what their definition says", () => {
    const letter = fc.constantFrom("a", "b", "é", "😀", ".", "[", "\\", "?");
    const glob = fc.array(fc.oneof(letter, fc.constantFrom("*", "?")), { maxLength: 9 });
    const text = fc.array(letter, { maxLength: 9 });
    const property = fc.property(glob, text, (wanted, given) => {
      expect(createGlob(wanted.join(""))(given.join(""))).to.equal(fitsByDefinition(wanted, given));
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  it("fit every text that is made after them", () => {
    const run = fc.string({ unit: "binary", maxLength: 5 });
    const part = fc.oneof(
      run.map((text) => ({ glob: "*", text })),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).map((text) => ({ glob: "?", text })),
      run.map((text) => ({ glob: text, text })),
    );
    const property = fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const glob = parts.map((it) => it.glob).join("");
      expect(createGlob(glob)(parts.map((it) => it.text).join("")), glob).to.equal(true);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("take no longer than text times glob, however many stars there are", () => {
    const fits = createGlob(`${"*a".repeat(60)}b*`);
    const started = performance.now();
    expect(fits("a".repeat(20_000))).to.equal(false);
    expect(performance.now() - started).to.be.below(1_000);
  });
});
