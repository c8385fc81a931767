import { readFileSync, readdirSync } from "node:fs";
import { parse } from "node:path";
import { expect } from "chai";
import { CARDS, CARDS_OF_APPS, CARDS_WITH_ERRORS } from "../authentication/card-cases.ts";
import { passesLuhn, schemeOf } from "../../server/domain/card/card-scheme.ts";
import { ADDRESS_RESULTS, GATEWAY_CODES, SECURITY_CODE_RESULTS } from "../../server/domain/order/outcome.ts";
import { ORDER_STATUSES } from "../../server/domain/order/status.ts";
import { withConditions } from "../../scripts/docs/conditions.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../../server/scenario/conditions.ts";
import { FileError } from "../../server/document/file-problem.ts";
import { loadScenarios } from "../../server/scenario/library/library-sync.ts";
import { MAGIC_CARDS } from "../support/magic-cards.ts";
import { BUILT_IN, loadFiles, withFolder } from "./folders.ts";
import { factsOf } from "./requests.ts";

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const CARD_OPERATIONS = ["PAY", "AUTHORIZE", "VERIFY", "DISBURSEMENT", "CAPTURE", "REFUND"] as const;

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/scenario.json", import.meta.url), "utf8"),
) as Schema;
const definitions = schema["$defs"] as Readonly<Record<string, Schema>>;

const CARDS_WITHOUT_ENCRYPTION = ["4000000000030504", "4000000000040503"];
const CARDS_WITH_BALANCE = ["6035710000002501", "6035710000008409", "6035710000000000", "340000000001205"];

describe("the scenario files", () => {
  for (const file of readdirSync(BUILT_IN)) {
    it(`${file} loads, alone, under its own name`, () => {
      const name = parse(file).name;
      expect(loadScenarios(BUILT_IN, [name]).revision).to.match(/^[0-9a-f]{12}$/);
      expect(readFileSync(new URL(file, BUILT_IN), "utf8")).to.match(new RegExp(`^name: ${name}$`, "m"));
    });
  }

  const active = loadScenarios(BUILT_IN, ["default", "gateway-simulator"]);
  for (const [card, code, acquirerCode] of MAGIC_CARDS) {
    it(`answer ${code} to ${card}, a Visa number with a right check digit, in every operation`, () => {
      expect([passesLuhn(card), schemeOf(card), card.slice(12, 14)]).to.deep.equal([
        true,
        "VISA",
        acquirerCode,
      ]);
      for (const operation of CARD_OPERATIONS) {
        const { outcome } = active.decide(factsOf({ card, operation, expiry: "01/39" }));
        expect([outcome.gatewayCode, outcome.acquirerCode]).to.deep.equal([code, acquirerCode]);
      }
    });
  }

  it("name the magic cards and those of their tables, and no others, as test cards", () => {
    const magic = [...MAGIC_CARDS.map(([card]) => card), ...CARDS_WITHOUT_ENCRYPTION];
    const asked = [...CARDS.map(({ number }) => number), ...CARDS_WITH_ERRORS, ...CARDS_OF_APPS];
    expect([...active.testCards]).to.have.members([
      ...[...magic, ...CARDS_WITH_BALANCE, "5313359999999089"],
      ...asked,
    ]);
    expect(
      [...CARDS_WITH_BALANCE, ...CARDS_WITHOUT_ENCRYPTION].filter((card) => !passesLuhn(card)),
    ).to.deep.equal([]);
  });

  it("have a revision that follows names, contents and order, and nothing else", () => {
    const revision = (files: Record<string, string>) => loadFiles(files).revision;
    const base = revision({ "a.yaml": "version: 1\n", "b.yaml": "version: 1\n" });
    expect(revision({ "a.yaml": "version: 1\n", "b.yaml": "version: 1\n" })).to.equal(base);
    const others = [
      revision({ "b.yaml": "version: 1\n", "a.yaml": "version: 1\n" }),
      revision({ "a.yaml": "version: 1\n", "c.yaml": "version: 1\n" }),
      revision({ "a.yaml": "version: 1\n", "b.yaml": "version: 1 # new\n" }),
      revision({ "a.yaml": "version: 1\n" }),
    ];
    expect(new Set([base, ...others]).size).to.equal(5);
  });

  it("may use anchors and aliases, JSON, a byte order mark and Windows line ends", () => {
    const aliases =
      "version: 1\r\nrules:\r\n  - { id: a, when: &w { amount: &m '5' }, outcome: BLOCKED }\r\n";
    const more = "  - { id: b, when: { currency: JPY, amount: *m }, outcome: &o DECLINED }\r\n";
    const json =
      '\uFEFF{ "$schema": "../s.json", "version": 1, "rules": [{ "id": "j", "outcome": "REFERRED" }] }';
    const scenarios = loadFiles({ "a.yaml": aliases + more, "j.json": json });
    expect(scenarios.decide(factsOf({ amount: "5" })).ruleKey).to.equal("a#a");
    expect(scenarios.decide(factsOf({ amount: "6" })).ruleKey).to.equal("j#j");
  });

  it("are looked for in the folder that is given, and its absence is told", () => {
    const gone = withFolder({}, (folder) => folder);
    expect(() => loadScenarios(gone, ["default"])).to.throw(FileError, `${gone}: the folder cannot be read`);
  });

  it("may hold thousands of rules of one and of many cards", () => {
    const rules = Array.from({ length: 5000 }, (_, index) => ({
      id: `r${index}`,
      when: { card: index < 2500 ? "4000000000000002" : String(5e15 + index), amount: String(index) },
      outcome: "BLOCKED",
    }));
    const scenarios = loadFiles({ "big.json": JSON.stringify({ version: 1, rules }) });
    const decision = scenarios.decide(factsOf({ card: "5000000000004999", amount: "4999" }));
    expect([decision.ruleKey, decision.tried.length]).to.deep.equal(["big#r4999", 0]);
  });
});

