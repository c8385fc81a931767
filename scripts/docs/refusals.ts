import { readdir } from "node:fs/promises";
import { isObject, textAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";

/** A refusal as the tests send and expect it: the one place where a rule's answer is written down. */
export interface RefusalExample {
  readonly rule: string;
  /** What is refused, to go on behind "refuses". */
  readonly refuses: string;
  /** Undefined when the table is not about one. */
  readonly operation: string | undefined;
  readonly field: string | undefined;
  /** Undefined when the table leaves it open. */
  readonly type: string | undefined;
  /** A part of the explanation. */
  readonly says: string;
}

const TESTS = new URL("../../test/", import.meta.url);

/** All tables of refusals, which are the files `*-cases.ts` of the tests. */
export async function loadRefusals(): Promise<readonly RefusalExample[]> {
  const names = await readdir(TESTS, { recursive: true });
  const files = names.filter((name) => name.endsWith("-cases.ts")).sort();
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, TESTS).href)) as Readonly<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).flatMap(examplesIn);
}

/** A table whose rows name a rule and the wording is one of refusals. */
function examplesIn(table: unknown): readonly RefusalExample[] {
  if (!Array.isArray(table)) return [];
  return (table as readonly unknown[]).flatMap((row) => (isObject(row) ? (exampleOf(row) ?? []) : []));
}

function exampleOf(row: JsonObject): RefusalExample | undefined {
  const [rule, refuses, says] = [textAt(row, "rule"), textAt(row, "refuses"), textAt(row, "says")];
  if (rule === undefined || refuses === undefined || says === undefined) return undefined;
  return {
    rule,
    refuses,
    says,
    operation: textAt(row, "operation") ?? textAt(row, "body.apiOperation"),
    field: textAt(row, "field"),
    type: textAt(row, "type"),
  };
}

/** The example that shows the rule best: one of this very operation, or any; the one with most of the wording. */
export function exampleFor(
  examples: readonly RefusalExample[],
  rule: string,
  operation: string,
): RefusalExample | undefined {
  const ofRule = examples.filter((it) => it.rule === rule);
  const ofOperation = ofRule.filter((it) => it.operation === operation);
  const [best] = (ofOperation.length > 0 ? ofOperation : ofRule).toSorted(
    (one, other) => other.says.length - one.says.length,
  );
  return best;
}
