import { randomBytes } from "node:crypto";
import { combine } from "../../domain/request/combination.ts";
import { isObject, textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Transaction } from "../../domain/order/order.ts";
import { SESSION_LIFE_MS } from "../../domain/request/session.ts";
import { createFingerprints } from "../../gateway/secrets/fingerprints.ts";
import { sessionChange } from "../../gateway/sessions/session-record.ts";
import { keptCardOf, tokenChange } from "../../gateway/tokens/token-record.ts";
import { createVault } from "../../gateway/secrets/vault.ts";
import { openLogStore } from "../../store/log-store.ts";
import type { RecordChange, Store } from "../../store/store.ts";
import type { Bundle } from "../../verdict/bundle/bundle.ts";
import { numberLike, withoutMasks } from "../../domain/card/hidden-members.ts";
import { CARD } from "../../domain/card/card-details.ts";

/** What is sent to have the exchange again. */
export type ReplayBody = JsonObject | string | undefined;

/** The recorded body with stand-ins for what was masked. */
export function replayBody(bundle: Bundle): ReplayBody {
  const { body } = bundle.exchange.request;
  if (body === undefined) return undefined;
  return isObject(body) ? withoutMasks(body, cardNumbersOf(bundle).ofRequest) : JSON.stringify(body);
}

/** Puts the order as it was before, and what session and token held, into a new data folder. */
export async function seedStore(folder: string, bundle: Bundle): Promise<void> {
  const store = await openLogStore({ folder, log: () => undefined });
  try {
    const records = recordsOf(store, bundle);
    const { merchantId = "", request } = bundle.exchange;
    const { before } = bundle.order;
    const orderId = request.orderId ?? "";
    const order =
      before === null
        ? undefined
        : { merchantId, id: orderId, transactions: entriesOf(store, bundle, before) };
    const key = { merchantId, orderId: order && orderId, records };
    await store.transact(key, () => ({ order, records, result: undefined }));
  } finally {
    await store.close();
  }
}

/** Digests are keyed by the data folder, so that they are made anew for what is sent now. */
function entriesOf(store: Store, bundle: Bundle, before: readonly Transaction[]): readonly Transaction[] {
  const { request: digestOf, card: fingerprintOf } = createFingerprints(store.secret);
  const { repeated, request } = bundle.exchange;
  const cards = cardNumbersOf(bundle);
  const body = replayBody(bundle);
  const isSame = ({ id, operation }: Transaction): boolean =>
    repeated && id === request.transactionId && operation === request.operation;
  return before.map((entry) => {
    const number = entry.card === undefined ? undefined : cards.ofLabel(entry.card);
    return {
      ...entry,
      digest: isSame(entry) && isObject(body) ? digestOf(body) : entry.digest,
      card: number === undefined ? undefined : fingerprintOf(number),
    };
  });
}

/** The session and the token of a stored transaction, as far as the transaction tells what they held. */
function recordsOf(store: Store, bundle: Bundle): readonly RecordChange[] {
  const { exchange, order } = bundle;
  const entry = exchange.committed ? order.after?.at(-1) : undefined;
  if (entry === undefined) return [];
  const held = withoutMasks(withCode(entry), cardNumbersOf(bundle).ofRequest);
  const vault = createVault(store.secret, (bytes) => randomBytes(bytes));
  const at = { vault, merchantId: exchange.merchantId ?? "", now: Date.parse(bundle.clock) };
  return [...sessionOf(at, exchange.request.body, held), ...tokenOf(store, at, held)];
}

/** A security code is never stored, but what the acquirer said of it is. */
function withCode({ request, outcome }: Transaction): JsonObject {
  if (outcome.securityCode === undefined) return request;
  return combine([{ sourceOfFunds: { provided: { card: { securityCode: "xxx" } } } }, request]);
}

interface Place {
  readonly vault: ReturnType<typeof createVault>;
  readonly merchantId: string;
  readonly now: number;
}

function sessionOf(
  { vault, merchantId, now }: Place,
  body: Json | undefined,
  held: JsonObject,
): RecordChange[] {
  const id = textAt(body, "session.id");
  if (id === undefined) return [];
  const session = {
    version: textAt(body, "session.version") ?? "0000000001",
    updateStatus: "SUCCESS",
    apiVersion: undefined,
    expiresAt: now + SESSION_LIFE_MS,
    authenticationLimit: 0,
    authentications: 0,
  } as const;
  return [sessionChange({ vault }, { merchantId, id, session }, held)];
}

function tokenOf(store: Store, { vault, merchantId, now }: Place, held: JsonObject): RecordChange[] {
  const id = textAt(held, "sourceOfFunds.token");
  const card = keptCardOf(held);
  if (id === undefined || typeof card["number"] !== "string") return [];
  const fingerprint = createFingerprints(store.secret).card(card["number"]);
  const token = { card: fingerprint, verificationStrategy: "BASIC", lastUpdated: now, lastUsed: undefined };
  return [tokenChange({ vault }, { merchantId, id, token }, card)];
}

/** Which numbers stand in for which cards of a bundle. */
interface ReplayCards {
  /** By what the bundle calls the card. */
  readonly ofLabel: (label: string) => string | undefined;
  /** For a masked number of the request. */
  readonly ofRequest: (masked: string) => string | undefined;
}

interface Labelled {
  readonly label: string;
  readonly masked: string;
  readonly number: string | undefined;
}

/** The rule that refuses another card than the one that was verified. */
const OTHER_CARD = "card-is-verified-one";

/** Cards that are masked alike get different numbers, as they had. */
export function cardNumbersOf({ order, scenarios, exchange }: Bundle): ReplayCards {
  const texts = scenarios.files.map(({ text }) => text);
  const entries = order.after ?? order.before ?? [];
  const known = entries.reduce<readonly Labelled[]>((found, { card: label, request }) => {
    const masked = textAt(request, `${CARD}.number`);
    if (label === undefined || masked === undefined || found.some((it) => it.label === label)) return found;
    const turn = found.filter((it) => it.masked === masked).length;
    return [...found, { label, masked, number: numberLike(masked, texts, turn) }];
  }, []);
  const ofLabel = (label: string): string | undefined => known.find((it) => it.label === label)?.number;
  const own = exchange.committed ? entries.at(-1)?.card : undefined;
  const isOther = exchange.rules?.refusedBy?.rule === OTHER_CARD;
  return {
    ofLabel,
    ofRequest: (masked) => {
      const alike = known.filter((it) => it.masked === masked);
      if (isOther) return numberLike(masked, texts, alike.length);
      const meant = alike.find(({ label }) => label === own) ?? alike[0];
      return meant?.number ?? numberLike(masked, texts);
    },
  };
}
