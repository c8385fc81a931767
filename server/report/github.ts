import { printable } from "./displayed-text.ts";
import type { Report, ReportIssue, ReportSeverity } from "./report.ts";
import { bySeverity, exchangesText, judgedCases, placeText, timesText } from "./wording.ts";

const COMMANDS: Readonly<Record<ReportSeverity, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

/** Workflow commands, which become annotations; the worst come first, as only the first ten of a kind are shown. */
export function githubReport(report: Report): string {
  const annotations = bySeverity(report.issues).map(annotation);
  const failed = report.issues.some(({ severity }) => severity === "error") ? [] : failures(report);
  return [...failed, ...annotations, "", printable(`${report.verdict}: ${report.summary}`)]
    .map((line) => `${line}\n`)
    .join("");
}

function annotation(issue: ReportIssue): string {
  const { ruleId, ruleTitle, ruleHelp, severity, place, count } = issue;
  const exchanges = exchangesText(issue.exchanges);
  const message = [
    issue.message,
    ...(place?.pointer ? [`at ${placeText(place)}`] : []),
    ...(count > 1 ? [timesText(count)] : []),
    ...(exchanges === undefined ? [] : [`exchanges ${exchanges}`]),
    ...(ruleHelp ? [`see ${ruleHelp}`] : []),
  ].join("\n");
  const properties = {
    file: place?.isOfPackage === true ? undefined : place?.file,
    line: place?.line ? String(place.line) : undefined,
    col: place?.line && place.column ? String(place.column) : undefined,
    title: `${ruleTitle} (${ruleId})`,
  };
  return command(COMMANDS[severity], properties, message);
}

function failures(report: Report): readonly string[] {
  return judgedCases(report)
    .filter(({ outcome }) => outcome === "failed")
    .map(({ group, name, message }) =>
      command("error", { title: `${group}: ${name}` }, message ?? "This case failed."),
    );
}

function command(
  name: string,
  properties: Readonly<Record<string, string | undefined>>,
  message: string,
): string {
  const written = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${property(value)}`],
  );
  return `::${name} ${written.join(",")}::${data(message)}`;
}

/** A line break would end the command, and the next line could be another one. Controls would steer the log. */
function data(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ")
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
