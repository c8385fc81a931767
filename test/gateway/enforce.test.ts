import { expect } from "chai";
import fc from "fast-check";
import type { ExchangeDraft } from "../../server/domain/record/exchange.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import type { Order } from "../../server/domain/order/order.ts";
import type { Rule, RuleContext } from "../../server/domain/request/rule.ts";
import { TOPIC_MEMBERS, topicOf, topicsOf } from "../../server/domain/request/topics.ts";
import { enforce, enforceOperation } from "../../server/gateway/column/enforce.ts";
import { notesOf } from "../../server/gateway/column/notes.ts";
import { TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import { createTerminalOpener } from "../../server/gateway/secrets/terminal-data.ts";
import { contextFor, merchantWith, orderAfter } from "../operations/pure-gateway.ts";
import { SITUATIONS, standaloneCapture, standaloneRefund } from "../operations/situations.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
  withValues,
} from "../support/requests.ts";
import { PATHS, TELLING, VALUES } from "./topic-cases.ts";

const REQUESTS: readonly JsonObject[] = [
  ...[authorize(), pay(), verify(), capture(), refund(), standaloneCapture(), standaloneRefund()],
  ...[voidOf("1"), update("60.00"), update(), referral(), disbursement()],
  { ...pay(), apiOperation: "INITIATE_BROWSER_PAYMENT", sourceOfFunds: { type: "PROVIDER_A" } },
  { ...pay(), apiOperation: "CONFIRM_BROWSER_PAYMENT" },
];

const open = createTerminalOpener(TEST_BASE_KEY);
const PRIVILEGED = {
  ...merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"),
  excessiveRefundPercent: 100,
  surchargePercent: 2.5,
};
const ORDERS = Object.values(SITUATIONS).map(({ before }) => orderAfter(PRIVILEGED, ...before));

/** A request with these members, the terminal's data opened. */
function contextOf(
  request: JsonObject,
  members: Readonly<Record<string, Json | undefined>>,
  { order, enabled }: { readonly order?: Order | undefined; readonly enabled: boolean },
): RuleContext {
  const { body, terminal } = open(withValues(request, members));
  const merchant = { ...PRIVILEGED, notifications: { ...PRIVILEGED.notifications, enabled } };
  const context = contextFor(body, order, merchant);
  return { ...context, instruction: { ...context.instruction, terminal } };
}

const contexts: fc.Arbitrary<RuleContext> = fc
  .record({
    request: fc.constantFrom(...REQUESTS),
    telling: fc.subarray([...TELLING], { maxLength: 2 }),
    members: fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom(...VALUES), { maxKeys: 3 }),
    order: fc.constantFrom(undefined, undefined, ...ORDERS),
    enabled: fc.boolean(),
  })
  .map(({ request, telling: [one, other], members, ...around }) =>
    contextOf(request, { ...one, ...other, ...members }, around),
  );

type Recorded = Pick<ExchangeDraft, "rules">;

/** What is recorded of the rules, and what they threw. */
function enforced(
  by: (draft: ExchangeDraft) => void,
  before: Recorded,
): Recorded & { readonly thrown: unknown } {
  const draft = { ...before };
  try {
    by(draft as ExchangeDraft);
    return { rules: draft.rules, thrown: undefined };
  } catch (thrown) {
    return { rules: draft.rules, thrown };
  }
}

const nothing: Recorded = { rules: undefined };
const sessions: Recorded = { rules: { passed: ["session-known"], refusedBy: undefined } };

describe("the rules of an operation", () => {
  const recordedAlike = (context: RuleContext, before: Recorded): string | undefined => {
    const rules: readonly Rule[] = OPERATION_DEFINITIONS[context.instruction.operation].rules;
    const plain = enforced((draft) => {
      enforce(rules, context, draft);
    }, before);
    const quick = enforced((draft) => {
      enforceOperation(context, draft);
    }, before);
    expect(quick).to.deep.equal(plain);
    return plain.rules?.refusedBy?.rule;
  };

  it("refuse and are recorded as if every one of them were asked", () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(nothing, sessions), (context, before) => {
        recordedAlike(context, before);
      }),
      { numRuns: 3_000 },
    );
  });

  it("of topics refuse requests of these tests, each of them", () => {
    const refusing = REQUESTS.flatMap((request) =>
      TELLING.flatMap((members) =>
        [undefined, ...ORDERS].map((order) =>
          recordedAlike(contextOf(request, members, { order, enabled: false }), nothing),
        ),
      ),
    );
    const topical = Object.values(OPERATION_DEFINITIONS).flatMap(({ rules }) =>
      rules.filter(({ topic }) => topic !== undefined).map(({ id }) => id),
    );
    expect(topical.filter((id) => !refusing.includes(id))).to.deep.equal([]);
  });

  it("have nothing to refuse, and notes nothing to say, of topics that a request does not raise", () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const { operation, topics } = context.instruction;
        for (const { id, topic, refuses } of OPERATION_DEFINITIONS[operation].rules)
          if ((topicOf(topic) & topics) === 0) expect(refuses(context), id).to.equal(undefined);
        const everything = { ...context.instruction, topics: ~0 as typeof topics };
        expect(notesOf(context)).to.deep.equal(notesOf({ ...context, instruction: everything }));
      }),
      { numRuns: 3_000 },
    );
  });

  it("are recorded up to one that fails by a fault of ours", () => {
    const context = contextFor(pay(), undefined, merchantWith());
    const faulty = Object.defineProperty({ ...context }, "status", {
      get: () => {
        throw new TypeError("a fault of ours");
      },
    });
    const { rules, thrown } = enforced((draft) => {
      enforceOperation(faulty, draft);
    }, sessions);
    expect(rules).to.deep.equal({
      passed: ["session-known", "operation-permitted"],
      refusedBy: undefined,
    });
    expect(thrown).to.be.instanceOf(TypeError);
  });
});

describe("topics", () => {
  for (const [name, members] of Object.entries(TOPIC_MEMBERS)) {
    it(`are raised by their members, whatever those are, and by nothing beside them: ${name}`, () => {
      const topic = topicOf(name as keyof typeof TOPIC_MEMBERS);
      for (const path of members) {
        const raised = VALUES.map((value) => topicsOf(withValues(pay(), { [path]: value })) & topic);
        expect(new Set(raised), path).to.deep.equal(new Set([topic]));
        const beside = path.replace(/\w+$/, "other");
        expect(topicsOf(withValues(pay(), { [beside]: "1" })) & topic, beside).to.equal(0);
      }
    });
  }

  it("fit into the bits of a number, each with its own", () => {
    const topics = (Object.keys(TOPIC_MEMBERS) as (keyof typeof TOPIC_MEMBERS)[]).map(topicOf);
    expect(new Set([...topics, topicOf(undefined)]).size).to.equal(topics.length + 1);
    expect(Math.min(...topics)).to.be.above(0);
  });
});
