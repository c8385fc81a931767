import { valueAt } from "../domain/json.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Deliberation, RuleName } from "../domain/decision.ts";
import type { Soon } from "../store/soon.ts";
import type { Found, RecordChange, RecordRef, Work, WorkKey } from "../store/store.ts";
import type { Asking } from "../scenario/ask-rules.ts";
import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import type { HoldEnd } from "./holds.ts";
import type { GatewayParts } from "./parts.ts";

/** How far a request has come that has to be looked at more than once before it is committed. */
export interface Turn {
  /** How often the sequences that it was found to use have been used, by their key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether it has waited for what its scenario made it wait for. */
  readonly hasWaited: boolean;
}

/** What a look comes to: a result that stands, or what the scenario wants first; then nothing has changed. */
export type Look<R> = { readonly result: R } | { readonly wanted: Deliberation };

type TurnParts = Pick<GatewayParts, "armed" | "notifications" | "patience" | "store">;
type TurnCall = Pick<Call, "draft" | "merchant">;
type MerchantCall = Pick<Call, "merchant">;

/**
 * Looks at a request until its decision stands: first to learn what the scenario wants of it (a sequence's place, a
 * delay, a hold), then, when that is done, once more at the order as it is by then. Each look is one synchronous piece
 * of work, so that nothing changes between a decision and its commit.
 */
export async function inTurns<R>(
  parts: TurnParts,
  { draft, merchant }: TurnCall,
  key: WorkKey,
  look: (found: Found, turn: Turn) => Work<Look<R>>,
): Promise<R> {
  const before = { ...draft };
  const notified = merchant.notifications.enabled
    ? parts.notifications.begin({ draft, merchant })
    : undefined;
  let [counters, hasWaited]: [readonly string[], boolean] = [NONE, false];
  for (;;) {
    const looked = await parts.store.transact(withCounters(key, counters), (found) => {
      const work = look(found, { counts: countsOf(counters, found, key), hasWaited });
      return notified === undefined ? work : notified.owe(found, work);
    });
    if ("result" in looked) {
      notified?.committed();
      return looked.result;
    }
    const { wanted } = looked;
    const unknown = wanted.counters.filter((counter) => !counters.includes(counter));
    if (unknown.length > 0) counters = [...counters, ...unknown];
    else {
      before.notes = [...before.notes, ...(await waitFor(parts, { draft, merchant }, wanted))];
      hasWaited = true;
    }
    Object.assign(draft, before);
  }
}

/** How the scenario is asked for a merchant at a time: armed rules first. */
export function askingOf(
  { armed, thorough }: Pick<GatewayParts, "armed" | "thorough">,
  { call, now }: { readonly call: MerchantCall; readonly now: number },
): Asking {
  return { armed: armed.of(call.merchant.id, now), thorough };
}

/** Whether the decision can be made to stand now. */
export function isSettled({ counters, effects }: Deliberation, { counts, hasWaited }: Turn): boolean {
  if (counters.some((counter) => !counts.has(counter))) return false;
  return hasWaited || (effects.delayMs === 0 && effects.hold !== "before-commit");
}

/** Work that changes nothing, but tells what the scenario wants first. */
export function wanting(wanted: Deliberation): Work<{ readonly wanted: Deliberation }> {
  return { order: undefined, records: [], result: { wanted } };
}

/** What the decision uses up, now that it stands: the records to commit with it. */
export function usedUp(
  { armed }: Pick<GatewayParts, "armed">,
  merchantId: string,
  decision: Deliberation,
  { counts }: Turn,
): readonly RecordChange[] {
  armed.use(merchantId, decision.armed);
  return decision.counters.map((counter) => ({
    ...sequenceRef(counter),
    value: { used: (counts.get(counter) ?? 0) + 1 },
  }));
}

/** Whether the scenario breaks the request off before anything of it is stored. */
export function isBrokenOff(decision: Deliberation | undefined): boolean {
  return decision?.effects.fault?.at === "before-commit";
}

/**
 * The answer with what the scenario does to it: it is held back once everything is stored, broken, or never comes about.
 * Undefined: no scenario had a part in it.
 */
export function effected(
  parts: TurnParts,
  call: TurnCall,
  decision: Deliberation | undefined,
  answer: Answer,
): Soon<Answer> {
  if (decision === undefined) return answer;
  const { hold: place, fault } = decision.effects;
  if (fault?.at === "before-commit") return { status: 0, body: {}, fault };
  const after: Answer = fault === undefined ? answer : { ...answer, fault };
  return place === "after-commit" ? heldBack(parts, call, decision, after) : after;
}

async function heldBack(
  parts: TurnParts,
  call: TurnCall,
  decision: Deliberation,
  answer: Answer,
): Promise<Answer> {
  const end = await hold(parts, call, decision);
  call.draft.notes = [...call.draft.notes, noteOf(decision, end)];
  return answer;
}

/** What waits when its merchant is reset must not be stored behind it: it is broken off (assumption A222). */
async function waitFor(parts: TurnParts, call: TurnCall, wanted: Deliberation): Promise<readonly string[]> {
  const { delayMs, hold: place } = wanted.effects;
  const delayed = delayMs > 0 ? await parts.patience.delay(call.merchant.id, delayMs) : "over";
  const held = delayed !== "reset" && place === "before-commit" ? await hold(parts, call, wanted) : undefined;
  if (delayed === "reset" || held === "reset")
    throw new Refusal("busy", "The merchant was reset while the request waited; nothing of it is stored");
  return held === undefined ? [] : [noteOf(wanted, held)];
}

const HOLD_ENDS = {
  released: "until it was released",
  expired: "until the longest time of a hold was over",
  closing: "until the sandbox stopped",
  reset: "until the merchant was reset",
} as const;

function noteOf({ effects }: Deliberation, end: HoldEnd): string {
  return `Held ${effects.hold === "before-commit" ? "before" : "after"} the commit, ${HOLD_ENDS[end]}.`;
}

function hold(
  { patience }: TurnParts,
  { draft, merchant }: TurnCall,
  wanted: Deliberation,
): Promise<HoldEnd> {
  const at = wanted.effects.hold ?? "before-commit";
  const { operation, orderId, transactionId } = draft.request;
  const ids = { id: draft.id, merchantId: merchant.id, operation, orderId, transactionId };
  return patience.hold({ ...ids, at, heldBy: ruleOf(wanted) });
}

function ruleOf({ decidedBy, addedBy }: Deliberation): RuleName | undefined {
  return addedBy[0] ?? (decidedBy.kind === "rule" ? decidedBy : undefined);
}

function sequenceRef(counter: string): RecordRef {
  return { kind: "sequence", id: counter };
}

/** Most requests use no sequence. */
const NONE: readonly string[] = [];
const NO_COUNTS: Turn["counts"] = new Map();

function withCounters({ merchantId, orderId, records }: WorkKey, counters: readonly string[]): WorkKey {
  const named = counters.length === 0 ? records : [...records, ...counters.map(sequenceRef)];
  return { merchantId, orderId, records: named };
}

/** The records of the counters stand behind those of the key. */
function countsOf(counters: readonly string[], { records }: Found, key: WorkKey): Turn["counts"] {
  if (counters.length === 0) return NO_COUNTS;
  return new Map(
    counters.map((counter, index) => {
      const used = valueAt(records[key.records.length + index], "used");
      return [counter, typeof used === "number" ? used : 0];
    }),
  );
}
