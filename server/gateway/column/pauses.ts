import type { Merchant } from "../../domain/merchant.ts";
import type { Deliberation, RuleName } from "../../domain/record/deliberation.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { GatewayParts } from "../parts.ts";
import type { HoldEnd } from "../time/holds.ts";

type PauseParts = Pick<GatewayParts, "waits">;
export interface PausedCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
}

/** Whether the scenario makes the request wait before anything of it is stored. */
export function wantsPause({ effects }: Deliberation): boolean {
  return effects.delayMs > 0 || effects.hold === "before-commit";
}

/**
 * Waits for the delay and the hold in front of the commit, and gives what there is to note of it. What waits when its
 * merchant is reset must not be stored behind it: it is broken off (assumption A222).
 */
export async function pauseBeforeCommit(
  parts: PauseParts,
  call: PausedCall,
  wanted: Deliberation,
): Promise<readonly string[]> {
  const { delayMs, hold: place } = wanted.effects;
  const delayed = delayMs > 0 ? await parts.waits.delay(call.merchant.id, delayMs) : "over";
  const held = delayed !== "reset" && place === "before-commit" ? await hold(parts, call, wanted) : undefined;
  if (delayed === "reset" || held === "reset")
    throw new Refusal("busy", "The merchant was reset while the request waited; nothing was stored");
  return held === undefined ? [] : [noteOf(wanted, held)];
}

/** Holds the answer back once everything is stored, and gives what there is to note of it. */
export async function holdAfterCommit(
  parts: PauseParts,
  call: PausedCall,
  decision: Deliberation,
): Promise<string> {
  return noteOf(decision, await hold(parts, call, decision));
}

const HOLD_ENDS = {
  released: "until it was released",
  expired: "until the maximum hold time was reached",
  closing: "until the sandbox shut down",
  reset: "until the merchant was reset",
} as const;

function noteOf({ effects }: Deliberation, end: HoldEnd): string {
  return `Held ${effects.hold === "before-commit" ? "before" : "after"} the commit, ${HOLD_ENDS[end]}.`;
}

function hold(
  { waits }: PauseParts,
  { draft, merchant }: PausedCall,
  wanted: Deliberation,
): Promise<HoldEnd> {
  const at = wanted.effects.hold ?? "before-commit";
  const { operation, orderId, transactionId } = draft.request;
  const ids = { id: draft.id, merchantId: merchant.id, operation, orderId, transactionId };
  return waits.hold({ ...ids, at, heldBy: ruleOf(wanted) });
}

function ruleOf({ decidedBy, addedBy }: Deliberation): RuleName | undefined {
  return addedBy[0] ?? (decidedBy.kind === "rule" ? decidedBy : undefined);
}
