import { expect } from "chai";
import fc from "fast-check";
import { setOrder } from "../../server/scenario/reading/set-names.ts";
import { loadScenarios } from "../../server/scenario/library/library-sync.ts";
import { problemsOf, withFolder } from "./folders.ts";
import { factsOf } from "./requests.ts";

/** What each file extends, the set that is asked for, and the order of its files. */
const ORDERS: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
  ["what a file extends comes behind it", { a: "b", b: "" }, "a", "a b"],
  ["and in front of the file that is named next", { a: "b", b: "", c: "" }, "a c", "a b c"],
  ["what that one extends too", { a: "b", b: "c", c: "" }, "a", "a b c"],
  ["several in the order they are written", { a: "b c", b: "", c: "" }, "a", "a b c"],
  ["a file that two extend comes once, behind both", { a: "c", b: "c", c: "" }, "a b", "a b c"],
  ["a file that is named and extended comes behind", { a: "b", b: "" }, "b a", "a b"],
  ["by way of two others as well", { a: "b c", b: "d", c: "d", d: "" }, "a", "a b c d"],
];

const words = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

describe("scenario files that extend others", () => {
  for (const [what, files, named, order] of ORDERS) {
    it(`are asked so that ${what}`, () => {
      const found = setOrder(words(named), (name) => words(files[name] ?? ""));
      expect(found.join(" ")).to.equal(order);
    });
  }

  it("are each asked once, and before everything they extend, however they hang together", () => {
    // A file extends only later ones, so that there is no circle.
    const folders = fc.integer({ min: 1, max: 9 }).chain((count) => {
      const later = (name: number) =>
        fc.subarray(Array.from({ length: count }, (_, it) => it).slice(name + 1));
      const all = fc.tuple(...Array.from({ length: count }, (_, name) => later(name)));
      return fc.record({ all, named: fc.shuffledSubarray(Array.from({ length: count }, (_, it) => it)) });
    });
    fc.assert(
      fc.property(folders, ({ all, named }) => {
        const extendsOf = (name: string): readonly string[] => (all[Number(name)] ?? []).map(String);
        const order = setOrder(named.map(String), extendsOf);
        expect(new Set(order).size).to.equal(order.length);
        expect(order).to.include.members(named.map(String));
        for (const [place, name] of order.entries())
          expect(order.slice(place + 1)).to.include.members([...extendsOf(name)]);
      }),
    );
  });

  it("decide before what they extend, whose rules and table rows fill what they leave open", () => {
    const files = {
      "base.yaml": `version: 1
rules:
  - { id: five, when: { amount: "5" }, outcome: DECLINED }
  - { id: six, when: { amount: "6" }, outcome: DECLINED }
tables:
  expiry: { "05/39": BLOCKED, "06/39": BLOCKED }
`,
      "own.yaml": `version: 1
extends: base
rules:
  - { id: five, when: { amount: "5" }, outcome: REFERRED }
tables:
  expiry: { "05/39": EXPIRED_CARD }
`,
    };
    const set = withFolder(files, (folder) => loadScenarios(folder, ["own"]));
    expect(set.names).to.deep.equal(["own", "base"]);
    expect(set.decide(factsOf({ amount: "5" })).ruleKey).to.equal("own#five");
    expect(set.decide(factsOf({ amount: "6" })).ruleKey).to.equal("base#six");
    const codeAt = (expiry: string): string =>
      set.decide(factsOf({ amount: "7", expiry })).outcome.gatewayCode;
    expect(["05/39", "06/39"].map(codeAt)).to.deep.equal(["EXPIRED_CARD", "BLOCKED"]);
  });

  const file = (names: string): string => `version: 1\nextends: ${names}\n`;
  const plain = "version: 1\n";
  const broken: readonly (readonly [string, Readonly<Record<string, string>>, ...string[]])[] = [
    [
      "a name that is no file, with what may be meant",
      { "a.yaml": file("defalt"), "default.yaml": plain },
      'a.yaml:2:10 there is no scenario "defalt"; did you mean "default"? (known: a, default)',
    ],
    [
      "a name of a list",
      { "a.yaml": file("[b, c]"), "b.yaml": plain },
      'a.yaml:2:14 there is no scenario "c"; did you mean "a"? (known: a, b)',
    ],
    ["itself", { "a.yaml": file("a") }, "a.yaml:2:10 circular extends: a > a"],
    [
      "one that extends it",
      { "a.yaml": file("[c, b]"), "b.yaml": file("a"), "c.yaml": plain },
      "b.yaml:2:10 circular extends: a > b > a",
    ],
    [
      "a file outside the folder",
      { "a.yaml": file("../b") },
      'a.yaml:2:10 expected the name of a scenario file of this folder, without its extension, got "../b"',
      'a.yaml:2:10 there is no scenario "../b" (known: a)',
    ],
    [
      "nothing",
      { "a.yaml": "version: 1\nextends: []\n" },
      "a.yaml:2:10 expected at least one name, got an empty list",
    ],
    [
      "a file that is broken, which is told once",
      { "a.yaml": file("b"), "b.yaml": "version: 2\n" },
      "b.yaml:1:10 expected 1, the only version of this format, got the number 2",
    ],
  ];
  for (const [what, files, ...said] of broken) {
    it(`are refused for extending ${what}`, () => {
      expect(problemsOf(files, [])).to.deep.equal(said.map((line) => `scenarios/${line}`));
    });
  }
});
