import { padded, printable, widthOf, wrapped } from "./displayed-text.ts";
import type { ReportTable } from "./report.ts";

const GAP = 2;
const COLUMN_MIN = 6;

/** A table in columns; where they would be too narrow to read, each row becomes a list of its cells. */
export function textTable({ columns, rows }: ReportTable, width: number): readonly string[] {
  const cells = rows.map((row) => columns.map((_, index) => printable(String(row[index] ?? ""))));
  const names = columns.map(printable);
  const widths = fittingWidths([names, ...cells], width);
  if (widths === undefined) return listed(names, cells, width);
  const isNumeric = columns.map((_, index) => rows.every((row) => typeof row[index] === "number"));
  const line = (row: readonly string[]): readonly string[] => lineOf(row, widths, isNumeric);
  const rule = widths.map((columns) => "-".repeat(columns)).join(" ".repeat(GAP));
  return [...line(names), rule, ...cells.flatMap(line)];
}

/** The widths that the cells ask for, the widest made narrower until all fit; undefined when that is too narrow. */
function fittingWidths(rows: readonly (readonly string[])[], width: number): readonly number[] | undefined {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ""))));
  const room = width - GAP * (widths.length - 1);
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_MIN) return undefined;
    widths.splice(widths.indexOf(widest), 1, widest - 1);
    excess -= 1;
  }
  return widths;
}

function lineOf(
  row: readonly string[],
  widths: readonly number[],
  isNumeric: readonly boolean[],
): readonly string[] {
  const columns = widths.map((width, index) => wrapped(row[index] ?? "", Math.max(2, width)));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, level) =>
    columns
      .map((lines, index) =>
        padded(lines[level] ?? "", widths[index] ?? 0, isNumeric[index] ? "right" : "left"),
      )
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

function listed(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  return rows.flatMap((row) => [
    ...names.flatMap((name, index) => wrapped(`${name}: ${row[index] ?? ""}`, width)),
    "",
  ]);
}
