import { readFileSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import type { FileProblem } from "../document/file-problem.ts";
import { createSchemaCheck } from "../document/schema-check.ts";
import { offsetOf, placeAt } from "../document/yaml-place.ts";
import { parseYaml, problemAt } from "../document/yaml-source.ts";
import type { YamlSource } from "../document/yaml-source.ts";
import { formatSubject, parseFingerprint, parseSubject } from "../domain/client-certificate.ts";
import type { CertificateName } from "../domain/client-certificate.ts";
import type { Mode } from "../domain/record/finding.ts";
import type { Merchant, NotificationSettings } from "../domain/merchant.ts";
import { MERCHANT_DEFAULTS } from "../gateway/merchants/merchants.ts";
import { merchantsValidator } from "./merchants-validator.ts";

const MESSAGES = {
  oneOf: {
    none: 'a certificate needs a "fingerprint" or a "subject"',
    several: 'a certificate has either "fingerprint" or "subject", not both',
    keys: ["subject"],
  },
};

type CertificateEntry = { readonly fingerprint: string } | { readonly subject: string };

/** A merchant as the file has it: the schema has agreed, everything but id and passwords may be left out. */
type MerchantEntry = Pick<Merchant, "id" | "passwords"> &
  Partial<Omit<Merchant, "certificates" | "notifications">> & {
    readonly certificates?: readonly CertificateEntry[];
    readonly notifications?: Partial<NotificationSettings>;
  };

/** What the settings say of merchants. */
export interface MerchantSettings {
  /** Of merchants that say nothing of it. */
  readonly prefer: Merchant["prefer"];
  /** Of merchants that say nothing of it, member by member. */
  readonly notifications: NotificationSettings;
  /** What keeps names from being scenario files, in sentences. */
  readonly faultsOf: (names: readonly string[]) => readonly string[];
}

const { prefer, notifications } = MERCHANT_DEFAULTS;
const UNCHECKED: MerchantSettings = { prefer, notifications, faultsOf: () => [] };

/**
 * The merchants of a YAML or JSON file (schemas/merchants.json). Throws a FileError that tells every mistake
 * with its line and column.
 */
export function loadMerchants(file: string, mode: Mode, settings = UNCHECKED): readonly Merchant[] {
  const { source, problems, content } = parseYaml(file, textOf(file));
  const found = [
    ...problems,
    ...(content ? createSchemaCheck(merchantsValidator, MESSAGES)(source, content.data) : []),
  ];
  if (content === undefined || found.length > 0) throw new FileError(found);
  const { merchants } = content.data as { readonly merchants: readonly MerchantEntry[] };
  const lost = scenarioProblems(source, merchants, settings);
  if (lost.length > 0) throw new FileError(lost);
  const twice = firstTwice(merchants.map(({ id }) => id));
  if (twice !== undefined) throw fault(file, `the merchant ${twice} appears twice`);
  const read = merchants.map((entry) => completed(entry, { mode, ...settings }));
  const shared = firstTwice(read.flatMap(({ certificates }) => certificates.map(wordsOf)));
  if (shared !== undefined) throw fault(file, `the certificate ${shared} appears twice`);
  return read;
}

type Defaults = Pick<Merchant, "mode" | "notifications" | "prefer">;

function completed(
  { certificates = [], notifications, ...entry }: MerchantEntry,
  { mode, prefer, notifications: usual }: Defaults,
): Merchant {
  return {
    ...MERCHANT_DEFAULTS,
    ...{ mode, prefer },
    ...entry,
    certificates: certificates.map(nameOf),
    notifications: { ...usual, ...notifications },
  };
}

function scenarioProblems(
  source: YamlSource,
  merchants: readonly MerchantEntry[],
  { faultsOf }: MerchantSettings,
): readonly FileProblem[] {
  return merchants.flatMap(({ scenarios = [] }, index) =>
    scenarios.flatMap((name, place) => {
      const offset = offsetOf(placeAt(source.document, `/merchants/${index}/scenarios/${place}`));
      return faultsOf([name]).map((message) => problemAt(source, offset, message));
    }),
  );
}

function nameOf(entry: CertificateEntry): CertificateName {
  return "fingerprint" in entry
    ? { fingerprint: parseFingerprint(entry.fingerprint) }
    : { subject: parseSubject(entry.subject) };
}

function wordsOf(name: CertificateName): string {
  return "fingerprint" in name ? name.fingerprint : formatSubject(name.subject.toSorted());
}

function firstTwice(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) < index);
}

function fault(file: string, message: string): FileError {
  return new FileError([{ file, line: 0, column: 0, message }]);
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
