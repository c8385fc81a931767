import { CARD } from "../../domain/card/card-details.ts";
import { combine } from "../../domain/request/combination.ts";
import { maskText } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { tokenMadeRules } from "../../domain/rules/token.ts";
import { TOKEN_BYTES, tokenIdOf } from "../../domain/request/token.ts";
import type { Token } from "../../domain/request/token.ts";
import type { Found, RecordChange, Work } from "../../store/store.ts";
import type { Call } from "../call.ts";
import { enforce } from "../column/enforce.ts";
import { keepRecord, resultOf, run } from "../column/run-record.ts";
import type { Ran } from "../column/run-record.ts";
import type { GatewayParts } from "../parts.ts";
import { resolve, sourcesOf } from "../column/resolve.ts";
import type { Sourcing } from "../column/resolve.ts";
import { fundsOf, keptCardOf, readToken, tokenChange, tokenOfCardRef, tokenRef } from "./token-record.ts";

/** A token that is to be made or updated. */
export interface TokenAsked extends Omit<Sourcing, "record" | "sources"> {
  readonly call: Call;
  /** The id that the merchant chose; undefined when the gateway makes one. */
  readonly tokenId: string | undefined;
}

/** One run of making it. */
type TokenRun = Sourcing & TokenAsked;

/** What the work's key has to name. Which card it is about, only the work itself finds out. */
interface Reach {
  readonly id: string;
  /** Fingerprints of the card that the token has, and of the one that it gets. */
  readonly cards: readonly string[];
}

export interface SavedToken {
  readonly id: string;
  readonly token: Token;
  readonly card: JsonObject;
  readonly isNew: boolean;
}

type Attempt = SavedToken | Reach;

/** Each attempt learns of one more record, of which there are three, or meets a change of another request. */
const ATTEMPTS_MAX = 8;

/** Makes or updates the token of a card, in one commit with what notes which token the card has. */
export async function saveToken(parts: GatewayParts, asked: TokenAsked): Promise<SavedToken> {
  const { call, body } = asked;
  const { draft, merchant } = call;
  let reach: Reach = { id: asked.tokenId ?? newId(parts), cards: [] };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const sources = await sourcesOf(parts, merchant.id, body);
    const { id, cards } = reach;
    const records = [...sources, tokenRef(id), ...cards.map(tokenOfCardRef)];
    const key = { merchantId: merchant.id, orderId: undefined, records };
    const ran: Ran<Attempt> = await parts.store.transact(key, (found) =>
      run(draft, (record) => workOn(parts, { ...asked, sources, record }, { id, cards }, found)),
    );
    // The record of an attempt that only found out more is not what happened.
    if ("thrown" in ran || "token" in ran.result) keepRecord(draft, ran.record);
    const made = resultOf(ran);
    if ("token" in made) return made;
    reach = made;
  }
  throw new Refusal("busy", "The token is being updated; send the same request again");
}

function workOn(parts: GatewayParts, asked: TokenRun, reach: Reach, found: Found): Work<Attempt> {
  const { call, record: written, sources, tokenId } = asked;
  const { merchant } = call;
  const { id } = reach;
  const [record, ...notes] = found.records.slice(sources.length);
  const before = readToken(record);
  const resolved = resolve(parts, asked, found);
  const given = resolved.body;
  const body = before
    ? combine([given, fundsOf(parts, { merchantId: merchant.id, id, token: before })])
    : given;
  const card = fingerprintOf(parts, tokenId === undefined ? given : body);
  const holder = textAt(notes[reach.cards.indexOf(card ?? "")], "token");
  const next = furtherReach(parts, reach, { tokenId, before, card, holder });
  if (next) return { order: undefined, records: [], result: next };
  enforce(tokenMadeRules, { id, body, holder }, written);
  if (card === undefined) throw new Error("the rules accepted a token without a number");
  const token = tokenMade(asked, before, card);
  const kept = keptCardOf(body);
  const change = tokenChange(parts, { merchantId: merchant.id, id, token }, kept);
  const records = [...resolved.records, change, ...cardChanges(id, card, before?.card)];
  const result = { id, token: change.value as unknown as Token, card: kept, isNew: before === undefined };
  return { order: undefined, records, result };
}

function fingerprintOf({ fingerprints }: GatewayParts, body: JsonObject): string | undefined {
  const number = textAt(body, `${CARD}.number`);
  return number === undefined ? undefined : fingerprints.card(number);
}

interface Seen {
  readonly tokenId: string | undefined;
  readonly before: Token | undefined;
  readonly card: string | undefined;
  readonly holder: string | undefined;
}

/** What the key has to name instead; undefined when it names everything. */
function furtherReach(
  parts: GatewayParts,
  { id, cards }: Reach,
  { tokenId, before, card, holder }: Seen,
): Reach | undefined {
  const unseen = [card, before?.card].filter((it): it is string => it !== undefined && !cards.includes(it));
  if (unseen.length > 0) return { id, cards: [...cards, ...unseen] };
  if (tokenId !== undefined || holder === id) return undefined;
  if (holder !== undefined) return { id: holder, cards };
  // The id that was drawn is another card's already.
  return before && { id: newId(parts), cards };
}

function tokenMade(
  { body, now }: TokenAsked,
  before: Token | undefined,
  card: string,
): Omit<Token, "sealed"> {
  const strategy = textAt(body, "verificationStrategy");
  return {
    card,
    // In mode observe it may be anything.
    verificationStrategy:
      strategy === undefined ? (before?.verificationStrategy ?? "BASIC") : maskText(strategy),
    lastUpdated: now,
    lastUsed: before?.lastUsed,
  };
}

/** The card's note names the token; the card that the token had before is anyone's again. */
function cardChanges(id: string, card: string, before: string | undefined): readonly RecordChange[] {
  const left =
    before === undefined || before === card ? [] : [{ ...tokenOfCardRef(before), value: undefined }];
  return [{ ...tokenOfCardRef(card), value: { token: id } }, ...left];
}

function newId({ random }: GatewayParts): string {
  return tokenIdOf(random(TOKEN_BYTES));
}
