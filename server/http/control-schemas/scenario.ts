import type { JsonObject } from "../../domain/json.ts";
import { flag, listOf, number, open, text, texts } from "./words.ts";

const instant = { ...text, format: "date-time" };
const choice = { type: "array", items: text, minItems: 1 };

const RULE_NAME = { scenario: text, id: text, case: text };

/** The schemas of what the control API says of scenarios. */
export const SCENARIO_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ArmedRule: {
    type: "object",
    description: "Its conditions are not shown, as they may name card numbers.",
    required: ["id", "times"],
    properties: { id: text, case: text, times: number, expiresAt: instant },
  },
  ArmedRules: { type: "object", required: ["armed"], properties: { armed: listOf("ArmedRule") } },
  Arming: {
    type: "object",
    additionalProperties: false,
    required: ["rule"],
    properties: {
      rule: { ...open, description: "A rule as in a scenario file." },
      times: { type: "integer", minimum: 1, maximum: 1_000, default: 1 },
      ttl: { ...text, examples: ["PT5M"], description: "How long it stays armed by the merchant's clock." },
    },
  },
  Coverage: {
    type: "object",
    required: ["scenarios", "revision", "rules", "cases", "others", "percent"],
    properties: {
      merchant: text,
      scenarios: texts,
      revision: text,
      rules: listOf("CoveredRule"),
      cases: {
        type: "array",
        items: {
          type: "object",
          required: ["case", "times", "rules"],
          properties: { case: text, times: number, rules: texts },
        },
      },
      others: { ...listOf("CoveredRule"), description: "Rules that answered and are of no active file." },
      percent: { type: "number", minimum: 0, maximum: 100 },
    },
  },
  CoveredRule: {
    type: "object",
    required: ["scenario", "id", "times"],
    properties: { ...RULE_NAME, note: text, times: number, lastExchange: text },
  },
  ExplainWish: {
    type: "object",
    additionalProperties: false,
    required: ["path"],
    properties: {
      path: { ...text, examples: ["/api/rest/version/100/merchant/TESTSHOP/order/1/transaction/1"] },
      method: { ...text, enum: ["DELETE", "GET", "POST", "PUT"] },
      headers: { type: "object", additionalProperties: text },
      body: { description: "The request's body, or its text.", anyOf: [open, text] },
    },
  },
  Explanation: {
    type: "object",
    required: ["explanation", "exchange"],
    properties: { explanation: texts, exchange: { $ref: "#/components/schemas/Exchange" } },
  },
  HeldRequest: {
    type: "object",
    required: ["id", "merchantId", "at"],
    properties: {
      id: { ...text, description: "That of its exchange." },
      merchantId: text,
      operation: text,
      orderId: text,
      transactionId: text,
      at: text,
      heldBy: { type: "object", properties: RULE_NAME },
    },
  },
  Holds: {
    type: "object",
    required: ["holds", "complete"],
    properties: {
      holds: listOf("HeldRequest"),
      complete: { ...flag, description: "Whether so many were held as were asked for." },
    },
  },
  Released: {
    type: "object",
    required: ["released"],
    properties: { released: { $ref: "#/components/schemas/HeldRequest" } },
  },
  ScenarioChoice: {
    type: "object",
    required: ["merchant", "scenarios", "chosenBy", "files", "revision"],
    properties: {
      merchant: text,
      scenarios: texts,
      chosenBy: text,
      lost: { ...texts, description: "Scenarios that were chosen and are no longer there." },
      files: texts,
      revision: text,
      prefer: { ...text, description: "What becomes of the header Prefer: scenario=NAME." },
    },
  },
  ScenarioState: {
    type: "object",
    required: ["revision", "loadedAt", "active"],
    properties: { revision: text, loadedAt: instant, active: open },
  },
  ScenarioWish: {
    type: "object",
    additionalProperties: false,
    required: ["scenarios"],
    properties: {
      scenarios: {
        description: "The one to be asked first in front; null goes back to what the settings say.",
        anyOf: [choice, { type: "null" }],
      },
    },
  },
  Scenarios: {
    type: "object",
    required: ["revision", "loadedAt", "active", "problems", "files"],
    properties: {
      revision: text,
      loadedAt: instant,
      active: open,
      problems: { type: "array", items: open, description: "What is wrong with the files as they are now." },
      files: { type: "array", items: open },
    },
  },
};
