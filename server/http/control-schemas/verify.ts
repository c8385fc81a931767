import type { JsonObject } from "../../domain/json.ts";
import { SEVERITIES } from "../../report/report.ts";
import { flag, listOf, number, open, text, texts } from "./words.ts";

const REMARK: JsonObject = {
  type: "object",
  required: ["message", "exchanges", "count"],
  properties: {
    message: text,
    exchanges: texts,
    count: { ...number, description: "How often it was seen." },
    place: { ...open, description: "Where the contract says so: file and JSON pointer." },
  },
};

const SCORE: JsonObject = {
  type: "object",
  required: ["id", "severity", "title", "reason", "help", "isJudged", "remarks"],
  properties: {
    id: text,
    severity: { ...text, enum: SEVERITIES },
    title: text,
    reason: text,
    help: { ...text, description: "The page that explains the rule." },
    isJudged: { ...flag, description: "Whether the exchanges tell anything about it." },
    remarks: listOf("ConductRemark"),
  },
};

const scorecard = {
  type: "object",
  required: ["passed", "exchanges", "gone", "kept", "rules", "blindSpots"],
  properties: {
    merchant: text,
    passed: { ...flag, description: "No rule that counts as an error was broken." },
    exchanges: { ...number, description: "How many were looked at." },
    gone: { ...number, description: "How many older ones the journal has let go." },
    kept: { ...number, description: "How many of the rules were judged and kept." },
    rules: listOf("RuleScore"),
    blindSpots: { ...texts, description: "What the exchanges cannot tell." },
  },
};

const VERIFIED: JsonObject = {
  type: "object",
  required: ["id", "passed", "expected", "happened", "exchanges"],
  properties: {
    id: text,
    case: text,
    note: text,
    passed: flag,
    expected: text,
    happened: text,
    exchanges: { ...texts, description: "Those that show it." },
  },
};

/** The schemas of what is said about clients. */
export const VERIFY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ConductRemark: REMARK,
  Expectations: { ...open, description: "As schemas/expectations.json says." },
  RuleScore: SCORE,
  Scorecard: scorecard,
  Scorecards: {
    type: "object",
    required: ["merchants"],
    properties: { merchants: listOf("Scorecard") },
  },
  Verdict: {
    type: "object",
    required: ["merchant", "passed", "expectations", "conduct"],
    properties: {
      merchant: text,
      passed: flag,
      expectations: listOf("VerifiedExpectation"),
      conduct: { $ref: "#/components/schemas/Scorecard" },
    },
  },
  VerifiedExpectation: VERIFIED,
};
