export function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** A dash when nothing is known. */
export function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? "-" : value.toFixed(digits);
}

/** Columns are as wide as what they hold; the first is aligned to the left, the others to the right. */
export function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((line) => `  ${line.join("  ").trimEnd()}\n`)
    .join("");
}
