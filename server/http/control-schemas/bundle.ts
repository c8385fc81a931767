import type { JsonObject } from "../../domain/json.ts";
import { BUNDLE_FORMAT } from "../../verdict/bundle.ts";
import { flag, open, text, texts } from "./words.ts";

const list = { type: "array", items: open };
const maybe = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

export const BUNDLE: JsonObject = {
  type: "object",
  description: "Everything that is needed to play an exchange again. It holds no card data and no secret.",
  required: [
    ...["format", "sandbox", "replay", "request", "curl", "clock", "seed", "contracts", "merchant"],
    ...["scenarios", "order", "exchange"],
  ],
  properties: {
    format: { type: "integer", const: BUNDLE_FORMAT },
    sandbox: { ...text, description: "Version of the sandbox that made it." },
    replay: {
      type: "object",
      required: ["isPossible", "obstacles", "doubts"],
      properties: {
        isPossible: flag,
        obstacles: { ...texts, description: "What keeps it from being played." },
        doubts: { ...texts, description: "What may make the decision another one." },
      },
    },
    request: {
      type: "object",
      required: ["method", "path", "headers"],
      properties: { method: text, path: text, headers: { type: "object", additionalProperties: text } },
    },
    curl: { ...text, description: "For a shell that has SANDBOX_URL and SANDBOX_PASSWORD set." },
    clock: { ...text, format: "date-time", description: "By the merchant's clock." },
    seed: text,
    contracts: {
      type: "object",
      required: ["versions", "files"],
      properties: { versions: { ...text, enum: ["exact", "merged"] }, files: list },
    },
    merchant: maybe({ ...open, description: "The merchant's settings." }),
    scenarios: {
      type: "object",
      required: ["revision", "active", "files"],
      properties: { revision: maybe(text), active: texts, files: list },
    },
    order: {
      type: "object",
      description: "The order's entries; null when there were none.",
      required: ["before", "after"],
      properties: { before: maybe(list), after: maybe(list) },
    },
    exchange: { $ref: "#/components/schemas/Exchange" },
  },
};
