import { flag, open, text, texts, time } from "../kernel/endpoint.ts";

const anything = { description: "Any JSON value, masked." };
const resolution = { ...text, enum: ["own", "merged", "lowest", "highest"] };
const files = { ...texts, description: "Files below schemas/." };
const entries = { type: "integer", minimum: 0 };

export const PATH = {
  ...text,
  description: "What was called, if the request was refused before anything else of it was read.",
};

/** Of domain/record/exchange.ts, as the OpenAPI document tells it. */
export const EXCHANGE = {
  type: "object",
  description: "One request, its answer, and what each step found and decided. It never contains card data.",
  required: [
    ...["id", "at", "request", "authentication", "committed", "repeated", "notes", "answer"],
    ...["abandoned", "durationMs"],
  ],
  properties: {
    id: text,
    merchantId: { ...text, description: "Absent if the credentials were not accepted." },
    traceparent: { ...text, description: "The request's header of this name (W3C Trace Context)." },
    at: time,
    request: {
      type: "object",
      description: "The request, masked.",
      required: ["method", "route", "bytes"],
      properties: {
        method: text,
        route: { ...text, description: "The path pattern that matched, or unknown." },
        path: PATH,
        version: { type: "integer" },
        operation: text,
        orderId: text,
        transactionId: text,
        body: anything,
        bytes: { type: "integer", minimum: 0 },
      },
    },
    authentication: text,
    contract: {
      type: "object",
      description: "The contracts that the request was checked against, and all findings.",
      required: ["mode", "used", "resolution", "findings"],
      properties: {
        mode: { ...text, enum: ["strict", "gateway", "observe"] },
        ...{ used: files, resolution, findings: { type: "array", items: open } },
      },
    },
    shadow: {
      type: "object",
      description: "The result of the check against the version of SANDBOX_SHADOW; absent without one.",
      required: ["version", "used", "resolution", "differences"],
      properties: {
        version: { type: "integer" },
        ...{ used: files, resolution, differences: { type: "array", items: open } },
      },
    },
    rules: {
      type: "object",
      description: "The order rules that passed, and the one that refused.",
      required: ["passed"],
      properties: { passed: texts, refusedBy: open },
    },
    scenario: {
      ...open,
      description: "What decided, and the rules that did not match before.",
      properties: {
        ofOtherCards: {
          ...{ type: "integer", minimum: 1 },
          description: "How many rules were not asked because they name other cards; absent: none.",
        },
      },
    },
    pausedBy: {
      type: "array",
      description: "The rules whose delay or hold made the request wait, even if it was refused afterwards.",
      items: {
        type: "object",
        required: ["scenario", "id"],
        properties: { scenario: text, id: text, case: text },
      },
    },
    transition: {
      type: "object",
      description: "The order's status before and after; before is absent for a new order.",
      required: ["after"],
      properties: { before: text, after: text },
    },
    moment: {
      type: "object",
      description: "The merchant's clock, and the number of the order's entries.",
      required: ["now", "entriesBefore", "entriesAfter"],
      properties: { now: time, entriesBefore: entries, entriesAfter: entries },
    },
    fault: { ...open, description: "How the answer was broken on purpose." },
    committed: { ...flag, description: "Whether anything was stored." },
    repeated: {
      ...flag,
      description: "Whether the stored answer to an identical request was returned again.",
    },
    notifications: {
      type: "array",
      description: "The notifications that were queued with the order.",
      items: { type: "object", required: ["id", "url"], properties: { id: text, url: text } },
    },
    refusal: {
      type: "object",
      required: ["reason", "explanation"],
      properties: { reason: text, explanation: text, fault: open },
    },
    notes: texts,
    answer: {
      type: "object",
      required: ["status"],
      properties: { status: { type: "integer", minimum: 0 }, body: anything },
    },
    abandoned: { ...flag, description: "Whether the client disconnected before the answer could be sent." },
    durationMs: { type: "number", minimum: 0 },
  },
};
