import { CARD } from "../../domain/card/card-details.ts";
import { maskText } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { combine } from "../../domain/request/combination.ts";
import { TOKEN_BYTES, tokenIdOf } from "../../domain/request/token.ts";
import type { Token } from "../../domain/request/token.ts";
import { tokenMadeRules } from "../../domain/rules/token.ts";
import type { Found, RecordChange, Work } from "../../store/store.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import { accept } from "../column/accept.ts";
import { enforce } from "../column/enforce.ts";
import { resolve, sessionNamedBy, sourcesOf } from "../column/resolve.ts";
import type { Sourcing } from "../column/resolve.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";
import { renderToken } from "./answer-token.ts";
import { transactReaching } from "./reach.ts";
import type { Reached } from "./reach.ts";
import { fundsOf, keptCardOf, readToken, tokenChange, tokenOfCardRef, tokenRef } from "./token-record.ts";

const TOKEN_ID = /^[0-9A-Za-z]+$/;

/** `POST …/token`, and `PUT …/token/{tokenid}` with an id of the merchant's own. */
export async function createToken(
  parts: GatewayParts,
  call: Call & { readonly tokenId: string | undefined },
  payload: Payload,
): Promise<Answer> {
  const { draft, merchant, tokenId } = call;
  const operation = tokenId === undefined ? "CREATE_TOKEN" : "CREATE_OR_UPDATE_TOKEN";
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  if (tokenId !== undefined) checkTokenId(tokenId, call);
  const body = accept(parts, call, { operation, version, payload });
  const now = await parts.clocks.now(merchant.id);
  const saved = await saveToken(parts, { call, operation, version, body, now, tokenId });
  draft.committed = true;
  const correlationId = textAt(body, "correlationId");
  const answered = { ...saved, merchantId: merchant.id, apiVersion: version, correlationId };
  return { status: saved.isNew ? 201 : 200, body: renderToken(answered) };
}

/** Alphanumeric, 1 to 40 (assumption A156). */
export function checkTokenId(id: string, { merchant }: Call): void {
  checkId("token", id, merchant);
  if (TOKEN_ID.test(id)) return;
  const fault = { field: "token", validationType: "INVALID" } as const;
  throw new Refusal(
    "contract",
    "The token in the path is invalid. It may contain only letters and digits",
    fault,
  );
}

/** A token that is to be made or updated. */
interface TokenAsked extends Omit<Sourcing, "record" | "sources"> {
  readonly call: Call;
  /** The id that the merchant chose; undefined when the gateway makes one. */
  readonly tokenId: string | undefined;
}

/** One run of making it. */
type TokenRun = Sourcing & TokenAsked;

/** What the work's key has to name. */
interface Reach {
  /** Undefined: one is still to be drawn. */
  readonly id: string | undefined;
  /** Fingerprints of the card that the token has, and of the one that it gets. */
  readonly cards: readonly string[];
}

/** What the key of an attempt names. */
type Named = Reach & { readonly id: string };

interface SavedToken {
  readonly id: string;
  readonly token: Token;
  readonly card: JsonObject;
  readonly isNew: boolean;
}

/** Makes or updates the token of a card, in one commit with what notes which token the card has. */
async function saveToken(parts: GatewayParts, asked: TokenAsked): Promise<SavedToken> {
  const { call, body } = asked;
  const { draft, merchant } = call;
  const first: Reach = { id: asked.tokenId, cards: [] };
  return transactReaching(parts.store, draft, first, async ({ id = newId(parts), cards }) => {
    const session = sessionNamedBy(body);
    const content = session && (await parts.store.findRecord(merchant.id, session));
    const sources = sourcesOf(parts, merchant.id, body, content);
    const records = [...sources, tokenRef(id), ...cards.map(tokenOfCardRef)];
    return {
      key: { merchantId: merchant.id, orderId: undefined, records },
      work: (found, record) => workOn(parts, { ...asked, sources, record }, { id, cards }, found),
    };
  });
}

function workOn(
  parts: GatewayParts,
  asked: TokenRun,
  reach: Named,
  found: Found,
): Work<Reached<Reach, SavedToken>> {
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
  const further = furtherReach(reach, { tokenId, before, card, holder });
  if (further) return { order: undefined, records: [], result: { further } };
  enforce(tokenMadeRules, { id, body, holder }, written);
  if (card === undefined) throw new Error("the rules accepted a token without a number");
  const token = tokenMade(asked, before, card);
  const kept = keptCardOf(body);
  const change = tokenChange(parts, { merchantId: merchant.id, id, token }, kept);
  const records = [...resolved.records, change, ...cardChanges(id, card, before?.card)];
  const saved = { id, token: change.value as unknown as Token, card: kept, isNew: before === undefined };
  return { order: undefined, records, result: { result: saved } };
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
function furtherReach({ id, cards }: Named, { tokenId, before, card, holder }: Seen): Reach | undefined {
  const unseen = [card, before?.card].filter((it): it is string => it !== undefined && !cards.includes(it));
  if (unseen.length > 0) return { id, cards: [...cards, ...unseen] };
  if (tokenId !== undefined || holder === id) return undefined;
  if (holder !== undefined) return { id: holder, cards };
  // The id that was drawn is another card's already.
  return before && { id: undefined, cards };
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
