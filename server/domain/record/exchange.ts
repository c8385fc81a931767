import type { CertificateFault } from "../client-certificate.ts";
import type { Json } from "../json.ts";
import type { RecordedOperation } from "../request/operation.ts";
import type { Decider, RuleName, TriedRule } from "./deliberation.ts";
import type { Difference } from "./difference.ts";
import type { FaultKind, FaultPlace, HoldPlace, NotificationPlay } from "./effects.ts";
import type { Finding, Mode } from "./finding.ts";
import type { NotificationSubject } from "./notification.ts";
import type { Refusal } from "./refusal.ts";

/** What the request was, masked. */
export interface ExchangeRequest {
  readonly method: string;
  /** The pattern that matched, or `unknown`. */
  readonly route: string;
  /** What was called, masked and cut, where the request was refused before anything else of it was read (assumption A405). */
  readonly path?: string | undefined;
  readonly version: number | undefined;
  readonly operation: RecordedOperation | undefined;
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly body: Json | undefined;
  readonly bytes: number;
}

/** Which contracts judged the request, and everything they remarked. */
export interface ExchangeContract {
  readonly mode: Mode;
  /** Schema files relative to schemas/; two when the version lies between two contracts. */
  readonly used: readonly string[];
  readonly resolution: "own" | "merged" | "lowest" | "highest";
  readonly findings: readonly Finding[];
}

/** Which rules of meaning were asked, in their order of precedence, and which refused. */
export interface ExchangeRules {
  readonly passed: readonly string[];
  readonly refusedBy: { readonly rule: string; readonly source: string } | undefined;
}

export interface ExchangeScenario {
  /** Names of the active scenario files. */
  readonly files: readonly string[];
  readonly revision: string;
  readonly decidedBy: Decider;
  /** Rules that matched and only added a delay, fault, hold or chaos. */
  readonly addedBy: readonly RuleName[];
  readonly tried: readonly TriedRule[];
  /** How many rules were not asked because they name other cards; absent: none. */
  readonly ofOtherCards?: number | undefined;
  readonly gatewayCode: string;
  /** The place in the rule's sequence, from 1. */
  readonly step: number | undefined;
  /** Milliseconds that the scenario made the caller wait, without what a hold took. */
  readonly delayMs: number;
  readonly hold: HoldPlace | undefined;
  readonly chaos: boolean;
  /** How the notifications are delivered on purpose; absent: as they should be. */
  readonly notification?: NotificationPlay;
}

/** An answer that was broken on purpose. The exchange's own answer is then what the caller got. */
export interface ExchangeFault {
  readonly at: FaultPlace;
  readonly kind: FaultKind;
  /** The answer that the caller did not get, or not all of it; undefined when there was none yet. */
  readonly lost: ExchangeAnswer | undefined;
}

/** The scenario rules that had a part in an exchange, each once: they decided, added to the answer or held it up. */
export function rulesIn({
  scenario,
  pausedBy = NONE,
}: Pick<Exchange, "pausedBy" | "scenario">): readonly RuleName[] {
  if (scenario === undefined) return pausedBy;
  const { decidedBy, addedBy } = scenario;
  const decided = decidedBy.kind === "rule" ? [decidedBy, ...addedBy] : addedBy;
  const isNew = (rule: RuleName): boolean =>
    !decided.some(({ scenario: file, id }) => file === rule.scenario && id === rule.id);
  return pausedBy.length === 0 ? decided : [...decided, ...pausedBy.filter(isNew)];
}

const NONE: readonly RuleName[] = [];

/** A notification that was committed with the order; what became of it stands under its id. */
export type QueuedNotification = Pick<NotificationSubject, "id" | "url">;

/** order.status before and after; `before` is undefined for a new order. */
export interface ExchangeTransition {
  readonly before: string | undefined;
  readonly after: string;
}

/** Where the merchant's clock and the order stood, so that the request can be played again. */
export interface ExchangeMoment {
  /** ISO 8601, by the merchant's clock. */
  readonly now: string;
  /** Entries of the order before the request, and with what it added. */
  readonly entriesBefore: number;
  readonly entriesAfter: number;
}

export interface ExchangeAnswer {
  /** 0 when nothing was sent. */
  readonly status: number;
  readonly body: Json | undefined;
}

/**
 * How the caller proved who it is. Those without a prefix are about the password; `unmapped` is a good
 * certificate of no merchant, and `foreign` is another merchant's path.
 */
export type ExchangeAuthentication =
  | "not-required"
  | "not-reached"
  | "accepted"
  | "missing"
  | "wrong"
  | "foreign"
  | "session-accepted"
  | `certificate-${"accepted" | "foreign" | "unmapped" | CertificateFault}`;

/**
 * The decision record: one request, its answer, and what each step saw and decided. Everything that
 * explains, counts or reports is a view on it. It never holds card data.
 */
export interface Exchange {
  readonly id: string;
  /** Undefined until the caller is authenticated. */
  readonly merchantId: string | undefined;
  /** The request's header traceparent (W3C Trace Context), by which it is found in the caller's own tracing. */
  readonly traceparent?: string | undefined;
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  readonly request: ExchangeRequest;
  readonly authentication: ExchangeAuthentication;
  readonly contract: ExchangeContract | undefined;
  /** How the request would fare under the contract of SANDBOX_SHADOW; undefined: it was not asked. */
  readonly shadow: Shadow | undefined;
  readonly rules: ExchangeRules | undefined;
  readonly scenario: ExchangeScenario | undefined;
  /** Rules that made the request wait before it was judged for good, whatever came of it; undefined: none did. */
  readonly pausedBy?: readonly RuleName[] | undefined;
  readonly transition: ExchangeTransition | undefined;
  /** Undefined when the request was answered before anything was looked up. */
  readonly moment?: ExchangeMoment | undefined;
  readonly fault: ExchangeFault | undefined;
  readonly committed: boolean;
  /** Whether the stored answer of an identical request was given again. */
  readonly repeated: boolean;
  /** What was queued for the merchant, one for each transaction that was made or changed; undefined: nothing. */
  readonly notifications?: readonly QueuedNotification[] | undefined;
  readonly refusal: Pick<Refusal, "reason" | "explanation" | "fault"> | undefined;
  /** Remarks for people, e.g. that a number fails the Luhn check or that no notification was queued. */
  readonly notes: readonly string[];
  readonly answer: ExchangeAnswer;
  /** Whether the client disconnected before the answer could be sent. */
  readonly abandoned: boolean;
  readonly durationMs: number;
}

/** The record while the column still writes it. */
export type ExchangeDraft = Writable<Omit<Exchange, "request">> & { request: Writable<ExchangeRequest> };

type Writable<Record> = { -readonly [member in keyof Record]: Record[member] };

/** How a request fared under the contract of another version, without effect on its answer (SANDBOX_SHADOW). */
export interface Shadow extends Pick<ExchangeContract, "used" | "resolution"> {
  readonly version: number;
  readonly differences: readonly Difference[];
}
