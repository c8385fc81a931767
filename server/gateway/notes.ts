import type { CardRequestContext } from "../domain/card-request.ts";
import { passesLuhn, schemeOf } from "../domain/card.ts";
import type { Instruction } from "../domain/instruction.ts";
import { textAt } from "../domain/json.ts";
import type { RuleContext } from "../domain/rule.ts";
import { TERMINAL_NOTES } from "./terminal-notes.ts";

/** Remarks of an accepted request for people: nothing that changes the answer. Never card data. */
export function notesOf(context: RuleContext): readonly string[] {
  return NOTES.flatMap((note) => note(context) ?? []);
}

export type Note = (context: RuleContext) => string | undefined;
type CardNote = (context: { readonly instruction: Pick<Instruction, "body" | "card"> }) => string | undefined;

/** Remarks on the card, which also requests without an order bring. */
export function cardNotesOf(context: CardRequestContext): readonly string[] {
  return CARD_NOTES.flatMap((note) => note(context) ?? []);
}

const CARD_NOTES: readonly CardNote[] = [
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
];

/** Interface section 6. */
const NOT_ENABLED =
  "No notification was sent: webhook notifications must also be enabled in the administration portal, which is " +
  "notifications.enabled in the merchant file, or SANDBOX_NOTIFICATIONS=on.";

const NOTES: readonly Note[] = [
  ...CARD_NOTES,
  ({ instruction, order }) => {
    const others = new Set((order?.transactions ?? []).map((it) => it.version));
    others.delete(instruction.version);
    return others.size === 0
      ? undefined
      : `Several API versions meet on this order: ${[...others, instruction.version].join(", ")}.`;
  },
  ...TERMINAL_NOTES,
  ({ instruction: { body }, merchant }) =>
    merchant.notifications.enabled || textAt(body, "order.notificationUrl") === undefined
      ? undefined
      : NOT_ENABLED,
];
