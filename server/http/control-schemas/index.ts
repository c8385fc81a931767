import type { JsonObject } from "../../domain/json.ts";
import { RESET_PARTS } from "../../domain/reset-part.ts";
import { EXCHANGE_WAIT } from "../control-operations/fields.ts";
import { BUNDLE } from "./bundle.ts";
import { EXCHANGE } from "./exchange.ts";
import { FINDINGS_SCHEMAS } from "./findings.ts";
import { NOTIFICATION_SCHEMAS } from "./notifications.ts";
import { SCENARIO_SCHEMAS } from "./scenario.ts";
import { VERIFY_SCHEMAS } from "./verify.ts";
import { listOf, open, text, texts } from "./words.ts";

const time = { ...text, format: "date-time", description: "A time with its zone, from 1970 to 9999." };

const CLOCK_CHANGE: JsonObject = {
  oneOf: [
    {
      type: "object",
      description: "Sets it back to the sandbox's own.",
      additionalProperties: false,
      required: ["mode"],
      properties: { mode: { ...text, const: "real" } },
    },
    {
      type: "object",
      description: "Stops it.",
      additionalProperties: false,
      required: ["mode", "at"],
      properties: { mode: { ...text, const: "frozen" }, at: time },
    },
    {
      type: "object",
      description: "Moves it forward.",
      additionalProperties: false,
      required: ["advance"],
      properties: {
        advance: {
          ...text,
          examples: ["P8D"],
          description: "A duration of weeks, days, hours, minutes and seconds (ISO 8601).",
        },
      },
    },
  ],
};

const resetParts = { type: "array", items: { ...text, enum: RESET_PARTS } };

/** The schemas of the control API's bodies, by the name that its operations have for them. */
export const CONTROL_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ...FINDINGS_SCHEMAS,
  ...VERIFY_SCHEMAS,
  ...SCENARIO_SCHEMAS,
  ...NOTIFICATION_SCHEMAS,
  Clock: {
    type: "object",
    required: ["merchant", "mode", "now"],
    properties: {
      merchant: text,
      mode: { ...text, enum: ["real", "frozen"] },
      now: { ...text, format: "date-time" },
      aheadMs: { type: "integer", description: "How far a running clock is ahead of the sandbox's own." },
    },
  },
  ClockChange: CLOCK_CHANGE,
  Bundle: BUNDLE,
  Exchange: EXCHANGE,
  Exchanges: {
    type: "object",
    required: ["exchanges"],
    properties: {
      exchanges: listOf("Exchange"),
      next: { ...text, description: "Ask for it as before, and the next page comes." },
    },
  },
  ExchangeWait: EXCHANGE_WAIT,
  Health: {
    type: "object",
    required: ["status"],
    properties: {
      status: { ...text, enum: ["ok", "degraded"] },
      reasons: { ...texts, description: "What does not work that was asked for." },
    },
  },
  JsonSchema: { ...open, description: "A JSON Schema." },
  OpenApiDocument: { ...open, description: "An OpenAPI 3.1 document." },
  Page: { ...text, description: "HTML." },
  Problem: {
    type: "object",
    description: "What is wrong with a call (RFC 9457).",
    required: ["type", "title", "status", "detail"],
    properties: {
      ...{ type: text, title: text, status: { type: "integer" }, detail: text },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["member", "message"],
          properties: { member: text, message: text },
        },
        description: "Each member that is wrong, dotted, where several can be told at once.",
      },
    },
  },
  Reset: {
    type: "object",
    additionalProperties: false,
    properties: { only: { ...resetParts, minItems: 1 } },
  },
  ResetDone: {
    type: "object",
    required: ["merchant", "reset"],
    properties: { merchant: text, reset: resetParts },
  },
  Transaction: { ...open, description: "The transaction as the gateway gives it." },
};
