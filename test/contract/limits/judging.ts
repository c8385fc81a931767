import { fileURLToPath } from "node:url";
import { packageContracts } from "../../../server/contract/contracts.ts";
import type { Judgement } from "../../../server/contract/contracts.ts";
import type { FindingCode } from "../../../server/domain/record/finding.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import type { ValidationType } from "../../../server/domain/record/refusal.ts";
import type { ContractLimits } from "./contracts.ts";
import type { Row } from "./contracts.ts";
import { bodyWith, rowsOf } from "./sample.ts";

export const schemaFolder = fileURLToPath(new URL("../../../schemas/", import.meta.url));

const loaded = packageContracts({ versions: "exact" });

export function judged(limits: ContractLimits, body: JsonObject): Judgement {
  const { operation, version } = limits;
  return loaded.judge({ operation, version, mode: "strict", body, text: JSON.stringify(body) });
}

/** What the refusal of a body must name. */
export interface Expected {
  readonly field: string;
  readonly codes: readonly FindingCode[];
  readonly validationType: ValidationType;
}

/** Undefined when the body is refused as expected, otherwise what happened instead. */
export function notRefused(judgement: Judgement, expected: Expected): string | undefined {
  const { field, codes, validationType } = expected;
  const { refusal, findings } = judgement;
  if (refusal === undefined) return `${field}: taken, but expected ${codes.join(" or ")}`;
  if (refusal.fault?.field !== field) {
    return `${field}: refused for ${String(refusal.fault?.field)} (${refusal.explanation})`;
  }
  if (refusal.fault.validationType !== validationType) {
    return `${field}: ${refusal.fault.validationType} instead of ${validationType}`;
  }
  const named = findings.filter((one) => one.field === field && one.severity === "violation");
  if (named.some((one) => codes.includes(one.code) && one.validationType === validationType))
    return undefined;
  return `${field}: found ${named.map(({ code }) => code).join(", ")} instead of ${codes.join(" or ")}`;
}

/** Undefined when the body is taken without a remark, otherwise the first remark. */
export function notTaken(judgement: Judgement): string | undefined {
  const first = judgement.findings.find(({ severity }) => severity !== "note");
  if (judgement.refusal === undefined && first === undefined) return undefined;
  return first?.message ?? judgement.refusal?.explanation;
}

export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${String(text.length - 2)})` : text;
}

/** The rows of the contract; of the possible ones those that the version turns out to know. */
export function knownRows(limits: ContractLimits): readonly Row[] {
  const known = knownByContract.get(limits);
  if (known !== undefined) return known;
  const sure = new Set([...limits.listed, ...limits.assumed].map(([path]) => path));
  const rows = rowsOf(limits).filter((row) => sure.has(row[0]) || isKnown(limits, row));
  knownByContract.set(limits, rows);
  return rows;
}

const knownByContract = new WeakMap<ContractLimits, readonly Row[]>();

function isKnown(limits: ContractLimits, [path, limit]: Row): boolean {
  const { findings } = judged(limits, bodyWith(limits, path, limit.taken[0]));
  return !findings.some(({ code, field }) => code === "unknown" && field === path);
}
