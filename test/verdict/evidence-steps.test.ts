import { expect } from "chai";
import { oldestFirst } from "../../server/http/control/verdict/verdict-on.ts";
import { createJournal } from "../../server/journal/journal.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";

const COUNT = 3_500;
const WIDE = { perMerchant: COUNT, bytesPerMerchant: 1e9, bytes: 1e9, merchants: 10 };

describe("the exchanges that a verdict looks at", () => {
  it("are parsed in steps, so that payments need not wait for all of them", () => {
    const journal = createJournal(WIDE);
    for (let number = 1; number <= COUNT; number += 1) journal.record(exchangeOf(String(number)));
    const steps = oldestFirst(journal, "A");
    let [taken, step] = [0, steps.next()];
    for (; step.done !== true; step = steps.next()) taken += 1;
    expect(taken).to.be.at.least(3);
    expect(step.value.map(({ id }) => Number(id))).to.deep.equal(
      Array.from({ length: COUNT }, (_, i) => i + 1),
    );
    expect(step.value[0]).to.deep.equal(exchangeOf("1"));
  });

  it("are those that were there at the first step, also when newer ones push them out meanwhile", () => {
    const journal = createJournal(WIDE);
    for (let number = 1; number <= COUNT; number += 1) journal.record(exchangeOf(String(number)));
    const steps = oldestFirst(journal, "A");
    steps.next();
    for (let number = 1; number <= COUNT; number += 1) journal.record(exchangeOf(`later-${number}`));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.map(({ id }) => Number(id))).to.deep.equal(
      Array.from({ length: COUNT }, (_, i) => i + 1),
    );
  });
});
