import { readFileSync } from "node:fs";
import { FileError } from "./document/file-problem.ts";
import { createSchemaCheck } from "./document/schema-check.ts";
import { parseYaml } from "./document/yaml-source.ts";
import type { Mode } from "./domain/finding.ts";
import type { Merchant, NotificationSettings } from "./domain/merchant.ts";
import { MERCHANT_DEFAULTS } from "./gateway/merchants.ts";

const SCHEMA = new URL("../schemas/merchants.json", import.meta.url);

/** A merchant as the file has it: the schema has agreed, everything but id and passwords may be left out. */
type MerchantEntry = Pick<Merchant, "id" | "passwords"> &
  Partial<Omit<Merchant, "notifications">> & { readonly notifications?: Partial<NotificationSettings> };

/**
 * The merchants of a YAML or JSON file (schemas/merchants.json). Throws a FileError that tells every mistake
 * with its line and column.
 */
export function loadMerchants(file: string, mode: Mode): readonly Merchant[] {
  const { source, problems, content } = parseYaml(file, textOf(file));
  const found = [...problems, ...(content ? createSchemaCheck(SCHEMA)(source, content.data) : [])];
  if (found.length > 0) throw new FileError(found);
  const { merchants } = content?.data as { readonly merchants: readonly MerchantEntry[] };
  const twice = merchants.find(({ id }, index) => merchants.findIndex((it) => it.id === id) < index);
  if (twice)
    throw new FileError([
      { file, line: 0, column: 0, message: `the merchant ${twice.id} stands there twice` },
    ]);
  return merchants.map((entry) => completed(entry, mode));
}

function completed({ notifications, ...entry }: MerchantEntry, mode: Mode): Merchant {
  return {
    ...MERCHANT_DEFAULTS,
    mode,
    ...entry,
    notifications: { ...MERCHANT_DEFAULTS.notifications, ...notifications },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new FileError([{ file, line: 0, column: 0, message: "the merchant file cannot be read" }], {
      cause,
    });
  }
}
