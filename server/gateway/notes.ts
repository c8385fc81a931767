import type { CardRequestContext } from "../domain/card-request.ts";
import { passesLuhn } from "../domain/card.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Instruction } from "../domain/instruction.ts";
import { textAt } from "../domain/json.ts";
import type { RuleContext } from "../domain/rule.ts";
import { areRaised, topicOf } from "../domain/topics.ts";
import type { Topic } from "../domain/topics.ts";
import { TERMINAL_NOTES } from "./terminal-notes.ts";

/** A remark of an accepted request for people: nothing that changes the answer. Never card data. */
export interface Note<Context = RuleContext> {
  /** Without a member that raises it there is nothing to say; undefined: it looks at every request. */
  readonly topic?: Topic;
  readonly says: (context: Context) => string | undefined;
}

type CardNote = Note<{ readonly instruction: Pick<Instruction, "body" | "card"> }>;

/** Remarks on the card, which also requests without an order bring. */
export function cardNotesOf(context: CardRequestContext): readonly string[] {
  return CARD_NOTES.flatMap(({ says }) => says(context) ?? []);
}

const CARD_NOTES: readonly CardNote[] = [
  {
    says: ({ instruction: { card } }) =>
      card?.number !== undefined && !passesLuhn(card.number)
        ? "The card number fails the Luhn check; it is taken all the same."
        : undefined,
  },
  {
    says: ({ instruction: { card } }) =>
      card?.number !== undefined && card.scheme === "OTHER"
        ? "The card number belongs to no scheme that the sandbox knows; it is taken all the same."
        : undefined,
  },
  {
    topic: "sensitiveData",
    says: ({ instruction: { body } }) =>
      textAt(body, "responseControls.sensitiveData") === undefined
        ? undefined
        : "responseControls.sensitiveData was accepted; the answer stays masked.",
  },
];

/** Interface section 6. */
const NOT_ENABLED =
  "No notification was sent: webhook notifications must also be enabled in the administration portal, which is " +
  "notifications.enabled in the merchant file, or SANDBOX_NOTIFICATIONS=on.";

const NOTES: readonly Note[] = [
  ...CARD_NOTES,
  {
    says: ({ instruction: { version }, order }) => {
      if (order === undefined || order.transactions.every((it) => it.version === version)) return undefined;
      const others = new Set(order.transactions.map((it) => it.version));
      others.delete(version);
      return `Several API versions meet on this order: ${[...others, version].join(", ")}.`;
    },
  },
  ...TERMINAL_NOTES,
  {
    topic: "notificationUrl",
    says: ({ instruction: { body }, merchant }) =>
      merchant.notifications.enabled || textAt(body, "order.notificationUrl") === undefined
        ? undefined
        : NOT_ENABLED,
  },
];

const TOPICAL_NOTES = NOTES.map(({ topic, says }) => ({ topics: topicOf(topic), says }));

const NO_NOTES: readonly string[] = [];

/** Remarks on the request; nearly every request gets none. */
export function notesOf(context: RuleContext): readonly string[] {
  let notes = NO_NOTES;
  for (const { topics, says } of TOPICAL_NOTES) {
    const note = areRaised(topics, context.instruction.topics) ? says(context) : undefined;
    if (note !== undefined) notes = [...notes, note];
  }
  return notes;
}

export function note(context: RuleContext, draft: ExchangeDraft): void {
  const notes = notesOf(context);
  if (notes.length > 0) draft.notes = [...draft.notes, ...notes];
}
