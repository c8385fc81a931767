import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Frame, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * With a rule that axe does not run by itself: whoever speaks to a device says what is seen. Details of what is right are
 * not asked for.
 */
const OPTIONS = JSON.stringify({
  iframes: false,
  resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: true } },
});

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Fails when axe finds something serious or critical in the page or in one of its frames. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const serious = (await violationsIn(frame)).filter(
      ({ impact }) => impact === "serious" || impact === "critical",
    );
    const told = serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    expect(told, frame.url()).to.deep.equal([]);
  }
}

/** Each frame by itself, as those of another origin let nobody look into them. */
async function violationsIn(frame: Frame): Promise<readonly Violation[]> {
  if ((await frame.evaluate("typeof axe")) === "undefined") await frame.evaluate(AXE);
  return frame.evaluate(`axe.run(document, ${OPTIONS}).then(({ violations }) => violations)`);
}
