import { createHash } from "node:crypto";
import type { ReportIssue } from "./report.ts";

/**
 * What makes an issue the same one in the next run: the rule and the place, without the line, which moves with every
 * edit above it, and without what came, which changes with the traffic. Only where no pointer tells two issues of a
 * file apart does the message count (assumption A210). The same again gets a number behind it.
 */
export function fingerprintsOf(issues: readonly ReportIssue[]): readonly string[] {
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
