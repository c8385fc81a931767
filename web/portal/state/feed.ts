import { computed, effect, signal } from "@preact/signals";
import type { ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import { ask } from "./api.ts";

/** As many as a list of the portal holds. */
export const ROWS_MAX = 10_000;
const PAGE = 500;

/** Newest first. */
export const rows = signal<readonly ExchangeRow[]>([]);
/** Those that came since something held the list still; newest first. */
const waiting = signal<readonly ExchangeRow[]>([]);
export const isStreamOpen = signal(false);
/** Whether the first page is there. */
export const isLoaded = signal(false);
export const isPaused = signal(false);
/** Whether somebody reads: scrolled down, with the pointer or the focus in the list. */
export const isReading = signal(false);
/** Whether the journal has dropped some that came meanwhile. */
export const hasGap = signal(false);

export const unseen = computed(() => waiting.value.length);

effect(() => {
  if (!isPaused.value && !isReading.value) showWaiting();
});

/** Lets what came meanwhile into the list. */
export function showWaiting(): void {
  if (waiting.peek().length === 0) return;
  rows.value = withoutRepeats([...waiting.peek(), ...rows.peek()]);
  waiting.value = [];
}

let source: EventSource | undefined;

/** Follows the journal, and loads what it holds: the first page at once, older ones behind it. */
export function openFeed(): void {
  source?.close();
  source = new EventSource("/_sandbox/v1/traffic/stream");
  source.addEventListener("open", () => {
    isStreamOpen.value = true;
    if (!isLoaded.peek()) void load();
  });
  source.addEventListener("error", () => {
    isStreamOpen.value = false;
  });
  source.addEventListener("rows", ({ data }: MessageEvent<string>) => {
    take((JSON.parse(data) as readonly ExchangeRow[]).toReversed());
  });
  source.addEventListener("missed", () => {
    hasGap.value = true;
  });
}

function take(newest: readonly ExchangeRow[]): void {
  if (isPaused.peek() || isReading.peek()) {
    waiting.value = [...newest, ...waiting.peek()].slice(0, ROWS_MAX);
    return;
  }
  rows.value = withoutRepeats([...newest, ...rows.peek()]);
}

interface TrafficPage {
  readonly rows: readonly ExchangeRow[];
  readonly next?: string;
}

async function load(): Promise<void> {
  let before = "";
  do {
    const page = await ask<TrafficPage>(`/v1/traffic?limit=${PAGE}${before}`);
    rows.value = withoutRepeats([...rows.peek(), ...page.rows]);
    isLoaded.value = true;
    before = page.next === undefined ? "" : `&before=${encodeURIComponent(page.next)}`;
  } while (before !== "" && rows.peek().length < ROWS_MAX);
}

/** Loads the journal anew, after something was missed. */
export async function reload(): Promise<void> {
  hasGap.value = false;
  rows.value = [];
  waiting.value = [];
  await load();
}

/** What came by the stream while the page was loaded is in both. */
function withoutRepeats(all: readonly ExchangeRow[]): readonly ExchangeRow[] {
  return [...new Map(all.map((row) => [row.id, row])).values()].slice(0, ROWS_MAX);
}
