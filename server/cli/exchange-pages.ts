import type { Exchange } from "../domain/exchange.ts";
import type { ControlClient } from "./control-client.ts";

interface ExchangePage {
  readonly exchanges: readonly Exchange[];
  readonly next?: string;
}

/** Every exchange that a running sandbox keeps of one merchant or of all, the newest first; page by page. */
export async function allExchanges(
  client: ControlClient,
  merchant: string | undefined,
): Promise<readonly Exchange[]> {
  const own = merchant === undefined ? "" : `/merchants/${encodeURIComponent(merchant)}`;
  const path = `/v1${own}/exchanges?limit=500`;
  const found: Exchange[] = [];
  let next: string | undefined = "";
  while (next !== undefined) {
    const page = (await client.get(next === "" ? path : `${path}&before=${next}`)) as ExchangePage;
    found.push(...page.exchanges);
    next = page.next;
  }
  return found;
}
