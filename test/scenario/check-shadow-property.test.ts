import { expect } from "chai";
import fc from "fast-check";
import type { Facts } from "../../server/domain/record/decision.ts";
import type { Deliberation } from "../../server/domain/record/deliberation.ts";
import { checkedRules, inAskingOrder } from "../../server/scenario/check/checked-rule.ts";
import { shadowsAmong } from "../../server/scenario/check/shadowing.ts";
import { createScenarioReader } from "../../server/scenario/reading/scenario-reader.ts";
import type { ScenarioFile } from "../../server/scenario/scenario-file.ts";
import { createScenarios } from "../../server/scenario/scenarios.ts";
import type { Scenarios } from "../../server/scenario/scenarios.ts";
import { factsOf } from "./requests.ts";
import type { RequestWords } from "./requests.ts";

const NUMBERS = ["4000000000000101", "4000000000000507", "5123450000000008"];
const TEXTS = ["a", "ab", "abc", "b", "ba"];
const GLOBS = ["*", "a*", "?b", "a?*", "*b", "ab", "*a*"];
const PREFIXES = ["4", "40", "51", "400000000000010"];

const few = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const range = <T>(values: readonly T[]) =>
  fc.record({ min: fc.constantFrom(...values), max: fc.constantFrom(...values) }, { requiredKeys: [] });
const numbers = fc.oneof(fc.constantFrom(1, 2, 60, 100), few([1, 2, 60]), range([1, 2, 60, 100]));

const when = fc.record(
  {
    operation: few(["PAY", "CAPTURE", "BALANCE_INQUIRY"]),
    version: numbers,
    attempt: numbers,
    card: few(NUMBERS),
    cardPrefix: few(PREFIXES),
    cardRange: fc.constantFrom({ min: "40", max: "51" }, { min: "400000", max: "400001" }),
    scheme: few(["VISA", "MASTERCARD"]),
    amount: fc.oneof(few(["5", "5.00", "12.66"]), range(["5", "12.66", "20"])),
    amountEnds: few(["6", "66", "00"]),
    order: few(TEXTS),
    orderPrefix: few(TEXTS),
    orderGlob: few(GLOBS),
    session: fc.oneof(fc.boolean(), few(["SESSION1", "SESSION2"])),
    earlier: fc.record(
      { operation: few(["PAY", "VERIFY"]), outcome: few(["DECLINED", "REFERRED"]) },
      { requiredKeys: [] },
    ),
    clock: fc.record(
      {
        from: fc.constantFrom("02:00", "10:00", "22:00"),
        to: fc.constantFrom("01:00", "11:00", "23:00"),
        days: few(["MON", "TUE"]),
      },
      { requiredKeys: [] },
    ),
    request: fc.constantFrom<object>(
      { "order.note": { exists: true } },
      { "order.note": { exists: false } },
      { "order.note": "5" },
      { "order.note": 5 },
      { "order.note": ["5", "ab"] },
      { "order.note": { prefix: "a" } },
      { "order.note": { prefix: "ab", exists: true } },
      { "order.note": { pattern: "b$" } },
    ),
  },
  { requiredKeys: [] },
);

/** Few conditions each, so that one rule often matches what another does. */
const conditions = when.chain((all) => {
  const names = Object.keys(all) as (keyof typeof all)[];
  return fc
    .subarray(names, { maxLength: 2 })
    .map((kept) => Object.fromEntries(kept.map((name) => [name, all[name]])));
});

const says = fc.constantFrom<object>(
  { outcome: "DECLINED" },
  { outcome: "TIMED_OUT" },
  { outcomes: ["REFERRED", "APPROVED"] },
  { balance: { amount: "5" } },
  { risk: "REVIEW" },
  { delay: "1s" },
  { outcome: "BLOCKED", chance: 0.5 },
);

const rules = fc
  .array(fc.tuple(conditions, says, fc.constantFrom(0, 0, 0, 1)), { minLength: 2, maxLength: 12 })
  .map((list) =>
    list.map(([asked, said, priority], index) => ({ id: `r${index}`, when: asked, priority, ...said })),
  );

const words = fc.record<RequestWords>({
  operation: fc.constantFrom(
    "PAY",
    "CAPTURE",
    "VERIFY",
    "BALANCE_INQUIRY",
    "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  ),
  version: fc.constantFrom("1", "2", "60", "100"),
  attempt: fc.constantFrom("1", "2", "60"),
  card: fc.constantFrom(...NUMBERS, "-"),
  amount: fc.constantFrom("5.00", "12.66", "20.00", "-"),
  currency: fc.constantFrom("EUR", "JPY"),
  order: fc.constantFrom(...TEXTS),
  session: fc.constantFrom("SESSION1", "SESSION2", "-"),
  earlier: fc.constantFrom("-", "PAY DECLINED", "VERIFY REFERRED; PAY DECLINED"),
  time: fc.constantFrom(
    "2026-06-15T00:30:00Z",
    "2026-06-15T10:30:00Z",
    "2026-06-16T22:30:00Z",
    "2026-06-17T00:30:00Z",
  ),
  request: fc.constantFrom("-", "order.note=5", 'order.note="5"', "order.note=ab", "order.note=a"),
  seed: fc.nat(),
});

const read = createScenarioReader();

describe("a rule that the check calls shadowed", () => {
  it("is never asked successfully, whatever comes", () => {
    let found = 0;
    fc.assert(
      fc.property(rules, fc.array(words, { minLength: 20, maxLength: 20 }), (entries, requests) => {
        const content: ScenarioFile = { version: 1, rules: entries };
        const { source } = read("plan.json", JSON.stringify(content));
        const scenario = { name: "plan", content };
        const asked = inAskingOrder([checkedRules({ called: "plan", source, scenario })]);
        const shadowed = shadowsAmong(asked).map(({ rule }) => rule.entry.id);
        found += shadowed.length;
        const used = requests.flatMap((request) => usedBy(createScenarios([scenario], ""), factsOf(request)));
        expect(used.filter((id) => shadowed.includes(id))).to.deep.equal([]);
      }),
      { numRuns: 400 },
    );
    expect(found).to.be.greaterThan(100);
  });
});

/** Ids of the rules that decided or added something. */
function usedBy({ decide, decideBalance, decideRisk }: Scenarios, facts: Facts): readonly string[] {
  const others: Partial<Record<string, (asked: Facts) => Pick<Deliberation, "addedBy" | "decidedBy">>> = {
    BALANCE_INQUIRY: decideBalance,
    CREATE_OR_UPDATE_RISK_ASSESSMENT: decideRisk,
  };
  const { decidedBy, addedBy } = (others[facts.operation] ?? decide)(facts);
  return [...addedBy.map(({ id }) => id), ...(decidedBy.kind === "rule" ? [decidedBy.id] : [])];
}
