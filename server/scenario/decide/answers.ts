import { currencyDecimals } from "../../domain/currency.ts";
import { parseAmount } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import type { GatewayCode } from "../../domain/order/outcome.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Fault, HoldPlace, NotificationPlay } from "../../domain/record/effects.ts";
import type {
  AnswerEntry,
  DelayEntry,
  EffectsEntry,
  FaultEntry,
  NotificationEntry,
} from "../scenario-file.ts";

/** What a rule, a step of its sequence or a file does to an answer, ready to be used. */
export interface ReadyEffects {
  readonly delay: Delay | undefined;
  readonly hold: HoldPlace | undefined;
  readonly fault: Fault | undefined;
  readonly chaos: boolean | undefined;
  readonly notification: NotificationPlay | undefined;
}

/** An outcome of a rule, with all that the rule says of its answer. */
export interface ReadyAnswer {
  readonly gatewayCode: GatewayCode;
  readonly entry: AnswerEntry;
  readonly effects: ReadyEffects;
}

/** How long a stall lasts that does not say so (assumption A188). */
const STALL = "30s";

export function readyEffects({ delay, hold, fault, extra, notification }: EffectsEntry): ReadyEffects {
  return {
    delay: delay === undefined ? undefined : delayOf(delay),
    hold,
    fault: fault && readyFault(fault),
    chaos: extra === undefined ? undefined : true,
    notification: notification && readyNotification(notification),
  };
}

function readyNotification({ delay, ...rest }: NotificationEntry): NotificationPlay {
  return { ...rest, ...(delay !== undefined && { delayMs: durationMs(delay) }) };
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

/** No spread makes anybody wait longer. */
const DELAY_MS_MAX = 120_000;

/** The 95th percentile of the standard normal distribution. */
const P95_DEVIATIONS = 1.6449;

/** Milliseconds for two independent fractions from 0 up to 1. */
export type Delay = (one: number, other: number) => number;

export function delayOf(entry: DelayEntry): Delay {
  if (typeof entry === "string") {
    const fixed = durationMs(entry);
    return () => fixed;
  }
  if ("from" in entry) {
    const [from, to] = [durationMs(entry.from), durationMs(entry.to)];
    return (one) => Math.round(from + one * (to - from));
  }
  const median = durationMs(entry.median);
  const sigma = Math.log(durationMs(entry.p95) / median) / P95_DEVIATIONS;
  return (one, other) =>
    Math.min(DELAY_MS_MAX, Math.round(median * Math.exp(sigma * deviations(one, other))));
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Of a duration as the schema lets it be, such as `250ms`, `1.5s` or `2m`. */
export function durationMs(text: string): number {
  const [, digits, unit] = /^([\d.]+)(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(digits) * (UNITS_MS[unit ?? ""] ?? Number.NaN);
  if (Number.isNaN(ms)) throw new Error(`the schema accepted an invalid duration: ${text}`);
  return Math.min(DELAY_MS_MAX, Math.round(ms));
}

/** A normally distributed number of standard deviations (Box and Muller). */
function deviations(one: number, other: number): number {
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
}
