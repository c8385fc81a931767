import { readFileSync } from "node:fs";
import { expect } from "chai";
import { CARDS, CARDS_WITH_ERRORS as ERRORS } from "../authentication/card-cases.ts";
import { passesLuhn } from "../../server/domain/card/card-scheme.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import { openScenarioLibrary } from "../../server/scenario/library/library-sync.ts";
import { BUILT_IN } from "./folders.ts";
import { factsOf } from "./requests.ts";

const library = openScenarioLibrary(BUILT_IN);

const headOf = (name: string): string =>
  /^(#.*\n)+/.exec(readFileSync(new URL(`${name}.yaml`, BUILT_IN), "utf8"))?.[0] ?? "";

/** Rows of the table at the head of a file: what chooses, the card, and the words behind it. */
const rowsOf = (name: string): readonly (readonly [string, string, string])[] =>
  [...headOf(name).matchAll(/^# {3}(\d\d) {2}(\d{16}) {2}(.*)$/gm)].map(
    ([, nn = "", card = "", words = ""]) => [nn, card, words],
  );

const decisionOf = (name: string, words: Parameters<typeof factsOf>[0]) => {
  const set = library.setOf([name]);
  if (set === undefined) throw new Error(`${name} is not shipped`);
  return set.decide(factsOf({ expiry: "01/39", ...words }));
};

describe("the scenario files that come with the sandbox", () => {
  it("are in order, and their heads say how to add each of them", () => {
    const active = ["default", "gateway-simulator", "specification"];
    for (const name of library.names().filter((it) => !active.includes(it)))
      expect(headOf(name), name).to.contain(`SANDBOX_SCENARIOS=${name},default,gateway-simulator`);
    expect(library.names()).to.include.members([
      "declines",
      "encryption",
      "notifications",
      "outages",
      "referrals",
      "slow",
    ]);
  });

  it("go together: no card and no end of an amount is chosen by two of them", () => {
    const names = ["declines", "notifications", "outages", "slow"];
    const rows = names.flatMap((name) => rowsOf(name));
    expect(rows).to.have.length.above(40);
    expect(new Set(rows.map(([nn]) => nn)).size).to.equal(rows.length);
    expect(new Set(rows.map(([, card]) => card)).size).to.equal(rows.length);
  });

  for (const [nn, card, words] of rowsOf("declines")) {
    const [code = ""] = words.split(" ");
    it(`decline ${card} and 10.${nn} with ${code}`, () => {
      const byCard = decisionOf("declines", { card });
      const byAmount = decisionOf("declines", { amount: `10.${nn}` });
      expect([byCard, byAmount].map(({ outcome }) => outcome.gatewayCode)).to.deep.equal([code, code]);
      expect([byCard.ruleKey, byAmount.ruleKey]).to.deep.equal([
        `declines#card-${nn}`,
        `declines#amount-${nn}`,
      ]);
      const { acquirerCode } = byCard.outcome;
      const isOwn = ["83", "84", "85", "90", "91", "92", "93", "94", "95", "97"].includes(nn);
      expect(acquirerCode === nn, `acquirer code ${String(acquirerCode)}`).to.equal(!isOwn);
    });
  }

  it("decline with every gateway code there is for it", () => {
    const failures = Object.entries(GATEWAY_CODES).filter(([, { result }]) => result === "FAILURE");
    const codes = rowsOf("declines").map(([, , words]) => words.split(" ")[0]);
    expect(codes).to.have.members(failures.map(([code]) => code));
  });

  for (const name of ["notifications", "outages", "slow"]) {
    for (const [nn, card] of rowsOf(name)) {
      it(`have the rules of ${name} for ${card} and 10.${nn}`, () => {
        const decisions = [{ card }, { amount: `10.${nn}` }].map((words) => decisionOf(name, words));
        const keys = decisions.map(({ ruleKey, addedBy, tried }) => [
          ruleKey?.split("#")[1] ??
            addedBy[0]?.id ??
            tried.find(({ failed }) => failed.startsWith("chance"))?.id,
        ]);
        const [byCard, byAmount] = keys.map(([key = ""]) => key);
        expect(byCard).to.match(new RegExp(`^card-${nn}-`));
        expect(byAmount).to.equal(byCard?.replace("card", "amount"));
      });
    }
  }

  // The live simulator's card for currency conversions fails it on purpose, and some of its cards for authentications.
  const isPublishedSo = (card: string): boolean =>
    card === "5313359999999089" || CARDS.some(({ number }) => number === card) || ERRORS.includes(card);

  it("name test cards that pass the Luhn check, and each in its head", () => {
    for (const name of library.names()) {
      const cards = [...(library.setOf([name])?.testCards ?? [])];
      const failing = cards.filter((card) => !passesLuhn(card));
      expect(failing.filter((card) => name !== "gateway-simulator" || !isPublishedSo(card))).to.deep.equal(
        [],
      );
      if (!["default", "gateway-simulator"].includes(name))
        expect(
          cards.filter((card) => !headOf(name).includes(card)),
          name,
        ).to.deep.equal([]);
    }
  });
});
