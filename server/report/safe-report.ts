import { maskText } from "../domain/card.ts";
import type { Report } from "./report.ts";

/**
 * The report with every text masked once more, and without halves of surrogate pairs, which no file can hold. What
 * comes from exchanges is masked already; names of files, arguments of the command line and journals that somebody
 * edited are not.
 */
export function safeReport(report: Report): Report {
  // It changes what texts say, and the shape of nothing.
  return safeValue(report) as Report;
}

function safeValue(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [safeText(name), safeValue(member)]),
  );
}

function safeText(text: string): string {
  return maskText(text).replace(/\p{Cs}/gu, "\uFFFD");
}
