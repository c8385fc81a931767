import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Report, ReportIssue } from "../../report/report.ts";

/**
 * The report with files named from the root of the repository that the folder is in: code scanning and annotations look
 * for them there, wherever a job has its working folder (assumption A428). Others stay as they are.
 */
export function fromRepositoryRoot(report: Report, folder: string): Report {
  const root = rootOf(folder);
  if (root === undefined) return report;
  const named = (file: string): string => {
    const path = relative(root, resolve(folder, file));
    const isOutside = path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
    return isOutside ? file : path.replaceAll(sep, "/");
  };
  const issues = report.issues.map((issue): ReportIssue => {
    const { place } = issue;
    if (place === undefined || place.isOfPackage === true) return issue;
    return { ...issue, place: { ...place, file: named(place.file) } };
  });
  return { ...report, issues, ...(report.source !== undefined && { source: named(report.source) }) };
}

/** Undefined: the folder is in no repository. In a worktree `.git` is a file. */
function rootOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : rootOf(above);
}
