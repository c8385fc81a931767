import { nearest } from "../../domain/nearest.ts";
import { REPORT_FORMATS, reportPieces } from "../../report/formats.ts";
import type { ReportFormat } from "../../report/formats.ts";
import type { Presentation } from "../../report/presentation.ts";
import type { Report } from "../../report/report.ts";
import type { Invocation } from "./command.ts";
import { writeReportFile } from "./report-file.ts";
import { UsageError } from "./usage-error.ts";

/** One report that was asked for, and where it goes. */
export interface ReportWish {
  readonly format: ReportFormat;
  /** Undefined: standard output. */
  readonly path: string | undefined;
}

/** Where reports go that name no file. */
export interface ReportOut extends Presentation {
  readonly print: (text: string) => void;
}

/** A file is read by anybody, and not in this terminal. */
const FILE_WIDTH = 100;

/** The reports that a command is asked for, by either flag. */
export function readReports({ given }: Pick<Invocation, "given">): readonly ReportWish[] {
  return readReportWishes([...(given.get("report") ?? []), ...(given.get("format") ?? [])]);
}

/** Reads the values of `--report`: `format` or `format=path`, where `-` is standard output. Without any: text. */
export function readReportWishes(values: readonly string[]): readonly ReportWish[] {
  if (values.length === 0) return [{ format: "text", path: undefined }];
  const wishes = values.map(wishOf);
  const places = wishes.map(({ path }) => path);
  const twice = places.find((place, index) => places.indexOf(place) < index);
  if (twice !== undefined) throw new UsageError(`--report names ${twice} twice`);
  if (places.filter((place) => place === undefined).length > 1)
    throw new UsageError(
      "only one --report can go to standard output; give the others a file: html=report.html",
    );
  return wishes;
}

function wishOf(value: string): ReportWish {
  const end = value.includes("=") ? value.indexOf("=") : value.length;
  const format = formatOf(value.slice(0, end));
  if (end === value.length) return { format, path: undefined };
  const path = value.slice(end + 1);
  if (path === "") throw new UsageError(`--report ${value} names no file behind the =`);
  return { format, path: path === "-" ? undefined : path };
}

function formatOf(word: string): ReportFormat {
  const format = REPORT_FORMATS.find((name) => name === word);
  if (format !== undefined) return format;
  const near = nearest(word, REPORT_FORMATS);
  const question = near === undefined ? "." : `; did you mean ${near}?`;
  throw new UsageError(
    `'${word}' is no format of a report${question} There are ${REPORT_FORMATS.join(", ")}`,
  );
}

/** Writes one report, piece by piece; folders on the way to its file are made. */
export function writeReport({ format, path }: ReportWish, report: Report, out: ReportOut): void {
  if (path === undefined) {
    for (const piece of reportPieces(format, report, out)) out.print(piece);
    return;
  }
  writeReportFile(path, reportPieces(format, report, { ...out, width: FILE_WIDTH, isColoured: false }));
}
