import type { Exchange } from "../domain/exchange.ts";
import type { AttemptLine } from "../domain/notification.ts";
import { readJournalFile } from "../journal/journal-file.ts";
import { notificationsOf } from "../verdict/told-notifications.ts";
import { accountsOf } from "../verdict/verify-accounts-of-exchanges.ts";
import { exchangesByMerchant } from "../verdict/verify-evidence.ts";
import { verdictOf } from "../verdict/verify.ts";
import { UsageError } from "./usage-error.ts";
import type { VerifyMaterial, VerifyWish } from "./verify-material.ts";

/** Looks into a journal file; what became of orders is what their answers told. */
export async function verifyJournal(
  file: string,
  { expectations, merchant }: VerifyWish,
): Promise<VerifyMaterial> {
  const exchanges: Exchange[] = [];
  const attempts: AttemptLine[] = [];
  for await (const exchange of readJournalFile(file, (attempt) => attempts.push(attempt)))
    if (merchant === undefined || exchange.merchantId === merchant) exchanges.push(exchange);
  const notifications = notificationsOf(attempts);
  const own = exchangesByMerchant(exchanges);
  const merchants = merchant === undefined ? own : new Map([[merchant, own.get(merchant) ?? []]]);
  const verdicts = [...merchants].map(([id, traffic]) => {
    const verdict = verdictOf(expectations, {
      ...{ exchanges: traffic, accounts: accountsOf(traffic) },
      // Only those count that the exchanges queued.
      notifications,
    });
    if (verdict === undefined) throw new UsageError(`since names an exchange that is not in ${file}`);
    return { merchant: id, ...verdict };
  });
  return { subject: `${merchant ?? "all merchants"} in ${file}`, verdicts, exchanges, url: undefined };
}
