import { readdirSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../domain/json.ts";

/** The schemas of answers by their path relative to schemas/, with what they refer to. */
export type AnswerFiles = ReadonlyMap<string, JsonObject>;

const RESPONSES = "responses/";

export function readAnswerFiles(folder: URL): AnswerFiles {
  const names = readdirSync(new URL(RESPONSES, folder)).filter((name) => name.endsWith(".json"));
  const files = ["scalars.json", ...names.map((name) => RESPONSES + name)];
  return new Map(
    files.map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), "utf8")) as JsonObject]),
  );
}

/** Files of answers whose shape changed: `order.v51.json` is for the versions up to 56. */
const TIERS: readonly (readonly [from: number, suffix: string])[] = [
  [62, ""],
  [57, ".v57"],
  [51, ".v51"],
  [1, ".v45"],
];

/** The file of a kind of answers in a version. */
export function answerFile(files: AnswerFiles, kind: string, version: number): string {
  const suffix = TIERS.find(([from]) => from <= version)?.[1] ?? "";
  const tiered = `${RESPONSES}${kind}${suffix}.json`;
  return files.has(tiered) ? tiered : `${RESPONSES}${kind}.json`;
}
