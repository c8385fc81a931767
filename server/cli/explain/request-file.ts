import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { nearest } from "../../domain/nearest.ts";
import { EXPLAIN_BODY, judgeExplainRequest } from "../../http/control/explain.ts";
import { Problem } from "../../http/control/problem.ts";
import { readJson } from "../kernel/files.ts";
import { UsageError } from "../kernel/usage-error.ts";

/** A request of the file: what the control API explains, and what is sent before it. */
export interface ExplainFile {
  readonly file: string;
  readonly request: JsonObject;
  readonly merchant: string;
  /** Requests that are sent first, to a sandbox of its own. */
  readonly before: readonly EarlierRequest[];
}

export interface EarlierRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
}

const EARLIER_MEMBERS: readonly string[] = ["method", "path", "body"];
const MERCHANT = /^\/api\/rest\/version\/[^/]+\/merchant\/([0-9A-Za-z_-]{1,40})(\/|$)/;

/** Reads the file before anything is sent; throws a UsageError that says what it should be. */
export function readExplainFile(file: string): ExplainFile {
  const content = readJson(file);
  const { before = [], ...request } = isObject(content) ? content : {};
  refuseUnknown(file, request, [...Object.keys(EXPLAIN_BODY.schema.properties), "before"]);
  const merchant = typeof request["path"] === "string" ? MERCHANT.exec(request["path"])?.[1] : undefined;
  if (merchant === undefined)
    throw new UsageError(`${file} needs a "path" such as "/api/rest/version/100/merchant/TESTSHOP/order/1"`);
  refuseOther(file, request);
  if (!Array.isArray(before)) throw earlierForm(file);
  return { file, request, merchant, before: (before as readonly Json[]).map((it) => earlierOf(file, it)) };
}

/** What the control API would not explain. */
function refuseOther(file: string, request: JsonObject): void {
  try {
    judgeExplainRequest(request);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(`${file}: ${error.detail}`) : error;
  }
}

function earlierOf(file: string, content: Json): EarlierRequest {
  if (!isObject(content)) throw earlierForm(file);
  refuseUnknown(`${file}: "before"`, content, EARLIER_MEMBERS);
  const { path, method = "PUT", body } = content;
  if (typeof path !== "string" || typeof method !== "string") throw earlierForm(file);
  return { path, method, body };
}

function earlierForm(file: string): UsageError {
  return new UsageError(`${file}: "before" is a list of requests with "path" and "body"`);
}

function refuseUnknown(where: string, content: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(content).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const help = meant === undefined ? `known are ${known.join(", ")}` : `did you mean "${meant}"?`;
  throw new UsageError(`${where}: unknown key "${maskText(unknown)}"; ${help}`);
}
