import type { Json } from "../../domain/json.ts";

/** What came of the header X-Notification-Secret; `none`: the merchant has no secret, and none came. */
export const SECRETS_SEEN = ["right", "wrong", "missing", "none"] as const;
export type SecretSeen = (typeof SECRETS_SEEN)[number];

/** How an inbox answers. */
export interface InboxAnswer {
  readonly status: number;
  readonly delayMs: number;
  /** Whether it keeps the sender waiting and then closes the connection. */
  readonly never: boolean;
  /** For how many deliveries; undefined: until it is told otherwise. Behind them it answers 200. */
  readonly times?: number | undefined;
}

/** A notification as an inbox got it. Everything in it may be shown. */
export interface InboxDelivery {
  /** ISO 8601, by the sandbox's clock. */
  readonly receivedAt: string;
  /** Those that tell a notification, by their names in lower case; never the secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: SecretSeen;
  /** Masked. */
  readonly body: Json;
  /** How it was answered. */
  readonly answer: Omit<InboxAnswer, "times">;
}

/** A built-in receiver of a merchant's notifications. */
export interface Inbox {
  readonly name: string;
  readonly answer: InboxAnswer;
  /** Newest first. */
  readonly deliveries: readonly InboxDelivery[];
}

/** Receivers of notifications, so that nobody has to write one. They live in memory, and each merchant has its own. */
export interface Inboxes {
  /** Those that were used, the one that was used last in front. */
  readonly list: (merchantId: string) => readonly Inbox[];
  /** One that was never used is empty. */
  readonly find: (merchantId: string, name: string) => Inbox;
  /** Keeps it, and gives how to answer. */
  readonly arrived: (
    merchantId: string,
    name: string,
    delivery: Omit<InboxDelivery, "answer">,
  ) => InboxDelivery["answer"];
  /** Resolves when all processes of the store answer so: a notification that comes behind it may come to any of them. */
  readonly answer: (merchantId: string, name: string, answer: InboxAnswer) => Promise<void>;
  /** Empties it, and lets it answer 200; resolves as `answer` does. */
  readonly empty: (merchantId: string, name: string) => Promise<void>;
  readonly forget: (merchantId: string) => void;
  /** Does what another process has told. */
  readonly follow: (merchantId: string, change: InboxChange) => void;
}

/** All that changes an inbox. */
export type InboxChange =
  | { readonly kind: "arrived"; readonly name: string; readonly delivery: InboxDelivery }
  | { readonly kind: "answer"; readonly name: string; readonly answer: InboxAnswer }
  | { readonly kind: "empty"; readonly name: string };

/** Of all merchants; beyond, the one that was not used for longest is forgotten. */
const INBOXES_MAX = 100;
/** Of one inbox; beyond, the oldest are forgotten. */
const DELIVERIES_MAX = 100;
const CHARACTERS_MAX = 262_144;
/** How late an inbox may answer; one that never answers closes the connection then. */
export const ANSWER_DELAY_MAX_MS = 60_000;
/** Of one delivery's body. */
export const INBOX_BODY_MAX = 65_536;

const USUAL: InboxAnswer = { status: 200, delayMs: 0, never: false };

/** `tell`: lets the other processes of the store do the same, and resolves when they have. */
export function createInboxes(tell: (merchantId: string, change: InboxChange) => Promise<void>): Inboxes {
  // The one that was used last comes last.
  const all = new Map<string, Inbox & { readonly merchantId: string }>();
  const find = (merchantId: string, name: string): Inbox =>
    all.get(keyOf(merchantId, name)) ?? { name, answer: USUAL, deliveries: [] };
  const follow = (merchantId: string, change: InboxChange): void => {
    const key = keyOf(merchantId, change.name);
    const changed = changedBy(find(merchantId, change.name), change);
    all.delete(key);
    if (changed === undefined) return;
    all.set(key, { merchantId, ...changed });
    const [oldest] = all.keys();
    if (all.size > INBOXES_MAX && oldest !== undefined) all.delete(oldest);
  };
  const make = (merchantId: string, change: InboxChange): Promise<void> => {
    follow(merchantId, change);
    return tell(merchantId, change);
  };
  return {
    find,
    follow,
    list: (merchantId) => [...all.values()].filter((it) => it.merchantId === merchantId).toReversed(),
    arrived: (merchantId, name, came) => {
      const { status, delayMs, never } = find(merchantId, name).answer;
      const answer = { status, delayMs, never };
      void make(merchantId, { kind: "arrived", name, delivery: { ...came, answer } });
      return answer;
    },
    answer: (merchantId, name, answer) => make(merchantId, { kind: "answer", name, answer }),
    empty: (merchantId, name) => make(merchantId, { kind: "empty", name }),
    forget: (merchantId) => {
      for (const [key, it] of all) if (it.merchantId === merchantId) all.delete(key);
    },
  };
}

function keyOf(merchantId: string, name: string): string {
  return JSON.stringify([merchantId, name]);
}

/** Undefined: it is as one that was never used. */
function changedBy(inbox: Inbox, change: InboxChange): Inbox | undefined {
  switch (change.kind) {
    case "empty":
      return undefined;
    case "answer":
      return { ...inbox, answer: change.answer };
    case "arrived":
      return {
        ...inbox,
        answer: usedOnce(inbox.answer),
        deliveries: bounded([change.delivery, ...inbox.deliveries]),
      };
  }
}

function usedOnce(answer: InboxAnswer): InboxAnswer {
  if (answer.times === undefined) return answer;
  return answer.times > 1 ? { ...answer, times: answer.times - 1 } : USUAL;
}

/** The newest of them, as many as fit. */
function bounded(deliveries: readonly InboxDelivery[]): readonly InboxDelivery[] {
  let characters = 0;
  const fitting = deliveries.slice(0, DELIVERIES_MAX).findIndex((it) => {
    characters += JSON.stringify(it.body).length;
    return characters > CHARACTERS_MAX;
  });
  return deliveries.slice(0, fitting === -1 ? DELIVERIES_MAX : fitting);
}
