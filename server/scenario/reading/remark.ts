import type { FileProblem } from "../../document/file-problem.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";

/** Every check there is, with what is wrong when it finds something: the headline of an issue. */
export const CHECKS = {
  schema: "Invalid scenario file",
  "duplicate-id": "An id or name that is used twice",
  combination: "Members that cannot be combined",
  "broken-answer": "An answer that would break its contract",
  "shadowed-rule": "A rule that is never tried",
  "unreachable-rule": "A rule that no request can reach",
  "follow-up-card": "A follow-up selected by data that it does not contain",
  "idle-outcome": "An outcome that the operations cannot have",
  "card-not-published": "A card number that is not a test number",
  "missing-default": "An active scenario that does not exist",
} as const;

type CheckId = keyof typeof CHECKS;

/** An error keeps the sandbox from starting; a warning is for the people who read the file (assumption A203). */
export type CheckSeverity = "error" | "warning";

/** A problem of a file, by the check that found it. */
export interface CheckedProblem extends FileProblem {
  readonly check: CheckId;
}

/** What a check has to say of a place in a file. */
export interface CheckRemark extends CheckedProblem {
  readonly severity: CheckSeverity;
}

/** A problem of the value at a JSON pointer. */
export function problemOf(
  check: CheckId,
  { source, pointer }: { readonly source: YamlSource; readonly pointer: string },
  message: string,
): CheckedProblem {
  return { ...problemAt(source, offsetOf(placeAt(source.document, pointer)), message), check };
}

export function warning(problem: CheckedProblem): CheckRemark {
  return { ...problem, severity: "warning" };
}

/** What reading says of ids and names; the reader itself knows no checks. */
const DUPLICATE = /^the (id|name) ".*" is already used by /;

/** A problem that keeps a file from being used. */
export function errorOf(problem: FileProblem & { readonly check?: CheckId }): CheckRemark {
  const check = problem.check ?? (DUPLICATE.test(problem.message) ? "duplicate-id" : "schema");
  return { ...problem, check, severity: "error" };
}

/** By file, line and column; what was found first of a place stays first. */
export function inPlaceOrder(remarks: readonly CheckRemark[]): readonly CheckRemark[] {
  return [...remarks].sort(
    (one, other) => compared(one.file, other.file) || one.line - other.line || one.column - other.column,
  );
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
