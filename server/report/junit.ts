import { evidenceIn, evidenceText } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import type { Presentation, Report, ReportCase } from "./report.ts";
import { exchangesText, judgedCases } from "./wording.ts";

/** A time to the second, without a zone: the form that the usual schemas of JUnit ask for. */
const SECONDS_LENGTH = "2030-01-15T10:20:30".length;

/** The XML that CI servers read: a suite for each group, a test case for each case (assumption A208). */
export function junitReport(report: Report, { version }: Presentation): string {
  const cases = judgedCases(report);
  const evidence = evidenceIn(report);
  const groups = [...new Set(cases.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const members = cases.filter((entry) => entry.group === group);
    return suite(group, members, evidence, { report, version });
  });
  const root = element("testsuites", { name: report.title, ...counts(cases) }, lines(suites));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function suite(
  name: string,
  cases: readonly ReportCase[],
  evidence: Evidence,
  { report, version }: { readonly report: Report; readonly version: string },
): string {
  const properties = element(
    "properties",
    {},
    lines([
      element("property", { name: "subject", value: report.subject }),
      element("property", { name: "gateway-sandbox", value: version }),
    ]),
  );
  const attributes = { name, ...counts(cases), timestamp: report.at?.slice(0, SECONDS_LENGTH) };
  return element("testsuite", attributes, lines([properties, ...cases.map((it) => testcase(it, evidence))]));
}

function counts(cases: readonly ReportCase[]): XmlAttributes {
  const count = (outcome: ReportCase["outcome"]): number =>
    cases.filter((entry) => entry.outcome === outcome).length;
  return {
    tests: cases.length,
    failures: count("failed"),
    errors: 0,
    skipped: count("skipped"),
    time: seconds(timeOf(cases)),
  };
}

/** What is known of it; undefined when nothing is. */
function timeOf(cases: readonly ReportCase[]): number | undefined {
  const known = cases.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, durationMs) => sum + durationMs, 0);
}

function testcase(
  { group, name, outcome, message, exchanges, durationMs }: ReportCase,
  evidence: Evidence,
): string {
  const attributes = { classname: group, name, time: seconds(durationMs) };
  if (outcome === "passed") return element("testcase", attributes);
  if (outcome === "skipped") return element("testcase", attributes, element("skipped", { message }));
  const headline = message?.split("\n")[0] ?? "failed";
  return element(
    "testcase",
    attributes,
    element(
      "failure",
      { message: headline, type: group },
      xmlText(failureText(message, exchanges, evidence)),
    ),
  );
}

/** The exchanges stand last, as they do below issues, and then what is known of the first of them. */
function failureText(
  message: string | undefined,
  exchanges: readonly string[] = [],
  evidence: Evidence,
): string {
  const shown = exchangesText(exchanges);
  const named = shown === undefined ? [] : [`exchanges ${shown}`];
  return [message ?? "", ...named, ...evidence(exchanges).map(evidenceText)].join("\n");
}

/** Readers take a time that is not there for none, and one of 0 for a measured one. */
function seconds(durationMs: number | undefined): string | undefined {
  return durationMs === undefined ? undefined : (durationMs / 1000).toFixed(3);
}

function lines(elements: readonly string[]): string {
  return elements.map((text) => `\n${text}`).join("") + "\n";
}

/** Characters that XML 1.0 cannot hold in any way (section 2.2). */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Written out, as a reader turns them into blanks in an attribute (section 3.3.3).
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** An element around markup that is already escaped; attributes that are undefined are left out. */
function element(name: string, attributes: XmlAttributes, content = ""): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value), /[&<>"\t\n\r]/g)}"`],
  );
  const start = `<${name}${written.join("")}`;
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Text as the content of an element. */
function xmlText(text: string): string {
  return escaped(text, /[&<>\r]/g);
}

function escaped(text: string, special: RegExp): string {
  return text.replace(IMPOSSIBLE, "").replace(special, (character) => ENTITIES[character] ?? "");
}
