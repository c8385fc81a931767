import { TRANSITIONS } from "../../server/domain/order/transitions.ts";
import type { Transition } from "../../server/domain/order/transitions.ts";

/** Where the operations lead, as a table and as a drawing, from the one table that the code asks. */
export function transitionLines(): readonly string[] {
  return [
    "## Transitions",
    "",
    "The status of an order after a successful transaction. A failed transaction does not change the status, except that a new",
    "order becomes FAILED. A pending transaction leaves an order without a successful payment INITIATED: it is not known yet",
    "whether money moves, so the order accepts no other payment meanwhile.",
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
