import type { Deliberation } from "../../domain/record/deliberation.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order } from "../../domain/order/order.ts";
import type { MatchOptions } from "../../scenario/decide/match-rules.ts";
import type { ArmedRule } from "../merchants/armed-rules.ts";
import type { Chosen } from "../merchants/scenario-choice.ts";
import type { Found, RecordChange, RecordRef, WorkKey } from "../../store/store.ts";
import type { Answer } from "../answers/answer.ts";
import type { GatewayParts } from "../parts.ts";
import type { RunRecord, Step } from "./run-record.ts";

/** What the steps of a family hand on to each other. */
export interface Steps {
  readonly call: PipelineCall;
  /** What the caller sent: a body, or what a person chose. */
  readonly payload: unknown;
  /** The request once it is accepted. */
  readonly request: unknown;
  /** The request with all that it takes from its order, session, token and terminal. */
  readonly context: unknown;
  readonly choice: Choice;
  readonly result: unknown;
}

export interface ApiSteps extends Steps {
  readonly call: PipelineCall & { readonly prefer: string | undefined };
}

/** Steps write what they saw and decided into the draft until the order is looked at, and then into the run's record. */
export interface PipelineCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The Prefer header of an API call; people have none. */
  readonly prefer?: string | undefined;
}

/** What was decided. Undefined: nobody had to decide anything. */
export interface Choice {
  readonly decision: Deliberation | undefined;
}

/** What differs between the families of calls, in the order of the steps. Every step may refuse by throwing a Refusal. */
export interface Family<S extends Steps> {
  /** A call of the merchant's API: it can be played again by its record, and a scenario may break its answer. */
  readonly isApi: boolean;
  /** Judges version, ids and body. */
  readonly accept: (parts: GatewayParts, call: S["call"], payload: S["payload"]) => S["request"];
  readonly names: (call: S["call"], request: S["request"], parts: GatewayParts) => Named;
  /** The result, when there is nothing to do for it: the same request again, or a payment that is over. */
  readonly settled?: (run: Run<S>) => { readonly result: S["result"] } | undefined;
  readonly resolve: (parts: GatewayParts, run: Run<S>) => S["context"];
  /** Asks the rules of meaning in their order. */
  readonly enforce: (run: Run<S>, context: S["context"]) => void;
  /** Asks the scenario what the acquirer answers, unless the gateway decides itself. */
  readonly decide: (parts: GatewayParts, run: Run<S>, context: S["context"]) => S["choice"];
  readonly gatewayCodeOf: (choice: S["choice"]) => string;
  readonly apply: (
    parts: GatewayParts,
    run: Run<S>,
    context: S["context"],
    choice: S["choice"],
  ) => Applied<S["result"]>;
}

export interface ApiFamily<S extends Steps> extends Family<S> {
  readonly render: (parts: GatewayParts, visit: Visit<S>, result: S["result"]) => Answer | Promise<Answer>;
}

/** What the call is about. */
export interface Named {
  /** Undefined: about no order. */
  readonly orderId: string | undefined;
  /** The body that may name a session and a token; undefined: none can. */
  readonly body: JsonObject | undefined;
  /** Records of the family's own. */
  readonly records: readonly RecordRef[];
}

/** An accepted request with what is looked up around it. */
export interface Visit<S extends Steps> {
  readonly call: S["call"];
  readonly request: S["request"];
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** The armed rules as they were when the request came; a decision that uses one looks them up again. */
  readonly armed: readonly ArmedRule[];
  /** The session and token that it names: the first records of the key. */
  readonly sources: readonly RecordRef[];
  readonly scenarios: Chosen["scenarios"];
  /** The scenario file that the caller preferred to all others, and got; undefined: others chose. */
  readonly preferred: Chosen["preferred"];
  readonly key: WorkKey;
}

/** One run of the synchronous piece. */
export interface Run<S extends Steps> {
  readonly visit: Visit<S>;
  readonly found: Found;
  /** The order as it is found, with what has become due since. */
  readonly order: Order | undefined;
  /** How often the sequences that the scenario was found to use have been used, by their key. */
  readonly counts: ReadonlyMap<string, number>;
  /** How the scenario is asked: armed rules first. */
  readonly matching: MatchOptions;
  readonly record: RunRecord;
}

/** What applying the decision comes to. */
export interface Applied<Result> {
  /** With its new entry behind the others; undefined: the order stays as it is. */
  readonly order: Order | undefined;
  readonly step: Step | undefined;
  readonly records: readonly RecordChange[];
  /** Whether the records count as committed, where there is no order to change. */
  readonly isKept?: boolean;
  readonly result: Result;
}
