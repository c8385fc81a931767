import { readCard } from "../../../domain/card/card-details.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Deliberation } from "../../../domain/record/deliberation.ts";
import type { FormOperation } from "../../../domain/request/operation.ts";
import type { Answer } from "../../answers/answer.ts";
import type { Call } from "../../call.ts";
import type { ApiFamily, ApiSteps } from "../../column/family.ts";
import { factsOf } from "../../column/scenario-facts.ts";
import { readVersion } from "../../paths.ts";
import { transactionSeed } from "../../secrets/fingerprints.ts";

/** A call of the fields that a payer writes into. */
export interface FormCall extends Call {
  readonly operation: FormOperation;
  /** Undefined: the page has none, and the script makes one. */
  readonly sessionId: string | undefined;
  /** What the fields sent. */
  readonly body: JsonObject;
  /** Does what they ask for. */
  readonly carryOut: () => Promise<Answer>;
}

interface FormSteps extends ApiSteps {
  readonly call: FormCall;
  readonly payload: undefined;
  readonly request: { readonly version: number };
  readonly context: undefined;
  readonly choice: { readonly decision: Deliberation | undefined };
  readonly result: undefined;
}

/**
 * What the fields of a hosted session send. Rules of scenarios decide nothing of it; they delay, hold and break it before
 * or after it is carried out. The session changes in a commit of its own.
 */
export const FORM_CALLS: ApiFamily<FormSteps> = {
  isApi: true,
  accept: (_parts, { draft, merchant, version: given, operation, sessionId }) => {
    const version = readVersion(given, merchant.mode);
    const looked = sessionId === undefined ? "CREATE_SESSION" : "RETRIEVE_SESSION";
    const recorded = operation === "CONFIGURE_FORM" ? looked : "UPDATE_SESSION";
    draft.request = { ...draft.request, version, operation: recorded };
    return { version };
  },
  names: () => ({ orderId: undefined, body: undefined, records: [] }),
  resolve: () => undefined,
  enforce: () => undefined,
  decide: (parts, { visit, counts, matching }) => {
    const { call, request, now } = visit;
    const { merchant, operation, body, sessionId } = call;
    const card = readCard(body);
    const about = { merchant, operation, version: request.version, body, card, now };
    const none = { orderId: undefined, transactionId: undefined, order: undefined, orderStatus: undefined };
    const money = { amount: undefined, currency: undefined };
    const cardKey = card?.number === undefined ? undefined : parts.fingerprints.card(card.number);
    const seed = transactionSeed(parts.seed, merchant.id, operation, sessionId ?? "");
    const facts = factsOf({ ...about, ...none, ...money, cardKey }, { counts, seed });
    return { decision: visit.scenarios.decideForm({ ...facts, sessionId }, matching) };
  },
  gatewayCodeOf: () => "NOT_DECIDED",
  apply: () => ({ order: undefined, step: undefined, records: [], result: undefined }),
  render: (_parts, { call }) => call.carryOut(),
};
