import type { Presentation } from "./presentation.ts";
import { TOOL } from "./presentation.ts";
import type { Report } from "./report.ts";

/** Changes with every change that a reader of the file would notice. */
const FORMAT = 1;

/** The report as it is, for programs. The exchanges are left to HAR and to the journal: issues name them by id. */
export function jsonReport(report: Report, { version }: Presentation): string {
  const { exchanges, ...rest } = report;
  const content = {
    format: FORMAT,
    tool: { name: TOOL, version },
    ...rest,
    exchanges: exchanges?.length ?? 0,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
