import { challenged, outcomeOfStage } from "../../domain/order/authentication.ts";
import type { ChallengeChoice, PayerAuthentication } from "../../domain/order/authentication.ts";
import { textAt } from "../../domain/json.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import { authenticationIn } from "../../domain/order/order.ts";
import type { AuthenticationTransaction, Order } from "../../domain/order/order.ts";
import { statusOf } from "../../domain/order/status.ts";
import type { Decision } from "../../domain/record/decision.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../answers/answer.ts";
import { renderTransaction } from "../answers/transaction.ts";
import { CHECKOUT_RETURN, openable } from "../checkout/destinations.ts";
import type { Family, PipelineCall, Steps } from "../column/family.ts";
import { settleAct } from "../column/pipeline.ts";
import { undecided } from "../column/undecided.ts";
import { describePage, findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { methodRef } from "./pages.ts";
import { returnedFields } from "./returned.ts";

/** A browser's call of a page of the issuer or of the gateway's callback. */
export interface ChallengeCall extends PipelineCall {
  readonly target: PageTarget;
}

/** What the payer's browser posts, and where. */
export interface WayBack {
  readonly address: string;
  readonly fields: NonNullable<PayerAuthentication["returned"]>;
}

/** What the pages of an authentication need. Undefined everywhere: there is no such authentication. */
export interface Challenges {
  /** By the id in the challenge, or by that of the callback. */
  find: (id: string) => Promise<PageTarget | undefined>;
  view: (call: ChallengeCall) => Promise<AuthenticationTransaction | undefined>;
  /** The issuer's hidden page has learned about the browser. */
  completeMethod: (call: ChallengeCall) => Promise<void>;
  /** Ends the challenge with what the payer came to; nothing when it is over already. */
  answer: (call: ChallengeCall, choice: ChallengeChoice) => Promise<AuthenticationTransaction | undefined>;
  /** The same without a page: answers the transaction as it is then; throws a Refusal when there is no open challenge. */
  settle: (call: ChallengeCall, choice: ChallengeChoice) => Promise<Answer>;
  /** The result as the browser brings it to the merchant; undefined: there is no address for it. */
  wayBack: (target: PageTarget, entry: AuthenticationTransaction) => WayBack | undefined;
}

export function createChallenges(parts: GatewayParts): Challenges {
  return {
    find: (id) => findPage(parts, "authentication", id),
    view: (call) => view(parts, call),
    completeMethod: async (call) => {
      describePage(call);
      const ref = methodRef(parts, call.target);
      const { merchantId, orderId, transactionId } = call.target;
      // The order may have gone since the page was shown.
      await parts.store.transact({ merchantId, orderId, records: [ref] }, ({ order }) => ({
        order: undefined,
        records: authenticationIn(order, transactionId) === undefined ? [] : [{ ...ref, value: {} }],
        result: undefined,
      }));
      call.draft.committed = true;
    },
    answer: async (call, choice) => {
      await settleAct(parts, CHALLENGE_ANSWERS, call, choice);
      return view(parts, call);
    },
    settle: async (call, choice) => {
      const order = await settleAct(parts, CHALLENGE_ANSWERS, call, choice);
      if (order === undefined) throw new Refusal("rule", "No challenge with this transaction ID is open");
      const options = { correlationId: undefined, merchant: call.merchant, orderAsOf: "then" } as const;
      return { status: 200, body: renderTransaction(order, order.transactions.length - 1, options) };
    },
    wayBack: (target, entry) => {
      const address = addressBehind(entry);
      const { authentication } = entry;
      return address === undefined
        ? undefined
        : { address, fields: returnedFields(parts, target, authentication) };
    },
  };
}

/** The payer of a checkout comes back to its page, all others to the merchant. */
function addressBehind({
  authentication: { origin, sessionId },
  entryPoint,
  request,
}: AuthenticationTransaction): string | undefined {
  return entryPoint === "CHECKOUT" && sessionId !== undefined
    ? `${origin}${CHECKOUT_RETURN}/${sessionId}`
    : openable(textAt(request, "authentication.redirectResponseUrl"));
}

async function view(parts: GatewayParts, call: ChallengeCall): ReturnType<Challenges["view"]> {
  describePage(call);
  const { merchantId, orderId, transactionId } = call.target;
  const order = await parts.store.find({ merchantId, orderId });
  const now = await parts.clocks.now(merchantId);
  return authenticationIn(order && withDueEntries(order, now), transactionId);
}

interface ChallengeSteps extends Steps {
  readonly call: ChallengeCall;
  readonly payload: ChallengeChoice;
  readonly request: ChallengeChoice;
  readonly context: { readonly order: Order; readonly entry: AuthenticationTransaction };
  readonly choice: { readonly decision: Decision; readonly entry: AuthenticationTransaction };
  /** The order with its new entry; undefined: there was no open challenge. */
  readonly result: Order | undefined;
}

/** The entry that the payer's answer makes has the id of the authentication and stands for it from then on. */
const CHALLENGE_ANSWERS: Family<ChallengeSteps> = {
  isApi: false,
  accept: (_parts, call, choice) => {
    describePage(call);
    return choice;
  },
  names: ({ target }) => ({ orderId: target.orderId, body: undefined, records: [] }),
  settled: ({ visit, order }) => {
    const entry = authenticationIn(order, visit.call.target.transactionId);
    return entry?.authentication.stage === "CHALLENGE" ? undefined : { result: undefined };
  },
  resolve: (_parts, { visit, order }) => {
    const entry = authenticationIn(order, visit.call.target.transactionId);
    if (order === undefined || entry === undefined)
      throw new Error("a challenge that does not exist was open");
    return { order, entry };
  },
  enforce: () => undefined,
  decide: (_parts, { visit: { now, request, scenarios } }, { entry }) => {
    const authentication = challenged(entry.authentication, request);
    const outcome = outcomeOfStage(authentication.stage);
    return {
      decision: { outcome, ...undecided(scenarios, { kind: "payer" }) },
      entry: { ...entry, outcome, ruleKey: undefined, at: now, authentication },
    };
  },
  gatewayCodeOf: ({ decision }) => decision.outcome.gatewayCode,
  apply: (_parts, _run, { order: before }, { entry }) => {
    const order = { ...before, transactions: [...before.transactions, entry] };
    const step = { before: statusOf(before), after: statusOf(order) };
    return { order, step, records: [], result: order };
  },
};
