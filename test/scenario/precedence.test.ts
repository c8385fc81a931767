import { expect } from "chai";
import fc from "fast-check";
import { TRIED_MAX } from "../../server/scenario/decide/match-rules.ts";
import { createScenarios } from "../../server/scenario/scenarios.ts";
import { loadFiles, loadText } from "./folders.ts";
import { deciderOf, factsOf } from "./requests.ts";

const CARDS = ["4000000000000002", "4000000000000010", "4000000000000028"] as const;

describe("scenario rules", () => {
  it("are asked by priority, then in the order of the files, then in the order of the file", () => {
    const file = (name: string) => `version: 1
rules:
  - { id: ${name}-plain, when: { currency: EUR }, outcome: DECLINED }
  - { id: ${name}-late, priority: -1, outcome: DECLINED }
  - { id: ${name}-card, when: { card: "${CARDS[0]}", currency: EUR }, outcome: DECLINED }
  - { id: ${name}-first, priority: 5, when: { amount: "5" }, outcome: DECLINED }`;
    const scenarios = loadFiles({ "b.yaml": file("b"), "a.yaml": file("a") });
    const asked = scenarios.decide(factsOf({ card: CARDS[0], currency: "JPY" })).tried.map(({ id }) => id);
    expect(asked).to.deep.equal(["b-first", "a-first", "b-plain", "b-card", "a-plain", "a-card"]);
    expect(deciderOf(scenarios.decide(factsOf({ currency: "JPY" })))).to.equal("b-late");
    expect(deciderOf(scenarios.decide(factsOf({ amount: "5.00" })))).to.equal("b-first");
    expect(deciderOf(scenarios.decide(factsOf({ card: CARDS[0] })))).to.equal("b-plain");
  });

  it("give the outcomes of a sequence one after the other, by what has been decided on the order", () => {
    const { decide } = loadText(`
rules:
  - { id: twice, when: { amount: "1" }, outcomes: [REFERRED, TIMED_OUT, APPROVED] }
  - { id: other, outcome: BLOCKED }`);
    const codes = [0, 1, 2, 3, 100].map((count) => {
      const decided = new Map([
        ["plan#twice", count],
        ["plan#other", 1],
      ]);
      return decide(factsOf({ amount: "1", decided })).outcome.gatewayCode;
    });
    expect(codes).to.deep.equal(["REFERRED", "TIMED_OUT", "APPROVED", "APPROVED", "APPROVED"]);
  });

  it("tell the first condition that did not hold, in the order they are written", () => {
    const { decide } = loadText(`
rules:
  - { id: one, when: { currency: [USD, JPY, GBP, CHF, SEK], operation: VERIFY }, outcome: BLOCKED }
  - { id: two, when: { operation: PAY, amount: { min: "66.66" } }, outcome: BLOCKED }
  - { id: three, when: { securityCode: "123" }, outcome: BLOCKED }
  - { id: four, when: { street: Elm St }, outcome: BLOCKED }
  - { id: five, when: { cardPrefix: "4" }, outcome: BLOCKED }
  - { id: six, when: { reference: x }, outcome: BLOCKED }
  - { id: seven, when: { amount: { max: "5" } }, outcome: BLOCKED }
  - { id: eight, when: { orderStatus: FAILED }, outcome: BLOCKED }
  - { id: nine, outcome: BLOCKED }
  - { id: ten, when: { amount: "3" }, outcome: BLOCKED }`);
    const facts = factsOf({ securityCode: "999", reference: "of 5123450000000008" });
    expect(decide(facts).tried).to.deep.equal(
      [
        ["one", "currency: expected USD or JPY or GBP or 2 more, got EUR"],
        ["two", "amount: expected from 66.66, got 10.00"],
        ["three", "securityCode: expected 123, got another one"],
        ["four", "street: expected Elm St, got none"],
        ["five", "cardPrefix: expected a start of 4, got 512345xxxxxx0008"],
        ["six", "reference: expected x, got of 512345xxxxxx0008"],
        ["seven", "amount: expected from 0 to 5, got 10.00"],
        ["eight", "orderStatus: expected FAILED, got NEW"],
      ].map(([id, failed]) => ({ scenario: "plan", id, failed })),
    );
  });

  it("of other card numbers are not asked, and a request without a number is asked none with one", () => {
    const { decide } = loadText(`
rules:
  - { id: one, when: { card: "${CARDS[0]}", currency: JPY }, outcome: BLOCKED }
  - { id: two, when: { card: ["${CARDS[1]}", "${CARDS[1]}"], currency: JPY }, outcome: BLOCKED }`);
    const asked = (card: string) => decide(factsOf({ card })).tried.map(({ id }) => id);
    expect(asked(CARDS[0])).to.deep.equal(["one"]);
    expect(asked(CARDS[1])).to.deep.equal(["two"]);
    expect(asked("-")).to.deep.equal([]);
    expect(asked("encrypted")).to.deep.equal([]);
  });

  it("of other card numbers are counted where they are not asked", () => {
    const { decide } = loadText(`
rules:
  - { id: one, when: { card: "${CARDS[0]}", currency: JPY }, outcome: BLOCKED }
  - { id: two, when: { card: ["${CARDS[0]}", "${CARDS[1]}"], currency: JPY }, outcome: BLOCKED }
  - { id: any, when: { currency: JPY }, outcome: BLOCKED }
  - { id: other-kind, when: { card: "${CARDS[1]}" }, authentication: { result: FAILED } }`);
    const unasked = (card: string, thorough = false) =>
      decide(factsOf({ card }), { armed: [], thorough }).ofOtherCards;
    expect(unasked(CARDS[0])).to.equal(0);
    expect(unasked(CARDS[1])).to.equal(1);
    expect(unasked("-")).to.equal(2);
    expect(unasked("-", true)).to.equal(0);
  });

  it("that were asked are named up to the limit, and those behind it are still asked", () => {
    const rules = Array.from(
      { length: 80 },
      (_, index) => `  - { id: r${index}, when: { amount: "${index}" }, outcome: BLOCKED }`,
    );
    const decision = loadText(`rules:\n${rules.join("\n")}`).decide(factsOf({ amount: "79" }));
    expect(decision.tried).to.have.length(TRIED_MAX);
    expect(deciderOf(decision)).to.equal("r79");
  });

  it("decide, add and tell as if every rule were asked in order, whatever the index leaves out", () => {
    const rule = fc.record({
      priority: fc.integer({ min: -2, max: 2 }),
      cards: fc.option(fc.subarray([...CARDS], { minLength: 1 })),
      amount: fc.option(fc.constantFrom("1.00", "2.00"), { freq: 9 }),
      currency: fc.option(fc.constantFrom("EUR", "JPY")),
      decides: fc.boolean(),
    });
    const request = fc.record({
      card: fc.constantFrom(...CARDS, "5123450000000008", "-"),
      amount: fc.constantFrom("1.00", "2.00", "3.00"),
      currency: fc.constantFrom("EUR", "USD"),
    });
    const rules = fc.oneof(
      fc.array(rule, { maxLength: 12 }),
      fc.array(rule, { minLength: 60, maxLength: 150 }),
    );
    const property = fc.property(
      rules,
      fc.array(request, { minLength: 1, maxLength: 4 }),
      (made, requests) => {
        const entries = made.map(({ priority, cards, amount, currency, decides }, index) => ({
          id: `r${index}`,
          priority,
          when: { ...(cards && { card: cards }), ...(amount && { amount }), ...(currency && { currency }) },
          ...(decides ? { outcome: "DECLINED" as const } : { delay: "5ms" }),
        }));
        const { decide } = createScenarios([{ name: "plan", content: { version: 1, rules: entries } }], "");
        for (const words of requests) {
          const asked = made
            .map((it, index) => ({ ...it, id: `r${index}` }))
            .filter(({ cards }) => (cards ?? [words.card]).includes(words.card as (typeof CARDS)[0]))
            .sort((one, other) => other.priority - one.priority)
            .map((it) => {
              const isAmount = (it.amount ?? words.amount) === words.amount;
              return { ...it, matches: isAmount && (it.currency ?? words.currency) === words.currency };
            });
          const place = asked.findIndex(({ matches, decides }) => matches && decides);
          const before = place < 0 ? asked : asked.slice(0, place);
          const decision = decide(factsOf(words));
          expect(deciderOf(decision)).to.equal(asked[place]?.id ?? "default");
          expect(decision.addedBy.map(({ id }) => id)).to.deep.equal(
            before.filter(({ matches }) => matches).map(({ id }) => id),
          );
          expect(decision.tried.map(({ id }) => id)).to.deep.equal(
            before
              .filter(({ matches }) => !matches)
              .slice(0, TRIED_MAX)
              .map(({ id }) => id),
          );
        }
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("that ask the same things tell of each request what a set that was asked nothing before tells", () => {
    const text = `
rules:
  - { id: slow, when: { currency: [USD, JPY] }, delay: 1s }
  - { id: prefix, when: { orderPrefix: night-, amount: "1" }, outcome: BLOCKED }
  - { id: again, when: { amount: "1", orderPrefix: night- }, outcome: BLOCKED }
  - { id: other-prefix, when: { orderPrefix: day- }, outcome: BLOCKED }
  - { id: lucky, when: { amount: "1" }, chance: 0.5, outcome: DECLINED }
  - { id: unlucky, when: { amount: "1" }, chance: 0.1, outcome: DECLINED }
  - { id: range, when: { amount: { min: "1" } }, outcome: REFERRED }
  - { id: card, when: { card: "${CARDS[0]}", currency: [USD, JPY] }, outcome: TIMED_OUT }
  - { id: third, when: { request: { order.custom: "2" }, currency: [USD, JPY] }, outcome: BLOCKED }`;
    const words = fc.record({
      card: fc.constantFrom(CARDS[0], CARDS[1], "-"),
      amount: fc.constantFrom("0.5", "1", "2"),
      order: fc.constantFrom("night-1", "night-2", "day-1", "other"),
      currency: fc.constantFrom("USD", "EUR"),
      request: fc.constantFrom("-", "order.custom=2", "order.custom=3"),
      seed: fc.integer({ min: 1, max: 20 }),
    });
    const asked = loadText(text);
    const property = fc.property(words, fc.boolean(), (request, thorough) => {
      const [facts, matching] = [factsOf(request), { armed: [], thorough }];
      expect(asked.decide(facts, matching)).to.deep.equal(loadText(text).decide(facts, matching));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("decide the same on the same facts, and change nothing in them", () => {
    const { decide } = loadText(`
rules:
  - { id: sequence, when: { card: "${CARDS[0]}" }, outcomes: [REFERRED, APPROVED] }
  - { id: range, when: { amount: { min: "5", max: "6" } }, outcome: BLOCKED }
tables: { expiry: { "05/39": DECLINED } }`);
    const words = fc.record({
      card: fc.constantFrom(CARDS[0], CARDS[1], "-", "encrypted"),
      amount: fc.integer({ min: 0, max: 10 }).map(String),
      expiry: fc.constantFrom("05/39", "01/20", "12/38", "-"),
      count: fc.integer({ min: 0, max: 3 }),
    });
    const property = fc.property(fc.array(words, { minLength: 2 }), (requests) => {
      const facts = requests.map((it) => factsOf({ ...it, decided: new Map([["plan#sequence", it.count]]) }));
      const before = structuredClone(facts);
      const once = facts.map((facts) => decide(facts));
      expect(
        facts
          .toReversed()
          .map((facts) => decide(facts))
          .toReversed(),
      ).to.deep.equal(once);
      expect(facts).to.deep.equal(before);
    });
    fc.assert(property);
  });
});
