import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import {
  BODILESS_OPERATIONS,
  DECIDED_OPERATIONS,
  FORM_OPERATIONS,
  OPERATIONS,
  TRANSACTION_OPERATIONS,
  VERSION_MAX,
  VERSION_MIN,
} from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { PATHS } from "../../server/domain/operations/paths.ts";
import { operationPermitted } from "../../server/domain/rules/merchant.ts";
import { allows, TRANSITIONS } from "../../server/domain/order/transitions.ts";
import { GATEWAY_OPERATIONS } from "../../server/http/openapi/gateway-operations.ts";
import { EXPECTED_PATHS } from "../../server/http/gateway/unknown-path.ts";
import { contextFor, merchantWith } from "./pure-gateway.ts";

const SCHEMAS = new URL("../../schemas/", import.meta.url);

const schema = (file: string): JsonObject =>
  JSON.parse(readFileSync(new URL(file, SCHEMAS), "utf8")) as JsonObject;

const wordsAt = (file: string, path: string): readonly Json[] => {
  const words = valueAt(schema(file), path);
  return Array.isArray(words) ? (words as readonly Json[]) : [];
};

const contractFiles = readdirSync(new URL("requests/", SCHEMAS));
const TRANSACTIONS = TRANSACTION_OPERATIONS.map((name) => OPERATION_DEFINITIONS[name]);
const TYPES = [...new Set(TRANSACTIONS.flatMap(({ types }) => types))];

describe("the catalogue of operations", () => {
  /** What a file of schemas/ enumerates, and the operations that it has to name. */
  const ENUMERATIONS: readonly (readonly [what: string, file: string, path: string, readonly string[]])[] = [
    [
      "rules of scenarios can ask for",
      "scenario.json",
      "$defs.operation.enum",
      // A rule with "risk" is asked for them, and for nothing else.
      [
        ...DECIDED_OPERATIONS.filter((name) => name !== "CREATE_OR_UPDATE_RISK_ASSESSMENT"),
        ...FORM_OPERATIONS,
      ],
    ],
    [
      "a merchant can be allowed",
      "merchants.json",
      "$defs.merchant.properties.operations.items.enum",
      TRANSACTION_OPERATIONS,
    ],
    [
      "expectations can ask for",
      "expectations.json",
      "$defs.filter.properties.operation.enum",
      [...OPERATIONS, ...BODILESS_OPERATIONS.filter((name) => name.startsWith("RETRIEVE_"))],
    ],
  ];
  for (const [what, file, path, names] of ENUMERATIONS) {
    it(`has the operations that ${what}, as schemas/${file} names them`, () => {
      expect([...wordsAt(file, path)].sort()).to.deep.equal([...names].sort());
    });
  }

  it("has its highest version as the highest that rules of scenarios and expectations can ask for", () => {
    for (const [file, path] of [
      ["scenario.json", "$defs.versionNumber"],
      ["expectations.json", "$defs.filter.properties.version"],
    ] as const) {
      const named = valueAt(schema(file), path) as JsonObject;
      expect(named["maximum"], file).to.equal(VERSION_MAX);
      expect(named["title"], file).to.contain(`from ${VERSION_MIN} to ${VERSION_MAX}`);
    }
  });

  it("has the operations of which mode gateway takes more than their contracts list", () => {
    const named = ["members", "forms", "choices"]
      .flatMap((kind) => wordsAt("extensions.json", kind))
      .flatMap((entry) => valueAt(entry, "operations") as readonly string[]);
    expect(named).to.include("DISBURSEMENT");
    expect(named.filter((name) => !(OPERATIONS as readonly string[]).includes(name))).to.deep.equal([]);
  });

  for (const definition of Object.values(OPERATION_DEFINITIONS)) {
    const { name, method, path, does, example, rules } = definition;
    const last = definition.versions?.last ?? VERSION_MAX;

    it(`has a contract, a place and a sentence for ${name}`, () => {
      const slug = name.toLowerCase().replaceAll("_", "-");
      expect(contractFiles.some((file) => file.startsWith(`${slug}.v`))).to.equal(true);
      const place = GATEWAY_OPERATIONS.filter((it) => it.method === method && it.path === path);
      expect(place).to.have.lengthOf(1);
      expect(does).to.match(/^[A-Z].*[^.]$/);
      expect(new Set(rules.map(({ id }) => id)).size).to.equal(rules.length);
      expect([undefined, name]).to.include(textAt(example(last), "apiOperation"));
    });
  }

  for (const { name, spoken, types, opensOrder, orderAmount, example } of TRANSACTIONS) {
    it(`says of ${name} what the table of transitions says`, () => {
      const made = types.filter((type) => TRANSITIONS.some((it) => it.type === type));
      expect(made).to.deep.equal(types);
      if (opensOrder !== "never") {
        const standalone = opensOrder === "standalone";
        expect(types.filter((type) => !allows("NEW", type, standalone))).to.deep.equal([]);
      }
      const isOrderAmountIfStandalone = orderAmount === "amount-when-standalone";
      expect(isOrderAmountIfStandalone).to.equal(opensOrder === "standalone");
    });

    it(`calls ${name} by its name when the merchant may not use it`, () => {
      const merchant = { ...merchantWith(), operations: [] };
      const refusal = operationPermitted.refuses(contextFor(example(100), undefined, merchant));
      expect(refusal?.explanation).to.equal(
        `Value '${name}' is invalid. ${spoken} request not permitted for this merchant.`,
      );
    });
  }

  it("makes every kind of transaction that the table of transitions has, and answers can name them", () => {
    expect(TYPES).to.have.members([...new Set(TRANSITIONS.map(({ type }) => type))]);
    const answered = wordsAt("responses/members.json", "$defs.transactionType.enum");
    const lacking = TYPES.filter((type) => type !== "BROWSER_PAYMENT" && !answered.includes(type));
    expect(lacking, "not in transactionType of schemas/responses/members.json").to.deep.equal([]);
  });

  it("has every path that an unknown one is told of, but for the one without a merchant", () => {
    const told = [...EXPECTED_PATHS.matchAll(/(?:…|{merchantId})(\/[^\s,]*)/g)].map(([, path = ""]) => path);
    const ends = Object.values(PATHS)
      .filter((path) => path !== PATHS.information)
      .map((path) => path.replace(/^.*?{merchantId}/, "").replace(/^\/order\/{orderId}(?=\/)/, ""));
    expect(told.map((path) => path.toLowerCase())).to.have.members(ends.map((path) => path.toLowerCase()));
  });
});
