import type { CardRequestContext } from "../../domain/request/card-request.ts";
import { passesLuhn } from "../../domain/card/card-scheme.ts";
import type { Instruction } from "../../domain/request/instruction.ts";
import { textAt } from "../../domain/json.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { areRaised, topicOf } from "../../domain/request/topics.ts";
import type { Topic } from "../../domain/request/topics.ts";
import { ENCRYPTION_NOTES, TERMINAL_NOTES } from "./terminal-notes.ts";

/** A remark of an accepted request for people: nothing that changes the answer. Never card data. */
export interface Note<Context = RuleContext> {
  /** Without a member that raises it there is nothing to say; undefined: it looks at every request. */
  readonly topic?: Topic;
  readonly says: (context: Context) => string | undefined;
}

/** No answer ever shows a full number; what the live gateway does is said instead (assumption A252). */
const UNMASK_NOTE =
  "responseControls.sensitiveData: UNMASK was accepted, but the answer stays masked: the sandbox stores no full card " +
  "number. The live gateway unmasks only for a merchant with that privilege who authenticates by certificate.";
const OTHER_VALUE_NOTE =
  "responseControls.sensitiveData has an unknown value; it was accepted, and the answer is " +
  "masked as usual. The known value is UNMASK.";

/** Of every request that may bring a card, whether it makes a transaction or not. */
export type CardNote = Note<{ readonly instruction: Pick<Instruction, "body" | "card" | "terminal"> }>;

/** Remarks on the card, which also requests without an order bring. */
export function cardNotesOf(context: CardRequestContext): readonly string[] {
  return CARD_NOTES.flatMap(({ says }) => says(context) ?? []);
}

const CARD_NOTES: readonly CardNote[] = [
  {
    says: ({ instruction: { card } }) =>
      card?.number !== undefined && !passesLuhn(card.number)
        ? "The card number fails the Luhn check; it is accepted anyway."
        : undefined,
  },
  {
    says: ({ instruction: { card } }) =>
      card?.number !== undefined && card.scheme === "OTHER"
        ? "The card number does not belong to a known scheme; it is accepted anyway."
        : undefined,
  },
  {
    topic: "sensitiveData",
    says: ({ instruction: { body } }) => {
      const value = textAt(body, "responseControls.sensitiveData");
      if (value === undefined) return undefined;
      return value === "UNMASK" ? UNMASK_NOTE : OTHER_VALUE_NOTE;
    },
  },
  ...ENCRYPTION_NOTES,
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
      return `This order is used with several API versions: ${[...others, version].join(", ")}.`;
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
