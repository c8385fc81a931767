import type { Ending, ExchangeRow } from "../../domain/record/exchange-row.ts";
import { queryOf } from "../../embedding/control-call.ts";
import type { TrafficPage } from "../../http/control/exchanges/traffic.ts";
import type { Terminal } from "../kernel/command.ts";
import type { ControlClient } from "../kernel/control-client.ts";

/** Which exchanges are shown. */
export interface TailOptions {
  /** Filters of the control API, by name. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly endings: readonly Ending[];
  /** How many of the last ones. */
  readonly lines: number;
}

/** What one answer holds at most. */
const PAGE = 500;

/** The last rows that fit, the oldest first. */
export async function lastRows(
  client: ControlClient,
  { filters, endings, lines }: TailOptions,
): Promise<readonly ExchangeRow[]> {
  const found: ExchangeRow[] = [];
  let before: string | undefined;
  do {
    const query = queryOf({ ...filters, limit: PAGE, before });
    const { rows, next } = (await client.get(`/v1/traffic${query}`)) as TrafficPage;
    found.push(...rows.filter(({ ending }) => endings.includes(ending)));
    before = next;
  } while (before !== undefined && found.length < lines);
  return found.slice(0, lines).reverse();
}

/** The last rows, then each as it is recorded, until the sandbox stops. */
export async function* following(
  client: ControlClient,
  options: TailOptions,
  tell: Terminal["tell"],
): AsyncGenerator<ExchangeRow> {
  // It listens before it asks, so that nothing is lost in between; what comes twice is left out.
  const events = await client.events(`/v1/traffic/stream${queryOf(options.filters)}`);
  const last = await lastRows(client, options);
  yield* last;
  const shown = new Set(last.map(({ id }) => id));
  for await (const { type, data } of events) {
    if (type === "missed") tell("Some requests came too fast and are not shown; --once lists them.\n");
    if (type !== "rows") continue;
    const rows = JSON.parse(data) as readonly ExchangeRow[];
    yield* rows.filter(({ id, ending }) => !shown.has(id) && options.endings.includes(ending));
  }
  tell(`${client.url} has stopped.\n`);
}
