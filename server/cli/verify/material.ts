import { FileError } from "../../document/file-problem.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { AttemptLine, Notification } from "../../domain/record/notification.ts";
import { LINE_START, readJournalFile } from "../../journal/journal-file.ts";
import type { Scorecard } from "../../verdict/conduct/scorecard.ts";
import { accountsOf } from "../../verdict/expectations/accounts-of-exchanges.ts";
import { exchangesByMerchant } from "../../verdict/expectations/evidence.ts";
import type { Expectations } from "../../verdict/expectations/expectations.ts";
import { createExpectationsReader } from "../../verdict/expectations/reader.ts";
import type { ExpectationPlace } from "../../verdict/expectations/reader.ts";
import { verdictOf } from "../../verdict/expectations/verify.ts";
import type { MerchantVerdict, VerdictSubject } from "../../verdict/verdict-report.ts";
import { UsageError } from "../kernel/command.ts";
import { allExchanges } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { readText } from "../kernel/files.ts";
import { allSteps } from "../../domain/steps.ts";

/** What is to be looked at. */
export interface VerifyOptions {
  readonly expectations: Expectations;
  /** Where they stand. */
  readonly places: readonly ExpectationPlace[];
  /** Undefined: every merchant, which only conduct can be asked of. */
  readonly merchant: string | undefined;
}

/** What came of it, from a running sandbox or from a journal file. */
export interface VerifyMaterial extends Omit<VerdictSubject, "places"> {
  readonly verdicts: readonly MerchantVerdict[];
}

/** So many expectations are asked for at a time, as the control API takes bodies of 2,000 members. */
const PART = 50;

/** Asks a running sandbox for its verdict on a merchant, or on how every merchant's client behaved. */
export async function verifySandbox(
  client: ControlClient,
  { expectations, merchant }: VerifyOptions,
): Promise<VerifyMaterial> {
  const verdicts =
    merchant === undefined ? await conductOfAll(client) : [await verdictOn(client, merchant, expectations)];
  const subject = `${merchant ?? "all merchants"} at ${client.url}`;
  const exchanges = await allExchanges(client, merchant);
  return { subject, verdicts, exchanges, url: client.url };
}

async function verdictOn(
  client: ControlClient,
  merchant: string,
  expectations: Expectations,
): Promise<MerchantVerdict> {
  const path = `/v1/merchants/${encodeURIComponent(merchant)}/verify`;
  const [first, ...others] = partsOf(expectations);
  const verdict = (await client.post(path, first)) as MerchantVerdict;
  const verified = [...verdict.expectations];
  for (const part of others)
    verified.push(...((await client.post(path, part)) as MerchantVerdict).expectations);
  const passed = verdict.conduct.passed && verified.every((it) => it.passed);
  return { ...verdict, passed, expectations: verified };
}

/** At least one. An expectation without an id is called by its place in the whole list. */
function partsOf(options: Expectations): readonly Expectations[] {
  const all = (options.expectations ?? []).map((it, index) => ({ ...it, id: it.id ?? String(index + 1) }));
  const count = Math.max(1, Math.ceil(all.length / PART));
  return Array.from({ length: count }, (_, index) => ({
    ...options,
    expectations: all.slice(index * PART, (index + 1) * PART),
  }));
}

interface AllConduct {
  readonly merchants: readonly (Scorecard & { readonly merchant: string })[];
}

async function conductOfAll(client: ControlClient): Promise<readonly MerchantVerdict[]> {
  const { merchants } = (await client.get("/v1/conduct")) as AllConduct;
  return merchants.map(({ merchant, ...conduct }) => {
    return { merchant, passed: conduct.passed, expectations: [], conduct };
  });
}

/** Looks into a journal file; the state of orders is taken from their answers. */
export async function verifyJournal(
  file: string,
  { expectations, merchant }: VerifyOptions,
): Promise<VerifyMaterial> {
  const exchanges: Exchange[] = [];
  const attempts: AttemptLine[] = [];
  for await (const exchange of readJournalFile(file, (attempt) => attempts.push(attempt)))
    if (merchant === undefined || exchange.merchantId === merchant) exchanges.push(exchange);
  const notifications = notificationsOf(attempts);
  const own = exchangesByMerchant(exchanges);
  const merchants = merchant === undefined ? own : new Map([[merchant, own.get(merchant) ?? []]]);
  const verdicts = [...merchants].map(([id, traffic]) => {
    const verdict = allSteps(
      verdictOf(expectations, {
        ...{ exchanges: traffic, accounts: accountsOf(traffic) },
        // Only those count that the exchanges queued.
        notifications,
      }),
    );
    if (verdict === undefined)
      throw new UsageError(`"since" is the id of an exchange that is not in ${file}`);
    return { merchant: id, ...verdict };
  });
  return { subject: `${merchant ?? "all merchants"} in ${file}`, verdicts, exchanges, url: undefined };
}

/** The notifications that the attempts in a journal's file tell of, each as it stood behind the last one. */
function notificationsOf(lines: readonly AttemptLine[]): readonly Notification[] {
  const byId = new Map<string, Notification>();
  for (const { id, merchantId, orderId, transactionId, url, exchange, state, attempt } of lines) {
    const before = byId.get(id);
    const queuedAt = before?.queuedAt ?? attempt.at;
    const attempts = [...(before?.attempts ?? []), attempt];
    const subject = { id, merchantId, orderId, transactionId, url, exchange };
    byId.set(id, { ...subject, state, queuedAt, attempts });
  }
  return [...byId.values()];
}

/** What a file of expectations says, and where; throws what is wrong with it, with the places. */
export function readExpectations(file: string): Pick<VerifyOptions, "expectations" | "places"> {
  const text = readText(file);
  if (text.startsWith(LINE_START))
    throw new UsageError(`${file} is a journal, not expectations; verify it with verify --journal ${file}`);
  const reading = createExpectationsReader()(file, text);
  if ("problems" in reading) throw new FileError(reading.problems);
  return reading;
}
