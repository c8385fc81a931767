import { TRANSITIONS } from "../../server/domain/order/transitions.ts";
import type { Transition } from "../../server/domain/order/transitions.ts";

/** Where the operations lead, as a table and as a drawing, from the one table that the code asks. */
export function transitionLines(): readonly string[] {
  return [
    "## Transitions",
    "",
    "Where a successful transaction leads an order. A failed one changes nothing, but that a new order is FAILED. A pending",
    "one leaves an order INITIATED on which no payment has succeeded: whether money moves is not known yet, so that the",
    "order takes no other payment meanwhile.",
    "",
    "| transaction | from | to |",
    "|---|---|---|",
    ...TRANSITIONS.map(transitionRow),
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...diagramLines(),
    "```",
    "",
  ];
}

function spoken({ type, standalone }: Transition): string {
  return standalone ? `${type} (standalone)` : type;
}

function transitionRow(transition: Transition): string {
  return `| ${spoken(transition)} | ${transition.from.join(", ")} | ${transition.to.join(", ")} |`;
}

/** One arrow for each pair of statuses, with all transactions that lead along it. */
function diagramLines(): readonly string[] {
  const arrows = new Map<string, Set<string>>();
  for (const transition of TRANSITIONS) {
    for (const arrow of arrowsOf(transition)) {
      arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(spoken(transition)));
    }
  }
  return [...arrows].map(([arrow, names]) => `  ${arrow}: ${[...names].join(", ")}`);
}

function arrowsOf({ from, to }: Transition): readonly string[] {
  return from.flatMap((before) => to.map((after) => `${before === "NEW" ? "[*]" : before} --> ${after}`));
}
