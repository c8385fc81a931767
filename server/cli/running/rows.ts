import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../domain/json.ts";
import { endingOf, rowOf } from "../../domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { queryOf } from "../../embedding/control-call.ts";
import type { Judged } from "../../http/control/kernel/endpoint.ts";
import { meantBy, STREAM } from "../../http/control/exchanges/exchange-filters.ts";
import type { TrafficPage } from "../../http/control/exchanges/traffic.ts";
import { bodyJudge } from "../../http/control/kernel/judge.ts";
import { Problem } from "../../http/control/kernel/problem.ts";
import { isMeant } from "../../journal/exchange-filter.ts";
import type { ExchangeFilter } from "../../journal/exchange-filter.ts";
import { createJournalFollower } from "../../journal/journal-follower.ts";
import { UsageError } from "../kernel/command.ts";
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

/** How often a journal file is looked at for what has come. */
const LOOK_AGAIN_MS = 250;

/** The last rows of a journal file, then each that is written to it, unless only what is there is wanted. */
export async function* rowsOfFile(
  file: string,
  { filters, endings, lines }: TailOptions,
  isFollowing: boolean,
): AsyncGenerator<ExchangeRow> {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const filter = filterOf(given);
  const more = createJournalFollower(file);
  const isShown = (exchange: Exchange): boolean =>
    isMeant(filter, exchange) && endings.includes(endingOf(exchange));
  const rows = async function* (): AsyncGenerator<ExchangeRow> {
    for await (const exchange of more()) if (isShown(exchange)) yield rowOf(exchange);
  };
  const last: ExchangeRow[] = [];
  for await (const row of rows()) {
    last.push(row);
    if (last.length > lines) last.shift();
  }
  yield* last;
  while (isFollowing) {
    await pause(LOOK_AGAIN_MS);
    yield* rows();
  }
}

/** As the control API judges them, in its words; `since` is a time here, as a file is not searched for ids. */
function filterOf(given: JsonObject): ExchangeFilter {
  try {
    const judged = bodyJudge({ name: "filters", schema: STREAM, reads: "fields" })(given);
    return meantBy({ find: () => undefined }, judged as Judged<typeof STREAM>).filter;
  } catch (error) {
    throw error instanceof Problem ? new UsageError(error.detail) : error;
  }
}
