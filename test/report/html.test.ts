import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import fc from "fast-check";
import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";
import { reportPieces } from "../../server/report/formats.ts";
import { renderReport } from "./rendered.ts";
import type { Report } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { EMPTY, entry, FULL, issue, NASTY, PRESENTATION } from "./sample-report.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

const shown = (report: Report): string => renderReport("html", report, PRESENTATION);

/** Every element of the page; what a browser would have to mend is a fault. */
function elementsOf(page: string): readonly Element[] {
  const faults: string[] = [];
  const document = parse(page, { onParseError: ({ code }) => faults.push(code) });
  expect(faults).to.deep.equal([]);
  return elementsIn(document);
}

/** The node itself, if it is an element, and every element in it. */
function elementsIn(node: Node): readonly Element[] {
  return [
    ...("tagName" in node ? [node] : []),
    ...("childNodes" in node ? node.childNodes.flatMap(elementsIn) : []),
  ];
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((it) => it.name === name)?.value;

const named = (elements: readonly Element[], tag: string): readonly Element[] =>
  elements.filter(({ tagName }) => tagName === tag);

/** What a page is made of that shows something and loads, runs and sends nothing. */
const TAGS = new Set(
  (
    "html head meta title style body header main section footer article h1 h2 h3 p b strong span code ul li " +
    "figure figcaption div table caption thead tbody tr th td details summary svg desc rect line text nav a pre"
  ).split(" "),
);
const ATTRIBUTES =
  /^(lang|charset|http-equiv|content|name|class|id|role|href|open|aria-[a-z]+|tabindex|scope|viewBox|width|height|[xy][12]?|text-anchor)$/;

function expectHarmless(page: string): void {
  const elements = elementsOf(page);
  const attributes = elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
  expect(elements.filter(({ tagName }) => !TAGS.has(tagName)).map(({ tagName }) => tagName)).to.deep.equal(
    [],
  );
  expect(attributes.filter((name) => !ATTRIBUTES.test(name))).to.deep.equal([]);
  const targets = elements.flatMap((it) => attribute(it, "href") ?? []);
  expect(targets.filter((target) => !/^#[a-z]+(-\d+)?$/.test(target))).to.deep.equal([]);
  const style = named(elements, "style").map(textOf).join("");
  expect(style).not.to.match(/url\(|@import|expression|\/\//i);
}

describe("the HTML report", () => {
  it("comes an issue at a time, so that a sandbox that makes it can answer payments in between", () => {
    const issues = Array.from({ length: 100 }, (_, index) => issue({ message: `Number ${index}.` }));
    const pieces = [...reportPieces("html", { ...EMPTY, issues }, PRESENTATION)];
    for (const { message } of issues)
      expect(pieces.filter((piece) => piece.includes(message))).to.have.length(1);
    expect(pieces.length).to.be.greaterThan(issues.length);
  });

  it("holds no script and nothing from anywhere, whatever it has to say", () => {
    expectHarmless(shown(FULL));
    fc.assert(
      fc.property(anyReport, (report) => {
        expectHarmless(shown(report));
      }),
    );
  });

  it("has a policy that allows its own style and nothing else", () => {
    const elements = elementsOf(shown(FULL));
    const style = named(elements, "style").map(textOf).join("");
    const policy = named(elements, "meta").find((it) => attribute(it, "http-equiv") !== undefined);
    const digest = createHash("sha256").update(style).digest("base64");
    expect(attribute(policy, "content")).to.equal(
      `default-src 'none'; style-src 'sha256-${digest}'; form-action 'none'; base-uri 'none'`,
    );
  });

  it("shows texts as they are, and not as markup", () => {
    const elements = elementsOf(shown({ ...EMPTY, summary: '<b onclick="x">&amp;</b>' }));
    const verdict = elements.find((it) => attribute(it, "class") === "verdict passed");
    expect(verdict && textOf(verdict)).to.equal('passed <b onclick="x">&amp;</b>');
    expect(textOf(parse(shown({ ...EMPTY, title: NASTY })))).to.include('<script>alert("1")</script> a|b');
  });

  it("can be read without seeing it: headings in order, names for sections, tables and charts, no id twice", () => {
    const elements = elementsOf(shown(FULL));
    const levels = elements.flatMap(({ tagName }) => (/^h\d$/.test(tagName) ? [Number(tagName[1])] : []));
    expect(levels[0]).to.equal(1);
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).to.deep.equal(
      [],
    );
    const ids = elements.flatMap((it) => attribute(it, "id") ?? []);
    expect(new Set(ids).size).to.equal(ids.length);
    const labels = elements.flatMap((it) => attribute(it, "aria-labelledby")?.split(" ") ?? []);
    expect(labels.filter((label) => !ids.includes(label))).to.deep.equal([]);
    expect(named(elements, "section").every((it) => attribute(it, "aria-labelledby"))).to.equal(true);
    for (const table of named(elements, "table")) {
      const inside = elements.filter(({ parentNode }) => parentNode === table).map(({ tagName }) => tagName);
      expect(inside).to.deep.equal(["caption", "thead", "tbody"]);
    }
    expect(named(elements, "th").every((it) => attribute(it, "scope"))).to.equal(true);
    const hidden = (it: Element): boolean => attribute(it, "aria-hidden") === "true";
    const charts = named(elements, "svg").filter((it) => !hidden(it));
    expect(charts.map((it) => attribute(it, "role"))).to.deep.equal(["img"]);
  });

  it("says severity and verdict in words, the worst issue first", () => {
    const elements = elementsOf(shown(FULL));
    const issues = named(elements, "article").map((it) => textOf(it).trim().split(/\s+/)[0]);
    expect(issues).to.deep.equal(["error", "error", "warning", "note", "failed"]);
    expect(named(elements, "strong").map(textOf)).to.deep.equal(["failed"]);
  });

  it("leads to each section, and lets only what failed stand open", () => {
    const elements = elementsOf(shown(FULL));
    const [contents] = named(elements, "nav");
    const targets = elements.flatMap((it) => attribute(it, "href")?.slice(1) ?? []);
    const sections = named(elements, "section").map((it) => attribute(it, "aria-labelledby"));
    expect(contents && attribute(contents, "aria-label")).to.equal("Contents");
    expect(targets).to.deep.equal(sections);
    const openOf = (page: string): readonly string[] =>
      named(elementsOf(page), "details")
        .filter((it) => attribute(it, "open") !== undefined && attribute(it, "class") === "finding")
        .map((it) => textOf(it).trim().split(/\s+/)[0] ?? "");
    expect(openOf(shown(FULL))).to.deep.equal(["error", "error", "failed"]);
    expect(openOf(shown({ ...EMPTY, issues: [issue({ severity: "note" })] }))).to.deep.equal([]);
  });

  it("shows what a finding is about: the first exchanges with request, answer and why", () => {
    const evidence = (report: Report): readonly string[] =>
      named(elementsOf(shown(report)), "details")
        .filter((it) => attribute(it, "class") === "evidence")
        .map((it) => textOf(it).replace(/\s+/g, " ").trim());
    const found = evidence(FULL);
    expect(found).to.have.length(3);
    expect(found[0]).to.match(/^PAY order 1\/2 \/ 1 201 done/);
    expect(found[0]).to.contain("Answer: 201 SUCCESS.").and.contain('"number": "512345xxxxxx0008"');
    expect(found[2]).to.contain("no answer Broken on purpose: ").and.contain("Fault: reset");
    const ofCase = [entry({ outcome: "failed", exchanges: ["x-1"] })];
    expect(evidence({ ...FULL, issues: [], cases: ofCase })).to.have.length(1);
    expect(evidence({ ...FULL, exchanges: undefined })).to.deep.equal([]);
  });

  it("shows an exchange once, and leads to it where it is evidence again", () => {
    const cases = [entry({ outcome: "failed", exchanges: ["x-1", "x-2"] })];
    const elements = elementsOf(shown({ ...FULL, issues: [issue({ exchanges: ["x-1"] })], cases }));
    const [finding, failure] = named(elements, "article").map((it) => elementsIn(it));
    const links = (failure ?? []).flatMap((it) => attribute(it, "href")?.slice(1) ?? []);
    const evidence = (inside: readonly Element[] = []): readonly Element[] =>
      named(inside, "details").filter((it) => attribute(it, "class") === "evidence");
    expect(evidence(finding)).to.have.length(1);
    expect(evidence(failure)).to.have.length(1);
    expect(links).to.have.length(1);
    expect((finding ?? []).map((it) => attribute(it, "id"))).to.include(links[0]);
  });

  it("has the colours of all pages for what they mean", async () => {
    const tokens = await readFile(new URL("../../web/tokens.css", import.meta.url), "utf8");
    const coloursIn = (css: string): readonly (readonly string[])[] =>
      css
        .split("prefers-color-scheme")
        .slice(0, 2)
        .map((part) =>
          [
            ...part
              .replace(/@media print[^]*/, "")
              .matchAll(
                /--(?:bad|good|wait|note|ground|sheet|ink|accent|approved|declined|pending|refused|failed|done)[\w-]*: #\w+/g,
              ),
          ]
            .map(([colour]) => colour)
            .sort(),
        );
    const own = coloursIn(
      named(elementsOf(shown(EMPTY)), "style")
        .map(textOf)
        .join(""),
    );
    const [light = [], dark = []] = coloursIn(tokens);
    expect(own[0]).to.have.length.above(16);
    expect(own[0]?.filter((colour) => !light.includes(colour))).to.deep.equal([]);
    expect(own[1]?.filter((colour) => !dark.includes(colour))).to.deep.equal([]);
  });

  it("shows sixty times at most, the same ones in the chart and in the table, and loses none", () => {
    const buckets = Array.from({ length: 3_600 }, (_, second) => ({
      at: new Date(Date.UTC(2030, 0, 15) + second * 1_000).toISOString(),
      counts: { APPROVED: 1 },
    }));
    const elements = elementsOf(
      shown({ ...EMPTY, series: [{ title: "Outcomes over time", endings: {}, buckets }] }),
    );
    const bars = named(elements, "rect").filter((it) => attribute(it, "class")?.startsWith("bar "));
    expect(bars).to.have.length(60);
    const numbers = named(elements, "td").map(textOf);
    expect(numbers).to.deep.equal(Array.from({ length: 60 }, () => "60"));
  });

  it("draws a bar for each time, as high as what it counts, and has the numbers in a table as well", () => {
    const elements = elementsOf(shown({ ...EMPTY, series: FULL.series }));
    const bars = named(elements, "rect").filter((it) => attribute(it, "class")?.startsWith("bar"));
    const heights = new Map(bars.map((it) => [textOf(it).trim(), Number(attribute(it, "height"))]));
    expect([...heights.keys()]).to.deep.equal([
      "2030-01-15T10:20:00.000Z: 12 approved",
      "2030-01-15T10:20:00.000Z: 3 declined",
      "2030-01-15T10:21:00.000Z: 5 approved",
      "2030-01-15T10:21:00.000Z: 2 failed",
    ]);
    const [twelve, three, five, two] = [...heights.values()];
    expect((twelve ?? 0) / (three ?? 1)).to.be.closeTo(4, 0.01);
    expect((five ?? 0) / (two ?? 1)).to.be.closeTo(2.5, 0.01);
    const legend = elements.find((it) => attribute(it, "class") === "legend");
    expect(legend && textOf(legend).trim().split(/\s+/)).to.deep.equal(
      "approved APPROVED declined DECLINED failed <fault>".split(" "),
    );
    expect(bars.map((it) => attribute(it, "class"))).to.deep.equal(
      "approved declined approved failed".split(" ").map((ending) => `bar ${ending}`),
    );
    expect(named(elements, "td").map(textOf)).to.deep.equal("12 3 0 5 0 2 0 0 0".split(" "));
  });
});
