import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Finding } from "../../server/domain/finding.ts";
import type { Json } from "../../server/domain/json.ts";
import { VALID, judgeWith, withCard, withOrder } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

interface Case {
  readonly name: string;
  readonly body: Json;
  readonly finding: Partial<Finding>;
  readonly message: string;
}

const CASES: readonly Case[] = [
  {
    name: "an unknown member by its first leaf",
    body: withOrder({ leg: [{ from: "ZRH", to: "FRA" }] }),
    finding: {
      code: "unknown",
      field: "order.leg[0].from",
      pointer: "/order/leg/0/from",
      got: "text",
      explanation: "Unexpected parameter 'order.leg[0].from'",
      validationType: "UNSUPPORTED",
      contract: { file: "requests/pay.v13.json", pointer: "/properties/order/additionalProperties" },
      section: "2.6",
    },
    message: "order.leg[0].from is not a member of PAY version 13.",
  },
  {
    name: "an unknown member that is probably misspelt",
    body: withOrder({ referense: "r" }),
    finding: { code: "unknown", field: "order.referense" },
    message: "order.referense is not a member of PAY version 13. Did you mean reference?",
  },
  {
    name: "a custom member whose name is not allowed",
    body: withOrder({ custom: { "a-b": "1" } }),
    finding: {
      code: "unknown",
      field: "order.custom.a-b",
      explanation: "Unexpected parameter 'order.custom.a-b'",
      contract: {
        file: "requests/pay.v13.json",
        pointer: "/properties/order/properties/custom/propertyNames",
      },
    },
    message: "order.custom.a-b is not a member of PAY version 13.",
  },
  {
    name: "a missing member",
    body: { apiOperation: "PAY", order: { amount: "1" } },
    finding: {
      code: "missing",
      field: "order.currency",
      pointer: "/order/currency",
      got: "nothing",
      expected: "Upper case text as text of exactly 3 characters",
      explanation: "Missing parameter 'order.currency'",
      validationType: "MISSING",
      contract: { file: "requests/pay.v13.json", pointer: "/properties/order/required" },
    },
    message:
      "order.currency is missing; the contract asks for Upper case text as text of exactly 3 characters.",
  },
  {
    name: "a missing group by the first member it needs",
    body: { apiOperation: "PAY" },
    finding: { code: "missing", field: "order.amount", explanation: "Missing parameter 'order.amount'" },
    message: "order.amount is missing; the contract asks for Decimal as text of 1 to 14 characters.",
  },
  {
    name: "a number where text is asked",
    body: withOrder({ amount: 10.5 }),
    finding: {
      code: "type",
      field: "order.amount",
      got: "10.5",
      expected: "Decimal as text of 1 to 14 characters",
      explanation:
        "Value '10.5' is invalid. Received a JSON number, but must be Decimal as text of 1 to 14 characters. " +
        "Mode gateway would take it.",
      validationType: "INVALID",
      contract: { file: "requests/pay.v13.json", pointer: "/properties/order/properties/amount/type" },
    },
    message:
      "order.amount is the JSON number 10.5; the contract asks for Decimal as text of 1 to 14 characters. " +
      "Mode gateway would take it.",
  },
  {
    name: "text where true or false is asked",
    body: { ...VALID, initiator: { isPayer: "true" } },
    finding: { code: "type", got: '"true"', source: "assumed", section: undefined },
    message: 'initiator.isPayer is the text "true"; the contract asks for true or false.',
  },
  {
    name: "text where an object is asked",
    body: { ...VALID, session: "SESSION0002" },
    finding: { code: "type", field: "session", got: '"SESSION0002"' },
    message: 'session is the text "SESSION0002"; the contract asks for a JSON object.',
  },
  {
    name: "a fixed value that is another",
    body: { ...VALID, apiOperation: "pay" },
    finding: { code: "fixed", explanation: "Value 'pay' is invalid. Must be 'PAY'" },
    message: 'apiOperation is "pay"; the contract asks for the text "PAY".',
  },
  {
    name: "a value that is not of the enumeration, with the one that was meant",
    body: { ...VALID, sourceOfFunds: { type: "card" } },
    finding: {
      code: "enumeration",
      explanation: "Value 'card' is invalid. Must be one of 'CARD', 'GIFT_CARD', 'PROVIDER_A'",
      section: "2.10",
    },
    message:
      'sourceOfFunds.type is "card"; the contract asks for one of CARD, GIFT_CARD, PROVIDER_A. Did you mean "CARD"?',
  },
  {
    name: "a text that is too long",
    body: withOrder({ reference: "r".repeat(42) }),
    finding: {
      code: "length",
      explanation: `Value '${"r".repeat(42)}' is invalid. Length is 42 characters, but must be less than 41`,
    },
    message: "order.reference has 42 characters; the contract asks for text of 1 to 40 characters.",
  },
  {
    name: "a text that is too short, counted by code point",
    body: withCard({ track2: "🂡" }),
    finding: {
      code: "length",
      explanation: "Value 'xxxx' is invalid. Length is 1 characters, but must be greater than 1",
    },
    message:
      "sourceOfFunds.provided.card.track2 has 1 characters; the contract asks for text of 2 to 40 characters.",
  },
  {
    name: "a number out of range",
    body: { ...VALID, agreement: { numberOfPayments: 1000 } },
    finding: {
      code: "range",
      explanation: "Value '1000' is invalid. Must be a JSON number without fraction from 1 to 999",
    },
    message:
      "agreement.numberOfPayments is 1000; the contract asks for a JSON number without fraction from 1 to 999.",
  },
  {
    name: "a number with too many decimals",
    body: withOrder({ dutyAmount: 1.2345 }),
    finding: {
      code: "range",
      contract: { file: "scalars.json", pointer: "/$defs/amountNumber/x-maxDecimals" },
    },
    message:
      "order.dutyAmount is 1.2345; the contract asks for a JSON number from 0 to 1000000000000 with at most 3 decimals.",
  },
  {
    name: "a character that is not of the class",
    body: withOrder({ amount: "1,317.00" }),
    finding: {
      code: "format",
      explanation: "Value '1,317.00' is invalid. Invalid character ','",
      contract: { file: "scalars.json", pointer: "/$defs/decimal/pattern" },
    },
    message:
      "order.amount is \"1,317.00\" with the invalid character ','; " +
      "the contract asks for Decimal as text of 1 to 14 characters.",
  },
  {
    name: "a format that is broken though each character is allowed",
    body: withOrder({ amount: "1.2.3" }),
    finding: {
      code: "format",
      explanation: "Value '1.2.3' is invalid. Must be Decimal as text of 1 to 14 characters",
    },
    message: 'order.amount is "1.2.3"; the contract asks for Decimal as text of 1 to 14 characters.',
  },
  {
    name: "a date that is none",
    body: withOrder({ placedOn: "2026-02-30" }),
    finding: { code: "format", contract: { file: "scalars.json", pointer: "/$defs/date/format" } },
    message: 'order.placedOn is "2026-02-30"; the contract asks for Date as text.',
  },
  {
    name: "an array without elements",
    body: withOrder({ item: [] }),
    finding: { code: "count", field: "order.item", got: "a JSON array" },
    message:
      "order.item has 0 elements; the contract asks for a JSON array of at least 1 element. Mode gateway would take it.",
  },
  {
    name: "more members than a map may have",
    body: withOrder({ custom: { a: "1", b: "2", c: "3" } }),
    finding: { code: "count", field: "order.custom" },
    message: "order.custom has 3 members; the contract asks for a JSON object of at most 2 members.",
  },
];

describe("findings of a contract", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { name, body, finding, message } of CASES) {
    it(`tells ${name}`, () => {
      const { findings } = judge(body);
      expect(findings).to.have.length(1);
      expect(findings[0]).to.deep.include({ ...finding, severity: "violation", message });
    });
  }
});
