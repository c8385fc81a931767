import { ARROWS, arrowKey, arrowName } from "../domain/arrow.ts";
import type { Arrow } from "../domain/arrow.ts";
import type { StatusBefore } from "../domain/transitions.ts";

/** How often arrows were walked, by their keys. */
export type Walks = ReadonlyMap<string, { readonly times: number }>;

/** Readable on light and dark ground. */
const REACHED = "classDef reached fill:#1a7f37,color:#ffffff,stroke:#1a7f37";

/** The state diagram for Mermaid: what was walked has a tick and how often, and its statuses are filled. */
export function transitionDiagram(walks: Walks, arrows: readonly Arrow[] = ARROWS): string {
  const walked = arrows.filter((arrow) => timesOf(walks, arrow) > 0);
  const reached = [...new Set(walked.flatMap(({ from, to }) => [from, to]))].filter((it) => it !== "NEW");
  const marks = reached.length === 0 ? [] : [`  ${REACHED}`, `  class ${reached.join(",")} reached`];
  const lines = arrowLines(arrows, (arrow) => markedName(arrow, timesOf(walks, arrow)));
  return ["stateDiagram-v2", ...lines, ...marks, ""].join("\n");
}

/** One line for each pair of statuses, with everything that leads along it. */
export function arrowLines(
  arrows: readonly Arrow[] = ARROWS,
  nameOf: (arrow: Arrow) => string = arrowName,
): readonly string[] {
  const names = new Map<string, readonly string[]>();
  for (const arrow of arrows) {
    const line = `${stateName(arrow.from)} --> ${arrow.to}`;
    names.set(line, [...(names.get(line) ?? []), nameOf(arrow)]);
  }
  return [...names].map(([line, along]) => `  ${line}: ${along.join(", ")}`);
}

function stateName(status: StatusBefore): string {
  return status === "NEW" ? "[*]" : status;
}

function timesOf(walks: Walks, arrow: Arrow): number {
  return walks.get(arrowKey(arrow))?.times ?? 0;
}

function markedName(arrow: Arrow, times: number): string {
  return times === 0 ? `○ ${arrowName(arrow)}` : `✔ ${arrowName(arrow)} ${times}×`;
}
