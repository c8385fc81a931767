import { passesLuhn, schemeOf } from "../domain/card.ts";
import { textAt } from "../domain/json.ts";
import type { RuleContext } from "../domain/rule.ts";
import { TERMINAL_NOTES } from "./terminal-notes.ts";

/** Remarks of an accepted request for people: nothing that changes the answer. Never card data. */
export function notesOf(context: RuleContext): readonly string[] {
  return NOTES.flatMap((note) => note(context) ?? []);
}

export type Note = (context: RuleContext) => string | undefined;

const NOTES: readonly Note[] = [
  ({ instruction: { card } }) =>
    card?.number !== undefined && !passesLuhn(card.number)
      ? "The card number fails the Luhn check; it is taken all the same."
      : undefined,
  ({ instruction: { card } }) =>
    card?.number !== undefined && schemeOf(card.number) === "OTHER"
      ? "The card number belongs to no scheme that the sandbox knows; it is taken all the same."
      : undefined,
  ({ instruction: { body } }) =>
    textAt(body, "responseControls.sensitiveData") === undefined
      ? undefined
      : "responseControls.sensitiveData was accepted; the answer stays masked.",
  ({ instruction, order }) => {
    const others = new Set((order?.transactions ?? []).map((it) => it.version));
    others.delete(instruction.version);
    return others.size === 0
      ? undefined
      : `Several API versions meet on this order: ${[...others, instruction.version].join(", ")}.`;
  },
  ...TERMINAL_NOTES,
  ({ instruction: { body }, merchant }) =>
    merchant.notifications.enabled || textAt(body, "order.notificationUrl") !== undefined
      ? "No notification was sent: delivery is not built yet."
      : undefined,
];
