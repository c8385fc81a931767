import { readFile } from "node:fs/promises";
import { expect } from "chai";
import fc from "fast-check";
import type { Arrow } from "../../server/domain/order/transitions.ts";
import { arrowKey, arrowName, ARROWS, TRANSITIONS } from "../../server/domain/order/transitions.ts";
import { arrowLines, transitionDiagram } from "../../server/verdict/coverage/contract-coverage.ts";

const walks = (arrows: readonly Arrow[]): ReadonlyMap<string, { readonly times: number }> =>
  new Map(arrows.map((arrow) => [arrowKey(arrow), { times: 3 }]));

/** What stands on the arrow from one status to the other. */
function labelsOf(diagram: string, { from, to }: Arrow): readonly string[] {
  const start = `  ${from === "NEW" ? "[*]" : from} --> ${to}: `;
  const lines = diagram.split("\n").filter((line) => line.startsWith(start));
  expect(lines, start).to.have.length(1);
  return (lines[0] ?? "").slice(start.length).split(", ");
}

describe("the drawing of the transitions", () => {
  it("has every transition of the table", () => {
    const diagram = transitionDiagram(new Map());
    const arrows = TRANSITIONS.flatMap(({ type, standalone, from, to }) =>
      from.flatMap((before) => to.map((after) => ({ type, standalone, from: before, to: after }))),
    );
    for (const arrow of arrows) expect(labelsOf(diagram, arrow)).to.include(`○ ${arrowName(arrow)}`);
    expect(diagram.match(/○/g)).to.have.length(arrows.length);
  });

  it("marks what was walked with a tick and how often, and nothing else", () => {
    fc.assert(
      fc.property(fc.subarray([...ARROWS]), (walked) => {
        const diagram = transitionDiagram(walks(walked));
        for (const arrow of ARROWS) {
          const mark = walked.includes(arrow) ? `✔ ${arrowName(arrow)} 3×` : `○ ${arrowName(arrow)}`;
          expect(labelsOf(diagram, arrow)).to.include(mark);
        }
        expect(diagram.split("✔").length - 1).to.equal(walked.length);
      }),
      { numRuns: 30 },
    );
  });

  it("fills the statuses that were reached", () => {
    const [first] = ARROWS.filter(({ type }) => type === "CAPTURE");
    const diagram = transitionDiagram(walks(first === undefined ? [] : [first]));
    expect(diagram).to.contain(`class ${first?.to ?? "none"} reached`);
    expect(transitionDiagram(new Map())).not.to.contain("class");
  });

  it("is that of the documentation without its marks", async () => {
    const page = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const drawn = /```mermaid\nstateDiagram-v2\n([^`]*)\n```/.exec(page)?.[1];
    expect(drawn?.split("\n")).to.deep.equal(arrowLines());
  });
});
