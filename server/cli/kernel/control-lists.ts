import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import type { ControlClient } from "./control-client.ts";

/** Every exchange that a running sandbox keeps of one merchant or of all, the oldest first. */
export async function allExchanges(
  client: ControlClient,
  merchant: string | undefined,
): Promise<readonly Exchange[]> {
  const own = merchant === undefined ? "" : `/merchants/${encodeURIComponent(merchant)}`;
  const found = (await everyPage(client, `/v1${own}/exchanges`, "exchanges")) as Exchange[];
  return found.reverse();
}

/** Every notification of a merchant, the newest first. */
export async function allNotifications(
  client: ControlClient,
  merchant: string,
): Promise<readonly Notification[]> {
  const path = `/v1/merchants/${encodeURIComponent(merchant)}/notifications`;
  return (await everyPage(client, path, "notifications")) as Notification[];
}

/** What all pages of a list have, the newest first. */
async function everyPage(client: ControlClient, path: string, name: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let next: string | undefined;
  do {
    const before = next === undefined ? "" : `&before=${next}`;
    const page = (await client.get(`${path}?limit=500${before}`)) as Readonly<Record<string, unknown>>;
    found.push(...(page[name] as readonly unknown[]));
    next = page["next"] as string | undefined;
  } while (next !== undefined);
  return found;
}
