import { CARD } from "../domain/card-details.ts";
import { combine, without } from "../domain/combination.ts";
import { textAt } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Operation } from "../domain/operation.ts";
import { Refusal } from "../domain/refusal.ts";
import { sessionOfOrder, sessionUseRules } from "../domain/rules/session.ts";
import { tokenUseRules } from "../domain/rules/token.ts";
import { whenHere, type Soon } from "../store/soon.ts";
import type { Found, RecordChange, RecordRef } from "../store/store.ts";
import { judge } from "./accept.ts";
import { enforce } from "./enforce.ts";
import type { Call } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { contentOf, readSession, sessionChange, sessionRef } from "./sessions/session-record.ts";
import type { Opened } from "./terminal-data.ts";
import { fundsOf, readToken, tokenRef, tokenUsed } from "./tokens/token-record.ts";

/** A request that its contract has taken, as far as sessions and tokens are concerned. */
export interface Sourcing {
  readonly call: Call;
  readonly operation: Operation;
  readonly version: number;
  readonly body: JsonObject;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** The order that it is about; undefined when it is about none. */
  readonly orderId?: string | undefined;
  /** What sourcesOf found; the first records of the work's key. */
  readonly sources: readonly RecordRef[];
}

/** The request with all that it takes from elsewhere, and the records that change by its being used. */
export interface Resolved extends Opened {
  readonly records: readonly RecordChange[];
}

type Combined = Pick<Resolved, "body" | "records">;

const TOKEN = "sourceOfFunds.token";
const SECURITY_CODE = `${CARD}.securityCode`;

/** The session and the token that a request names, itself or by the session. Whether they are good is seen later. */
export function sourcesOf(
  parts: GatewayParts,
  merchantId: string,
  body: JsonObject,
): Soon<readonly RecordRef[]> {
  const id = textAt(body, "session.id");
  if (id === undefined) return tokensIn(body);
  const ref = sessionRef(id);
  return whenHere(parts.store.peekRecord(merchantId, ref), (record) => {
    const session = readSession(record);
    const content = session ? contentOf(parts, { merchantId, id, session }) : {};
    return [ref, ...tokensIn(combine([body, content]))];
  });
}

function tokensIn(body: JsonObject): readonly RecordRef[] {
  const token = textAt(body, TOKEN);
  return token === undefined ? NO_SOURCES : [tokenRef(token)];
}

const NO_SOURCES: readonly RecordRef[] = [];

/** Combines the request with the session and token it names: request over session over token (interface section 2.10). */
export function resolve(parts: GatewayParts, sourcing: Sourcing, found: Found): Resolved {
  const fromSession = withSession(parts, sourcing, found);
  const fromToken = withToken(parts, sourcing, fromSession.body, found);
  const { body, terminal } = parts.openTerminalData(fromToken.body);
  return { body, terminal, records: [...fromSession.records, ...fromToken.records] };
}

function withSession(parts: GatewayParts, sourcing: Sourcing, found: Found): Combined {
  const { call, operation, version, body, now, sources } = sourcing;
  const { draft, merchant } = call;
  const id = textAt(body, "session.id");
  if (id === undefined) return { body, records: [] };
  const session = readSession(recordOf(sessionRef(id), sources, found));
  const use = { id, version: textAt(body, "session.version"), session, now };
  enforce(sessionUseRules, use, draft);
  if (session === undefined) throw new Error("the rules let an unknown session pass");
  const at = { merchantId: merchant.id, id, session };
  const content = contentOf(parts, at);
  enforce([sessionOfOrder], { id, bound: textAt(content, "order.id"), orderId: sourcing.orderId }, draft);
  const used = parts.contracts.known({ operation, version, mode: merchant.mode }, content);
  draft.notes = [...draft.notes, ...notesOn(used, version, session.apiVersion)];
  // Whatever the acquirer will answer, the code has been used (assumption A183).
  const left = without(content, SECURITY_CODE);
  const records = left === content ? [] : [sessionChange(parts, at, left)];
  return { body: judgedAgain(parts, sourcing, combine([body, used])), records };
}

function withToken(
  parts: GatewayParts,
  { call, now, sources }: Sourcing,
  body: JsonObject,
  found: Found,
): Combined {
  const { draft, merchant } = call;
  const id = textAt(body, TOKEN);
  if (id === undefined) return { body, records: [] };
  const token = readToken(recordOf(tokenRef(id), sources, found));
  enforce(tokenUseRules, { field: TOKEN, id, token }, draft);
  if (token === undefined) throw new Error("the rules let an unknown token pass");
  const at = { merchantId: merchant.id, id, token };
  return { body: combine([body, fundsOf(parts, at)]), records: [tokenUsed(id, token, now)] };
}

/** Request and session together are what the contract asks for; neither has to be complete alone. */
function judgedAgain(
  parts: GatewayParts,
  { call, operation, version }: Sourcing,
  body: JsonObject,
): JsonObject {
  const before = call.draft.contract?.findings ?? [];
  const payload = { text: JSON.stringify(body), body };
  const judged = judge(parts, call, { operation, version, payload });
  const { contract } = call.draft;
  if (contract) {
    const remarks = before.filter(({ severity }) => severity === "deviation");
    call.draft.contract = { ...contract, findings: [...contract.findings, ...remarks] };
  }
  if (judged.refusal) throw judged.refusal;
  return judged.body;
}

/** A session that was changed in this very moment may name a token that nobody looked for. */
function recordOf(ref: RecordRef, sources: readonly RecordRef[], found: Found): JsonObject | undefined {
  const index = sources.findIndex(({ kind, id }) => kind === ref.kind && id === ref.id);
  if (index < 0) throw new Refusal("busy", "The session is being updated; send the same request again");
  return found.records[index];
}

function notesOn(used: JsonObject, version: number, updatedIn: number | undefined): readonly string[] {
  const names = Object.keys(used);
  const taken = names.length > 0 ? names.join(", ") : "nothing";
  const notes = [`Taken from the session where the request does not say otherwise: ${taken}.`];
  if (updatedIn === undefined || updatedIn === version) return notes;
  return [...notes, `Several API versions meet on this session: ${updatedIn}, ${version}.`];
}
