import { CARD } from "../../domain/card/card-details.ts";
import { combine, without } from "../../domain/request/combination.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isAuthenticationOperation } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { PublicNames } from "../../domain/request/public-names.ts";
import { sessionOfOrder, sessionUseRules } from "../../domain/rules/session.ts";
import { tokenUseRules } from "../../domain/rules/token.ts";
import type { Found, RecordChange, RecordRef } from "../../store/store.ts";
import type { EnrollmentCheck } from "../../domain/order/enrollment.ts";
import { enrollmentRef, readEnrollment } from "../authentication/enrollment-record.ts";
import { judge, withoutIds } from "./accept.ts";
import { enforce } from "./enforce.ts";
import type { Call } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { contentOf, readSession, sessionChange, sessionRef } from "../sessions/session-record.ts";
import type { SessionAt } from "../sessions/session-record.ts";
import { afterUpdate } from "../sessions/update-session.ts";
import { addNotes } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";
import type { Opened } from "../secrets/terminal-data.ts";
import { fundsOf, readToken, tokenRef, tokenUsed } from "../tokens/token-record.ts";

/** A request that its contract has taken, as far as sessions and tokens are concerned. */
export interface Sourcing {
  readonly call: Pick<Call, "entryPoint" | "merchant">;
  /** The part of the record that the run writes. */
  readonly record: RunRecord;
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
  /** The session holds a source of funds, and the request has none itself. */
  readonly sessionFunds: boolean;
  /** Of the session's values. */
  readonly publicNames: PublicNames | undefined;
  /** The check of enrollment that it names; undefined: it names none that exists. */
  readonly enrollment: EnrollmentCheck | undefined;
}

type Combined = Pick<Resolved, "body" | "records" | "sessionFunds" | "publicNames">;

const FUNDS = "sourceOfFunds";
const TOKEN = `${FUNDS}.token`;
const ENROLLMENT = "3DSecureId";
const SECURITY_CODE = `${CARD}.securityCode`;

/** The session that a request names. */
export function sessionNamedBy(body: JsonObject | undefined): RecordRef | undefined {
  const id = textAt(body, "session.id");
  return id === undefined ? undefined : sessionRef(id);
}

/**
 * The session, the token and the check of enrollment that a request names, itself or by the session, whose record is
 * given. Whether they are good is seen later.
 */
export function sourcesOf(
  parts: GatewayParts,
  merchantId: string,
  body: JsonObject,
  record: JsonObject | undefined,
): readonly RecordRef[] {
  const ref = sessionNamedBy(body);
  if (ref === undefined) return namedIn(body);
  const session = readSession(record);
  const content = session ? contentOf(parts, { merchantId, id: ref.id, session }) : {};
  return [ref, ...namedIn(combine([body, content]))];
}

function namedIn(body: JsonObject): readonly RecordRef[] {
  const [token, check] = [textAt(body, TOKEN), textAt(body, ENROLLMENT)];
  if (token === undefined && check === undefined) return NO_SOURCES;
  return [
    ...(token === undefined ? [] : [tokenRef(token)]),
    ...(check === undefined ? [] : [enrollmentRef(check)]),
  ];
}

const NO_SOURCES: readonly RecordRef[] = [];

/** Combines the request with the session and token it names: request over session over token (interface section 2.10). */
export function resolve(parts: GatewayParts, sourcing: Sourcing, found: Found): Resolved {
  const fromSession = withSession(parts, sourcing, found);
  const fromToken = withToken(parts, sourcing, fromSession.body, found);
  const { body, terminal } = parts.openTerminalData(fromToken.body);
  const records = [...fromSession.records, ...fromToken.records];
  const { publicNames, sessionFunds } = fromSession;
  const check = textAt(body, ENROLLMENT);
  const enrollment =
    check === undefined ? undefined : readEnrollment(recordOf(enrollmentRef(check), sourcing.sources, found));
  return { body, terminal, records, sessionFunds, publicNames, enrollment };
}

