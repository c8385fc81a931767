import type { ReportPlace } from "./report.ts";

/**
 * A file and what of it (SARIF 2.1.0 section 3.28). Code scanning takes no place without a line, so that what is
 * known by its JSON pointer alone stands at the first one (assumption A209).
 */
export function sarifLocation({ file, line, column, pointer }: ReportPlace): object {
  const region = line && column ? { startLine: line, startColumn: column } : { startLine: line || 1 };
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
    ...(pointer ? { logicalLocations: [logicalLocation(pointer)] } : {}),
  };
}

/** A JSON pointer names a value (3.33.7). */
function logicalLocation(pointer: string): object {
  const last = pointer.split("/").at(-1) ?? "";
  const name = last.replaceAll("~1", "/").replaceAll("~0", "~");
  return { name, fullyQualifiedName: pointer, kind: "value" };
}

/** Relative to the root of the repository, as viewers expect; a path from the root of the disk needs its scheme. */
function uriOf(file: string): string {
  const parts = file.replaceAll("\\", "/").split("/");
  const [first = ""] = parts;
  const path = parts.map(encodeURIComponent).join("/");
  if (first === "") return `file://${path}`;
  return /^[A-Za-z]:$/.test(first) ? `file:///${first}${path.slice(encodeURIComponent(first).length)}` : path;
}
