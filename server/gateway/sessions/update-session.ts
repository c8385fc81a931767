import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Refusal } from "../../domain/record/refusal.ts";
import { combine } from "../../domain/request/combination.ts";
import { namesAfter } from "../../domain/request/public-names.ts";
import type { PublicNames } from "../../domain/request/public-names.ts";
import { invalid } from "../../domain/request/rule.ts";
import { nextVersion, SESSION_LIFE_MS } from "../../domain/request/session.ts";
import type { Session } from "../../domain/request/session.ts";
import { sessionRules } from "../../domain/rules/session.ts";
import type { Found, Work } from "../../store/store.ts";
import type { Answer } from "../answers/answer.ts";
import type { Payload, SessionCall } from "../call.ts";
import { judge } from "../column/accept.ts";
import type { Judged } from "../column/accept.ts";
import { enforce } from "../column/enforce.ts";
import { addNotes, transactRecorded } from "../column/run-record.ts";
import type { RunRecord } from "../column/run-record.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";
import { withoutSteering } from "../secrets/masking.ts";
import { answerSession } from "./answer-session.ts";
import { randomHex } from "./new-session.ts";
import { contentOf, readSession, sessionChange, sessionRef } from "./session-record.ts";

/**
 * `PUT …/session/{sessionId}`: members are added and overwritten, never taken away. `unfit` refuses what the contract has
 * nothing against.
 */
export async function updateSession(
  parts: GatewayParts,
  call: SessionCall,
  payload: Payload,
  unfit?: Refusal,
): Promise<Answer> {
  const { draft, merchant, sessionId: id } = call;
  const operation = "UPDATE_SESSION";
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  checkId("session.id", id, merchant);
  const ofContract = judge(parts, call, { operation, version, payload });
  const judged = { ...ofContract, refusal: ofContract.refusal ?? unfit };
  // A body without public names is read as it came, but for its empties and numbers.
  const publicNames = judged.body === payload.body ? undefined : parts.contracts.publicNamesIn(payload.body);
  const update = { call, version, judged, publicNames, now: await parts.clocks.now(merchant.id) };
  const key = { merchantId: merchant.id, orderId: undefined, records: [sessionRef(id)] };
  const session = await transactRecorded(parts.store, draft, key, (found, record) =>
    judged.refusal
      ? failed({ ...update, record }, judged.refusal, found)
      : updated(parts, { ...update, record }, found),
  );
  draft.committed = session !== undefined;
  if (judged.refusal) throw judged.refusal;
  if (session === undefined) throw new Error("an update produced no session");
  const correlationId = textAt(judged.body, "correlationId");
  const { mode } = merchant;
  return answerSession(parts, {
    merchantId: merchant.id,
    id,
    session,
    apiVersion: version,
    mode,
    correlationId,
  });
}

interface Update {
  readonly call: SessionCall;
  readonly version: number;
  readonly judged: Judged;
  readonly publicNames: PublicNames | undefined;
  readonly now: number;
}

interface UpdateRun extends Update {
  readonly record: RunRecord;
}

function updated(
  parts: GatewayParts,
  { call, version, judged, publicNames, now, record }: UpdateRun,
  found: Found,
): Work<Session | undefined> {
  const { merchant, sessionId: id } = call;
  const before = readSession(found.records[0]);
  const expected = textAt(judged.body, "session.version");
  enforce(sessionRules, { id, version: expected, session: before, now }, record);
  checkNamed(id, judged.body);
  if (before === undefined) throw new Error("the rules accepted an unknown session");
  const at = { merchantId: merchant.id, id, session: before };
  const session = {
    ...afterUpdate(parts, before, { version, now }),
    publicNames: namesAfter(before.publicNames, judged.body, publicNames),
  };
  const content = combine([withoutSteering(judged.body), contentOf(parts, at)]);
  const change = sessionChange(parts, { ...at, session }, content);
  return saved([change], readSession(change.value));
}

/** The session once something good was put in: it has a new version, and lives anew from now on, a payment link at least as long. */
export function afterUpdate(
  parts: Pick<GatewayParts, "random">,
  before: Session,
  { version, now }: Pick<Update, "version" | "now">,
): Session {
  return {
    ...before,
    version: nextVersion(before.version, randomHex(parts)),
    updateStatus: "SUCCESS",
    apiVersion: version,
    expiresAt: Math.max(before.expiresAt, now + SESSION_LIFE_MS),
  };
}

/** The mark that a refused update leaves; a session that cannot be used is left as it is. */
function failed({ call, now, record }: UpdateRun, refusal: Refusal, found: Found): Work<Session | undefined> {
  const before = readSession(found.records[0]);
  if (before === undefined || before.expiresAt <= now) throw refusal;
  addNotes(record, ["The session is marked FAILURE because its update was refused."]);
  const marked: Session = { ...before, updateStatus: "FAILURE" };
  return saved([{ ...sessionRef(call.sessionId), value: { ...marked } }], marked);
}

function saved(records: Work<Session>["records"], session: Session | undefined): Work<Session | undefined> {
  return { order: undefined, records, result: session };
}

/** The path says which session it is; a body that names another one is a mistake. */
function checkNamed(id: string, body: JsonObject): void {
  const named = textAt(body, "session.id");
  if (named !== undefined && named !== id)
    throw invalid("session.id", `…${named.slice(-4)}`, "The path has another session");
}
