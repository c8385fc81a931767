import type { CaseOutcome, ReportSeverity, Verdict } from "./report.ts";

type Painted = Verdict | ReportSeverity | CaseOutcome;

/** Numbers of ECMA-48's SGR: colours that read on dark and on light. */
const COLOURS: Readonly<Record<Painted, number>> = {
  passed: 32,
  failed: 31,
  skipped: 33,
  error: 31,
  warning: 33,
  note: 36,
};

const ESCAPE = "\u001B";

export function paint(kind: Painted, text: string, isColoured: boolean): string {
  return isColoured ? `${ESCAPE}[${COLOURS[kind]}m${text}${ESCAPE}[0m` : text;
}
