import { isIPv6 } from "node:net";
import { CARD } from "../../domain/card/card-details.ts";
import { passesLuhn } from "../../domain/card/card-scheme.ts";
import { INVALID_STATE, TERMINAL_MEMBERS, UNREADABLE_STATE } from "../../domain/card/terminal-data.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CardRequestContext } from "../../domain/request/card-request.ts";
import type { Instruction } from "../../domain/request/instruction.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { areRaised, topicOf } from "../../domain/request/topics.ts";
import type { Topic } from "../../domain/request/topics.ts";

/** Mandatory for chip transactions with acquirers of the United Kingdom only (interface section 2.11). */
const CHIP_MEMBERS = ["posTerminal.attended", "posTerminal.onlineReasonCode"] as const;

type Of = Pick<Instruction, "body" | "terminal">;

/** Why a state is INVALID that the request does not call so. */
const ENCRYPTION_NOTES: readonly CardNote[] = [
  {
    topic: "terminal",
    says: ({ instruction: { terminal } }) =>
      terminal?.p2pe?.state === UNREADABLE_STATE
        ? "No card could be read from p2pe.payload with its key serial number and SANDBOX_TERMINAL_KEY."
        : undefined,
  },
  {
    topic: "terminal",
    says: ({ instruction: { terminal } }) =>
      terminal?.pin?.state === UNREADABLE_STATE
        ? "No PIN of this card could be read from pin.payload with its key serial number and SANDBOX_TERMINAL_KEY."
        : undefined,
  },
  { says: ({ instruction }) => lostNote("p2pe", instruction) ?? lostNote("pin", instruction) },
];

function lostNote(group: "p2pe" | "pin", { body, terminal }: Of): string | undefined {
  if (terminal?.[group]?.state !== INVALID_STATE) return undefined;
  return textAt(body, `${CARD}.${group}.encryptionState`) === INVALID_STATE
    ? undefined
    : `The state of ${group} is INVALID for this card: the encryption table of a scenario file says so.`;
}

/** Remarks on the data of terminals, wallets and devices. */
const TERMINAL_NOTES: readonly Note[] = [
  { topic: "terminal", says: ({ instruction: { body } }) => chipNote(body) },
  { topic: "terminal", says: ({ instruction: { body } }) => sourceNote(body) },
  { topic: "wallet", says: ({ instruction: { body } }) => cryptogramNote(body) },
  {
    topic: "ipAddress",
    says: ({ instruction: { body } }) =>
      isVersion6(textAt(body, "device.ipAddress") ?? "")
        ? "device.ipAddress is IPv6, which is used only for EMV 3DS authentication; it is not sent to the acquirer."
        : undefined,
  },
  {
    topic: "riskRules",
    says: ({ instruction: { body } }) =>
      textAt(body, "action.bypassMerchantRiskRules") === undefined
        ? undefined
        : "action.bypassMerchantRiskRules has no effect: the sandbox has no merchant risk rules to bypass.",
  },
];

/** Asking the library takes longer than everything else that notes look at. */
function isVersion6(address: string): boolean {
  return address.includes(":") && isIPv6(address);
}

function chipNote(body: JsonObject): string | undefined {
  const absent = CHIP_MEMBERS.filter((member) => textAt(body, member) === undefined);
  if (textAt(body, `${CARD}.emvRequest`) === undefined || absent.length === 0) return undefined;
  return `Chip data was sent without ${absent.join(" and ")}, which UK acquirers require.`;
}

function sourceNote(body: JsonObject): string | undefined {
  const member = TERMINAL_MEMBERS.find((name) => valueAt(body, `${CARD}.${name}`) !== undefined);
  const source = textAt(body, "transaction.source");
  if (member === undefined || source === "CARD_PRESENT") return undefined;
  const given = source === undefined ? "is not set" : `is ${source}`;
  return `${member} says that the card was present, but transaction.source ${given}.`;
}

function cryptogramNote(body: JsonObject): string | undefined {
  const group = ["mobileWallet", "devicePayment"].find(
    (name) => valueAt(body, `${CARD}.${name}`) !== undefined,
  );
  if (group === undefined) return undefined;
  const format = textAt(body, `${CARD}.${group}.cryptogramFormat`);
  if (format === "EMV" && textAt(body, `${CARD}.emvRequest`) === undefined)
    return `The cryptogram of ${group} is of format EMV, but emvRequest is missing.`;
  return `The cryptogram of ${group} was not verified: the sandbox has no keys for it.`;
}

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