function withSession(parts: GatewayParts, sourcing: Sourcing, found: Found): Combined {
  const { call, record, operation, version, body, now, sources } = sourcing;
  const { merchant } = call;
  const [id = "", expected] = [textAt(body, "session.id"), textAt(body, "session.version")];
  if (id === "" && expected === undefined)
    return { body, records: [], sessionFunds: false, publicNames: undefined };
  const session = id === "" ? undefined : readSession(recordOf(sessionRef(id), sources, found));
  enforce(sessionUseRules, { id, version: expected, session, now }, record);
  if (session === undefined) throw new Error("the rules accepted an unknown session");
  const at = { merchantId: merchant.id, id, session };
  const held = contentOf(parts, at);
  // Each attempt of a payer brings a card of its own, which takes the place of the one before.
  const isEntered = call.entryPoint === "CHECKOUT";
  const content = isEntered ? without(held, FUNDS) : held;
  enforce([sessionOfOrder], { id, bound: textAt(content, "order.id"), orderId: sourcing.orderId }, record);
  const used = withoutIds(parts.contracts.known({ operation, version, mode: merchant.mode }, content));
  addNotes(record, notesOn(used, version, session.apiVersion));
  const records = isEntered
    ? [cardEntered(parts, sourcing, at, content)]
    : codeUsed(parts, at, content, operation);
  const sessionFunds = holdsFunds(content) && !holdsFunds(body);
  const { publicNames } = session;
  return { body: judgedAgain(parts, sourcing, combine([body, used])), records, sessionFunds, publicNames };
}

/**
 * Whatever the acquirer will answer, the code has been used (assumption A183); an authentication leaves it for the
 * payment (assumption A278), for which the session is kept.
 */
function codeUsed(
  parts: GatewayParts,
  at: SessionAt,
  content: JsonObject,
  operation: Operation,
): readonly RecordChange[] {
  const awaitsPayer = isAuthenticationOperation(operation);
  const left = awaitsPayer ? content : without(content, SECURITY_CODE);
  if (left === content && awaitsPayer === (at.session.awaitsPayer ?? false)) return [];
  return [sessionChange(parts, { ...at, session: { ...at.session, awaitsPayer } }, left)];
}

/** The card of a checkout stays in its session, so that a token can be made of it (assumption A257). */
function cardEntered(
  parts: GatewayParts,
  { body, version, now }: Sourcing,
  at: SessionAt,
  content: JsonObject,
): RecordChange {
  const card = without({ sourceOfFunds: body["sourceOfFunds"] }, SECURITY_CODE);
  const session = afterUpdate(parts, at.session, { version, now });
  return sessionChange(parts, { ...at, session }, combine([without(card, TOKEN), content]));
}

function holdsFunds(values: JsonObject): boolean {
  return valueAt(values, "sourceOfFunds") !== undefined;
}

function withToken(
  parts: GatewayParts,
  { call: { merchant }, record, now, sources }: Sourcing,
  body: JsonObject,
  found: Found,
): Pick<Combined, "body" | "records"> {
  const id = textAt(body, TOKEN);
  if (id === undefined) return { body, records: [] };
  const token = readToken(recordOf(tokenRef(id), sources, found));
  enforce(tokenUseRules, { field: TOKEN, id, token }, record);
  if (token === undefined) throw new Error("the rules accepted an unknown token");
  const at = { merchantId: merchant.id, id, token };
  return { body: combine([body, fundsOf(parts, at)]), records: [tokenUsed(id, token, now)] };
}

/** Request and session together are what the contract requires; neither has to be complete alone. */
function judgedAgain(
  parts: GatewayParts,
  { call: { merchant }, record, operation, version }: Sourcing,
  body: JsonObject,
): JsonObject {
  const before = record.contract?.findings ?? [];
  const payload = { text: JSON.stringify(body), body };
  const judged = judge(parts, { draft: record, merchant }, { operation, version, payload });
  const { contract } = record;
  if (contract) {
    const remarks = before.filter(({ severity }) => severity === "deviation");
    record.contract = { ...contract, findings: [...contract.findings, ...remarks] };
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
  const notes = [`Taken from the session, because the request does not set them: ${taken}.`];
  if (updatedIn === undefined || updatedIn === version) return notes;
  return [...notes, `This session is used with several API versions: ${updatedIn}, ${version}.`];
}