describe("the schema of scenario files", () => {
  const pairs: readonly (readonly [string, readonly string[]])[] = [
    ["gatewayCode", Object.keys(GATEWAY_CODES)],
    ["securityCodeResult", SECURITY_CODE_RESULTS],
    ["addressResult", ADDRESS_RESULTS],
    ["orderStatus", ["NEW", ...ORDER_STATUSES]],
  ];
  for (const [name, words] of pairs) {
    it(`knows the same words for ${name} as the code`, () => {
      expect(definitions[name]?.enum).to.have.members(words);
    });
  }

  it("knows the same conditions as the code, and the reference has the table that their files make", () => {
    expect(Object.keys(definitions["when"]?.properties ?? {})).to.have.members(CONDITION_NAMES);
    const reference = readFileSync(new URL("../../docs/scenario-reference.md", import.meta.url), "utf8");
    expect(reference, "npm run docs").to.equal(withConditions(reference));
    const sections = Object.values(CONDITION_KINDS).flatMap(({ section }) => section ?? []);
    const headings = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, it = ""]) =>
      it.toLowerCase().replaceAll(" ", "-"),
    );
    expect(headings).to.include.members(sections);
  });

  it("describes each condition for editors as its own file does", () => {
    const told = Object.entries(definitions["when"]?.properties ?? {}).map(([name, it]) => [
      name,
      it.description,
    ]);
    const known = Object.entries(CONDITION_KINDS).map(([name, { description }]) => [name, description]);
    expect(Object.fromEntries(told)).to.deep.equal(Object.fromEntries(known));
  });

  it("describes every member for editors, and says what is expected wherever a value can be wrong", () => {
    const lacking = [schema, ...Object.values(definitions)].flatMap((it) => [
      ...("type" in it && it.title === undefined ? [JSON.stringify(it)] : []),
      ...Object.entries(it.properties ?? {}).flatMap(([name, member]) =>
        member.description !== undefined && ("$ref" in member || member.title !== undefined) ? [] : [name],
      ),
    ]);
    expect(lacking).to.deep.equal([]);
  });
});
