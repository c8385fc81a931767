import { expect } from "chai";
import fc from "fast-check";
import {
  appliedPreference,
  preferenceNote,
  preferredScenarios,
} from "../../server/gateway/merchants/scenario-choice.ts";

/** Headers, as Node joins several of them, and the scenario that they ask for. */
const CASES: Readonly<Record<string, string | undefined>> = {
  "scenario=night": "night",
  "Scenario=night": "night",
  " scenario = night ": "night",
  'scenario="night"': "night",
  'scenario="night shift"': "night shift",
  'scenario="a \\"quoted\\" one, and; more=signs"': 'a "quoted" one, and; more=signs',
  'scenario="back\\\\slash"': "back\\slash",
  "scenario=night; strict": "night",
  'scenario=night; by="a, b"': "night",
  "respond-async, wait=10, scenario=night": "night",
  'foo="a, scenario=day", scenario=night': "night",
  "foo=1; scenario=day, scenario=night": "night",
  "scenario=night, scenario=day": "night",
  ",, scenario=night,": "night",
  'scenario="never closed': "never closed",
  scenario: undefined,
  "scenario=": undefined,
  'scenario=""': undefined,
  "scenario=; x": undefined,
  'scenario=";"': ";",
  "scenario, scenario=night": undefined,
  "scenarios=night": undefined,
  "return=minimal": undefined,
  "": undefined,
  "=;,": undefined,
};

const firstOf = (header: string): string | undefined => preferredScenarios(header)[0] || undefined;

describe("the header Prefer", () => {
  for (const [header, scenario] of Object.entries(CASES)) {
    it(`asks for ${scenario ?? "no scenario"} as '${header}'`, () => {
      expect(firstOf(header)).to.equal(scenario);
    });
  }

  it("tells every scenario that it asks for, and which of them have no name", () => {
    expect(preferredScenarios("scenario, scenario=day, wait=1, SCENARIO=")).to.deep.equal(["", "day", ""]);
  });

  it("is told as followed only when the record says so", () => {
    const followed = { notes: ["Something else.", preferenceNote("night")] };
    expect(appliedPreference("scenario=night", followed)).to.equal("scenario=night");
    expect(appliedPreference("scenario=day", followed)).to.equal(undefined);
    expect(appliedPreference(undefined, followed)).to.equal(undefined);
  });

  it("is read back from what tells that it was followed, whatever the name", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((name) => !/\p{Cc}/u.test(name)),
        (name) => {
          const applied = appliedPreference(`scenario=${JSON.stringify(name)}`, {
            notes: [preferenceNote(name)],
          });
          expect(preferredScenarios(applied ?? "")).to.deep.equal([name]);
        },
      ),
    );
  });

  it("is read in no time, however it is made", () => {
    for (const piece of ['"', '\\"', '"\\', ",", "scenario=", '="']) {
      const start = performance.now();
      preferredScenarios(piece.repeat(16_000));
      expect(performance.now() - start, piece).to.be.below(500);
    }
  });
});
