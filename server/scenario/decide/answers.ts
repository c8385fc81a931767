import { currencyDecimals } from "../../domain/currency.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Fault, HoldPlace } from "../../domain/record/effects.ts";
import { parseAmount } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import type { GatewayCode } from "../../domain/order/outcome.ts";
import { delayOf, durationMs } from "./delays.ts";
import type { Delay } from "./delays.ts";
import type { AnswerEntry, EffectsEntry, FaultEntry } from "../scenario-file.ts";

/** What a rule, a step of its sequence or a file does to an answer, ready to be used. */
export interface ReadyEffects {
  readonly delay: Delay | undefined;
  readonly hold: HoldPlace | undefined;
  readonly fault: Fault | undefined;
  readonly chaos: boolean | undefined;
}

/** An outcome of a rule, with all that the rule says of its answer. */
export interface ReadyAnswer {
  readonly gatewayCode: GatewayCode;
  readonly entry: AnswerEntry;
  readonly effects: ReadyEffects;
}

/** How long a stall lasts that does not say so (assumption A188). */
const STALL = "30s";

export function readyEffects({ delay, hold, fault, extra }: EffectsEntry): ReadyEffects {
  return {
    delay: delay === undefined ? undefined : delayOf(delay),
    hold,
    fault: fault && readyFault(fault),
    chaos: extra === undefined ? undefined : true,
  };
}

/** A step is a code or a mapping; one that only breaks the answer would have been approved. */
export function readyAnswer(step: GatewayCode | AnswerEntry): ReadyAnswer {
  const entry = typeof step === "string" ? { outcome: step } : step;
  return { gatewayCode: entry.outcome ?? "APPROVED", entry, effects: readyEffects(entry) };
}

/**
 * What is approved of an amount that is approved in part: what the rule says, at most what is asked for, or half of it
 * (assumption A187). Undefined: the outcome is about the whole amount.
 */
export function approvedOf({ gatewayCode, entry }: ReadyAnswer, facts: Facts): Amount | undefined {
  const { operation, amount, currency } = facts;
  const isInPart = gatewayCode === "PARTIALLY_APPROVED" && (operation === "AUTHORIZE" || operation === "PAY");
  if (!isInPart || amount === undefined) return undefined;
  const said = entry.approvedAmount === undefined ? undefined : parseAmount(entry.approvedAmount);
  if (said !== undefined) return said < amount ? said : amount;
  const unit = 10 ** (3 - currencyDecimals(currency ?? ""));
  return (Math.max(1, Math.floor(amount / 2 / unit)) * unit) as Amount;
}

function readyFault({ at, kind, status, for: duration = STALL }: FaultEntry): Fault {
  return { at, kind, status, stallMs: kind === "stall" ? durationMs(duration) : 0 };
}
