import { isoTime } from "../../domain/time.ts";
import { OPERATIONS } from "../../domain/request/operation.ts";
import type { AppParts } from "../parts.ts";
import { listOf, number, text, time } from "./kernel/endpoint.ts";
import type { Judged, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";

const SETTING = {
  type: "object",
  required: ["variable", "isSet"],
  properties: {
    variable: text,
    value: { ...text, description: "Absent if it is secret, or has no value." },
    isSet: { type: "boolean", description: "Whether it differs from its default." },
  },
} as const;

const ABOUT = {
  type: "object",
  required: ["version", "now", "uptimeMs", "merchants", "settings", "operations"],
  properties: {
    version: text,
    now: { ...time, description: "By the sandbox's clock." },
    uptimeMs: number,
    merchants: { ...text, description: "Ids of the merchants that may call, in words." },
    password: { ...text, description: "Of every merchant, if it is the default that everybody knows." },
    settings: listOf("Setting"),
    operations: {
      type: "array",
      items: {
        type: "object",
        required: ["operation", "versions"],
        properties: {
          operation: text,
          versions: {
            type: "array",
            items: { type: "integer" },
            description: "Versions with a contract of their own.",
          },
        },
      },
    },
  },
} as const;

export type AboutView = Judged<typeof ABOUT>;

/** What runs here, and how it is set up; nothing of it is secret. */
export const about: Resource = {
  schemas: { About: ABOUT, Setting: SETTING },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/about",
      tag: "Sandbox",
      summary: "Returns version, settings without secrets, uptime, and the contracts",
      answers: { 200: "About" },
      scope: "shared",
      handle: (parts: AppParts) => {
        const { facts, clock, stopwatch, contracts } = parts;
        return () => ({
          ...{ version: facts.version, merchants: facts.merchantWords, password: facts.password },
          now: isoTime(clock()),
          uptimeMs: Math.round(stopwatch() - facts.startedAt),
          settings: facts.settings,
          operations: OPERATIONS.map((operation) => ({
            operation,
            versions: contracts.versionsOf(operation),
          })),
        });
      },
    }),
  ],
};
