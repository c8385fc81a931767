import { VERSION_MAX, VERSION_MIN } from "../../../domain/request/operation.ts";
import { flag, number, text, texts, whole } from "../kernel/endpoint.ts";
import type { Given, Judged } from "../kernel/endpoint.ts";
import { NEXT, pageFields } from "../kernel/paging.ts";

const version = whole({ minimum: VERSION_MIN, maximum: VERSION_MAX });
const SOURCES = ["interface", "assumed"] as const;

const PLACE = {
  type: "object",
  description: "A file below schemas/, and the JSON pointer of the rule in it.",
  required: ["file", "pointer"],
  properties: { file: text, pointer: text },
} as const;

const FIELD = {
  type: "object",
  required: ["field", "isRequired", "types", "expected", "limits", "source", "place"],
  properties: {
    field: {
      ...text,
      description: "Dotted: leg[n] is an element of a list, order.custom.* a member of any name.",
    },
    isRequired: { ...flag, description: "Whether its group must have it." },
    types: { ...texts, description: "JSON types; map is an object with members of any name." },
    expected: { ...text, description: "What is asked of its value, in words." },
    limits: {
      type: "object",
      additionalProperties: { type: "number" },
      description: "Bounds by the names of JSON Schema, and x-maxDecimals.",
    },
    pattern: { ...text, description: "A regular expression." },
    values: { ...texts, description: "The only values that it may have." },
    oneOf: { ...texts, description: "Members of the group, one of which must be there." },
    source: { ...text, enum: SOURCES, description: "Whether the specification lists it, or it is assumed." },
    section: { ...text, description: "The section of the specification." },
    place: PLACE,
  },
} as const;

const SIDE = {
  type: "object",
  required: ["expected", "isRequired", "place"],
  properties: {
    ...{ expected: text, isRequired: flag, pattern: text, values: texts, oneOf: texts },
    place: PLACE,
  },
} as const;

const FIELD_DIFFERENCE = {
  type: "object",
  required: ["kind", "field"],
  properties: {
    kind: { ...text, enum: ["added", "removed", "renamed", "changed"] },
    field: { ...text, description: "Its name before; of what was added, the new one." },
    newName: { ...text, description: "Of what was renamed or moved." },
    from: SIDE,
    to: SIDE,
  },
} as const;

export const FIELDS_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only members whose name contains this text." },
    source: { ...text, description: "Only members from there.", enum: SOURCES },
    ...pageFields("behind", { maximum: 1_000, default: 200 }),
  },
} as const;

export type ContractFieldsQuery = Given<typeof FIELDS_QUERY>;

export const VERSIONS_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    from: { description: "Version before; 1 when left out.", ...version, default: VERSION_MIN },
    to: { description: "Version after; the newest when left out.", ...version, default: VERSION_MAX },
  },
} as const;

export const UPGRADE_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    from: { description: "Version before; that of each request when left out.", ...version },
    to: { description: "Version after; the newest when left out.", ...version, default: VERSION_MAX },
  },
} as const;

export type VersionsQuery = Given<typeof VERSIONS_QUERY>;
export type UpgradeQuery = Given<typeof UPGRADE_QUERY>;

export const CONTRACT = {
  type: "object",
  required: ["operation", "spans"],
  properties: {
    operation: text,
    spans: {
      type: "array",
      description: "All versions, ascending; those together that have one contract.",
      items: {
        type: "object",
        required: ["first", "last", "used"],
        properties: {
          first: version,
          last: version,
          used: {
            ...texts,
            description: "Files below schemas/: two where a version is merged of its neighbours.",
          },
        },
      },
    },
  },
} as const;

export interface ContractsView {
  readonly contracts: readonly Judged<typeof CONTRACT>[];
}

export const FIELDS = {
  type: "object",
  required: ["operation", "version", "used", "resolution", "count", "fields"],
  properties: {
    operation: { ...text, description: "What it is called in this version." },
    version,
    used: texts,
    resolution: { ...text, enum: ["own", "merged", "lowest", "highest"] },
    count: { ...number, description: "How many members match, on all pages." },
    fields: { type: "array", items: FIELD },
    next: NEXT,
  },
} as const;

export type ContractFieldsView = Judged<typeof FIELDS>;

export const DIFFERENCES = {
  type: "object",
  required: ["operation", "from", "to", "differences"],
  properties: {
    operation: text,
    from: version,
    to: version,
    differences: { type: "array", items: FIELD_DIFFERENCE },
  },
} as const;

export type ContractDifferencesView = Judged<typeof DIFFERENCES>;

export const UPGRADE = {
  type: "object",
  required: ["merchant", "to", "operations", "skipped"],
  properties: {
    merchant: text,
    from: version,
    to: version,
    operations: {
      type: "array",
      items: {
        type: "object",
        required: ["operation", "requests", "breaking", "differences"],
        properties: {
          operation: text,
          requests: { ...number, description: "Requests that were compared." },
          breaking: { ...number, description: "Requests that would be refused." },
          differences: {
            type: "array",
            items: {
              type: "object",
              required: ["kind", "code", "member", "message", "count", "exchanges", "from", "to"],
              properties: {
                ...{ kind: text, code: text, member: text, newName: text, message: text },
                count: { ...number, description: "Requests that show it." },
                exchanges: { ...texts, description: "Ids of the first of them." },
                from: PLACE,
                to: PLACE,
              },
            },
          },
        },
      },
    },
    skipped: {
      type: "object",
      required: ["refused-before", "without-contract"],
      properties: { "refused-before": number, "without-contract": number },
    },
  },
} as const;

export type UpgradeView = Judged<typeof UPGRADE>;
