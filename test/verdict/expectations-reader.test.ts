import { readFileSync } from "node:fs";
import { expect } from "chai";
import { FAULT_KINDS } from "../../server/domain/record/effects.ts";
import { FINDING_CODES } from "../../server/domain/record/finding.ts";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { OPERATIONS } from "../../server/domain/request/operation.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import type { RefusalReason } from "../../server/domain/record/refusal.ts";
import { ORDER_STATUSES } from "../../server/domain/order/status.ts";
import { FILTER_NAMES } from "../../server/journal/exchange-filter.ts";
import { CONDUCT_RULES } from "../../server/verdict/conduct/scorecard.ts";
import { ABSENCES, MOVEMENTS } from "../../server/verdict/expectations/expectations.ts";
import { createExpectationsReader } from "../../server/verdict/expectations/reader.ts";
import { BROKEN } from "./expectation-file-cases.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/expectations.json", import.meta.url), "utf8"),
) as Json;
const read = createExpectationsReader();

function keysAt(path: string): readonly string[] {
  return Object.keys(valueAt(schema, path) as object);
}

describe("a file of expectations", () => {
  for (const [text, expected] of BROKEN) {
    it(`is refused with its place: ${text.replace(/\s+/g, " ") || "nothing"}`, () => {
      const reading = read("rules.yaml", text);
      const problems = "problems" in reading ? reading.problems : [];
      expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).to.deep.equal(
        expected,
      );
      expect(problems.every(({ file }) => file === "rules.yaml")).to.equal(true);
    });
  }

  it("is read in YAML and in JSON, and tells where each expectation stands", () => {
    const yaml =
      "merchant: TESTSHOP\nexpectations:\n  - { order: a, status: FAILED }\n  - never: double-payment\n";
    const reading = read("rules.yaml", yaml);
    const content = {
      merchant: "TESTSHOP",
      expectations: [{ order: "a", status: "FAILED" }, { never: "double-payment" }],
    };
    expect(reading).to.deep.equal({
      expectations: content,
      places: [
        { file: "rules.yaml", line: 3, column: 5 },
        { file: "rules.yaml", line: 4, column: 5 },
      ],
    });
    expect(read("rules.json", JSON.stringify(content))).to.deep.include({ expectations: content });
  });

  const { merchant, ...filters } = Object.fromEntries(FILTER_NAMES.map((name) => [name, true]));
  const AGREEMENTS: readonly (readonly [what: string, path: string, words: readonly string[]])[] = [
    ["the rules of conduct", "$defs.conduct.properties", CONDUCT_RULES.map(({ id }) => id)],
    ["the journal's filters but the merchant", "$defs.filter.properties", Object.keys(filters)],
    ["every movement of money", "$defs.totals.properties", MOVEMENTS],
  ];
  for (const [what, path, words] of AGREEMENTS) {
    it(`knows ${what} as the code does`, () => {
      expect(merchant).to.equal(true);
      expect(keysAt(path)).to.have.members([...words]);
    });
  }

  const REASONS: Readonly<Record<RefusalReason, true>> = {
    "unknown-path": true,
    "wrong-method": true,
    "bad-credentials": true,
    "foreign-merchant": true,
    "bad-certificate": true,
    "foreign-page": true,
    "body-too-large": true,
    "header-too-large": true,
    "request-too-slow": true,
    "unreadable-request": true,
    contract: true,
    rule: true,
    "not-permitted": true,
    busy: true,
    bug: true,
  };
  const RETRIEVES = ["RETRIEVE_ORDER", "RETRIEVE_SESSION", "RETRIEVE_TOKEN", "RETRIEVE_TRANSACTION"];
  const ENUMERATIONS: readonly (readonly [what: string, path: string, words: readonly string[]])[] = [
    ["operations", "$defs.filter.properties.operation.enum", [...OPERATIONS, ...RETRIEVES]],
    ["findings", "$defs.filter.properties.finding.enum", FINDING_CODES],
    ["refusals", "$defs.filter.properties.refusal.enum", Object.keys(REASONS)],
    ["faults", "$defs.filter.properties.fault.enum", FAULT_KINDS],
    ["gateway codes", "$defs.gatewayCode.enum", Object.keys(GATEWAY_CODES)],
    ["order statuses", "$defs.status.enum", ORDER_STATUSES],
    ["what must never happen", "$defs.expectation.properties.never.enum", ABSENCES],
  ];
  for (const [what, path, words] of ENUMERATIONS) {
    it(`takes the same ${what} as the code has`, () => {
      expect(valueAt(schema, path)).to.have.members([...words]);
    });
  }

  it("says in the schema how grave each rule of conduct usually is", () => {
    for (const { id, title, severity, isOnByDefault } of CONDUCT_RULES) {
      const usual = isOnByDefault ? `${severity === "error" ? "an" : "a"} ${severity}` : "off";
      const rule = valueAt(valueAt(schema, "$defs.conduct.properties"), id);
      expect(valueAt(rule, "description")).to.equal(`${title}. Usually ${usual}.`);
    }
  });
});
