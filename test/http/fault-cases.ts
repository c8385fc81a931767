import type { FaultKind, FaultPlace } from "../../server/domain/record/effects.ts";
import type { JsonObject } from "../../server/domain/json.ts";

/** What a client sees of a broken answer. */
export interface FaultCase {
  readonly at: FaultPlace;
  readonly kind: FaultKind;
  /** 0: not a byte comes. */
  readonly status: number;
  readonly comes: "nothing" | "half" | "whole";
  /** `kept`: the connection goes on. */
  readonly ending: "end" | "ECONNRESET" | "kept";
  readonly type?: string;
  /** Left out: what comes is no JSON. */
  readonly body?: JsonObject;
}

const nothing = { status: 0, comes: "nothing" } as const;
const half = { status: 201, comes: "half" } as const;
const JSON_TYPE = "application/json;charset=UTF-8";
const spoiled = { comes: "whole", ending: "kept", type: JSON_TYPE } as const;

const busy = {
  status: 503,
  comes: "whole",
  ending: "kept",
  type: JSON_TYPE,
  body: {
    error: { cause: "SERVER_BUSY", explanation: "The gateway is busy; send the same request again later" },
    result: "ERROR",
  },
} as const;

const failed = {
  status: 500,
  comes: "whole",
  ending: "kept",
  type: JSON_TYPE,
  body: { error: { cause: "SERVER_FAILED", supportCode: "exchange-1" }, result: "ERROR" },
} as const;

const page = { status: 504, comes: "whole", ending: "kept", type: "text/html; charset=utf-8" } as const;

export const FAULT_CASES: readonly FaultCase[] = [
  { at: "before-commit", kind: "reset", ...nothing, ending: "ECONNRESET" },
  { at: "before-commit", kind: "close", ...nothing, ending: "end" },
  { at: "before-commit", kind: "stall", ...nothing, ending: "end" },
  { at: "before-commit", kind: "garbage", ...spoiled, status: 200 },
  { at: "before-commit", kind: "server-busy", ...busy },
  { at: "before-commit", kind: "server-failed", ...failed },
  { at: "before-commit", kind: "status", ...page },
  { at: "after-commit", kind: "reset", ...nothing, ending: "ECONNRESET" },
  { at: "after-commit", kind: "close", ...nothing, ending: "end" },
  { at: "after-commit", kind: "stall", ...nothing, ending: "end" },
  { at: "after-commit", kind: "garbage", ...spoiled, status: 201 },
  { at: "after-commit", kind: "server-busy", ...busy },
  { at: "after-commit", kind: "server-failed", ...failed },
  { at: "after-commit", kind: "status", ...page },
  { at: "mid-body", kind: "reset", ...half, ending: "ECONNRESET" },
  { at: "mid-body", kind: "close", ...half, ending: "end" },
  { at: "mid-body", kind: "stall", ...half, ending: "end" },
  { at: "mid-body", kind: "truncate", ...half, ending: "end" },
  { at: "mid-body", kind: "garbage", ...spoiled, status: 201 },
];
