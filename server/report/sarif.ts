import { stepsOf } from "../domain/json-pointer.ts";
import { evidenceIn, evidenceText } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import { TOOL } from "./report.ts";
import type { Presentation, Report, ReportIssue, ReportPlace } from "./report.ts";
import { createHash } from "node:crypto";

/** The name of the standard's schema, by which editors and servers know what the file is (3.13.3). */
const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** SARIF 2.1.0: the issues for code scanning and editors. Section numbers are of that standard. */
export function sarifReport(report: Report, { version }: Presentation): string {
  const rules = rulesOf(report.issues);
  const places = new Map(rules.map(({ ruleId }, index) => [ruleId, index]));
  const fingerprints = fingerprintsOf(report.issues);
  const evidence = evidenceIn(report);
  const run = {
    tool: { driver: { name: TOOL, version, rules: rules.map(descriptor) } },
    automationDetails: { id: `${TOOL}/${report.title}/`, description: { text: titleOf(report) } },
    // Whether the program did its work, and not what it found (3.20.14).
    invocations: [
      { executionSuccessful: true, ...(report.at === undefined ? {} : { endTimeUtc: report.at }) },
    ],
    columnKind: "utf16CodeUnits",
    results: report.issues.map((issue, index) =>
      result(issue, evidence, {
        source: report.source,
        ruleIndex: places.get(issue.ruleId) ?? -1,
        fingerprint: fingerprints[index] ?? "",
      }),
    ),
    properties: { verdict: report.verdict, summary: report.summary },
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, undefined, 2)}\n`;
}

function titleOf({ title, subject }: Report): string {
  return subject === "" ? title : `${title}: ${subject}`;
}

/** The first issue of each rule stands for the rule. */
function rulesOf(issues: readonly ReportIssue[]): readonly ReportIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [issue.ruleId, issue])).values()].toReversed();
}

/** The page of a rule is part of this package and has no address of its own, which `helpUri` would have to be (3.49.12). */
function descriptor({ ruleId, ruleTitle, ruleHelp, severity }: ReportIssue): object {
  const help = ruleHelp && {
    text: `${ruleTitle}. ${TOOL} explains it in ${ruleHelp}.`,
    markdown: `${ruleTitle}. ${TOOL} explains it in \`${ruleHelp}\`.`,
  };
  return {
    id: ruleId,
    shortDescription: { text: ruleTitle },
    defaultConfiguration: { level: severity },
    ...(help ? { help, properties: { page: ruleHelp } } : {}),
  };
}

interface ResultParts {
  readonly source: string | undefined;
  readonly ruleIndex: number;
  readonly fingerprint: string;
}

function result(
  issue: ReportIssue,
  evidence: Evidence,
  { source, ruleIndex, fingerprint }: ResultParts,
): object {
  const { ruleId, severity, message, count, exchanges } = issue;
  return {
    ruleId,
    ruleIndex,
    level: severity,
    message: { text: [message, ...evidence(exchanges).map(evidenceText)].join("\n") },
    locations: [locationOf(issue, source)],
    occurrenceCount: Math.max(1, count),
    partialFingerprints: { "issue/v1": fingerprint },
    ...(exchanges.length > 0 ? { properties: { exchanges } } : {}),
  };
}

/**
 * Where people of the repository that is tested can go: a line of their files. Code scanning drops a result without a
 * place, so that the expectations stand for what has none there, and else the README, which nearly every repository has
 * (assumption A224).
 */
function locationOf({ place }: ReportIssue, source: string | undefined): object {
  if (place !== undefined && place.isOfPackage !== true) return sarifLocation(place);
  const file = source ?? "README.md";
  const { pointer } = place ?? {};
  return {
    ...sarifLocation({ file }),
    ...(pointer ? { logicalLocations: [logicalLocation(pointer, `${place?.file ?? ""}#${pointer}`)] } : {}),
  };
}

/**
 * What makes an issue the same one in the next run: the rule and the place, without the line, which moves with every
 * edit above it, and without what came, which changes with the traffic. Only where no pointer tells two issues of a
 * file apart does the message count (assumption A210). The same again gets a number behind it.
 */
function fingerprintsOf(issues: readonly ReportIssue[]): readonly string[] {
  const seen = new Map<string, number>();
  return issues.map((issue) => {
    const digest = digestOf(issue);
    const place = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, place);
    return `${digest}:${place}`;
  });
}

function digestOf({ ruleId, place, message }: ReportIssue): string {
  const parts = [ruleId, place?.file ?? "", place?.pointer ?? message];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/**
 * A file and what of it (SARIF 2.1.0 section 3.28). Code scanning takes no place without a line, so that what is
 * known by its JSON pointer alone stands at the first one (assumption A209).
 */
function sarifLocation({ file, line, column, pointer }: ReportPlace): object {
  const region = line && column ? { startLine: line, startColumn: column } : { startLine: line || 1 };
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
    ...(pointer ? { logicalLocations: [logicalLocation(pointer)] } : {}),
  };
}

/** A JSON pointer names a value (3.33.7). */
function logicalLocation(pointer: string, fullyQualifiedName = pointer): object {
  return { name: stepsOf(pointer).at(-1) ?? "", fullyQualifiedName, kind: "value" };
}

/** Relative to the root of the repository, as viewers expect; a path from the root of the disk needs its scheme. */
function uriOf(file: string): string {
  const parts = file.replaceAll("\\", "/").split("/");
  const [first = ""] = parts;
  const path = parts.map(encodeURIComponent).join("/");
  if (first === "") return `file://${path}`;
  return /^[A-Za-z]:$/.test(first) ? `file:///${first}${path.slice(encodeURIComponent(first).length)}` : path;
}
