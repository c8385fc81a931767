import { computed, effect, signal } from "@preact/signals";
import { ask, attempt } from "./api.ts";
import type { About, SeenMerchant, TestCard } from "./answers.ts";
import { openFeed, rows } from "./feed.ts";
import { place } from "./place.ts";
import { isLoginNeeded } from "./trouble.ts";

export const about = signal<About | undefined>(undefined);
export const merchants = signal<readonly SeenMerchant[]>([]);
/** Of the chosen merchant. */
export const testCards = signal<readonly TestCard[]>([]);
/** Of the chosen merchant, as far as somebody typed it here. It is kept for this tab only, and never stored. */
const typedPassword = signal<string | undefined>(undefined);

/** Whether it is known whose data to show. */
export const isReady = signal(false);

/** As in the README, when nobody has called yet, and every id that begins with TEST may. */
const EXAMPLE_MERCHANT = "TESTSHOP";

/** Whose data is shown unless the address says: who called last, or called first since nobody was known. */
const known = computed(
  () => merchants.value[0]?.merchant ?? rows.value.findLast((row) => row.merchant !== undefined)?.merchant,
);

/** Whether nobody has called, so that the merchant is but an example. */
export const isExample = computed(
  () => place.value.query["merchant"] === undefined && known.value === undefined,
);

export const merchant = computed(() => place.value.query["merchant"] ?? known.value ?? EXAMPLE_MERCHANT);

export const password = computed(() => typedPassword.value ?? about.value?.password);

/** A setting of the sandbox, as far as it may be shown. */
export function settingOf(variable: string): string | undefined {
  return about.value?.settings.find((it) => it.variable === variable)?.value;
}

export function setPassword(text: string): void {
  typedPassword.value = text;
}

/** Asks for everything that all pages show; again after a login. */
export async function enter(): Promise<void> {
  await attempt(async () => {
    about.value = await ask<About>("/v1/about");
    isLoginNeeded.value = false;
    openFeed();
    await refreshMerchants();
    isReady.value = true;
  });
}

export async function refreshMerchants(): Promise<void> {
  merchants.value = (await ask<{ merchants: readonly SeenMerchant[] }>("/v1/merchants")).merchants;
}

let cardsAsked = 0;

/** Of several answers the one counts that was asked for last. */
export async function loadCards(): Promise<void> {
  const asked = (cardsAsked += 1);
  const path = `/v1/merchants/${encodeURIComponent(merchant.peek())}/test-cards`;
  const { cards } = await ask<{ cards: readonly TestCard[] }>(path);
  if (asked === cardsAsked) testCards.value = cards;
}

const cardsOwner = computed(() => (isReady.value ? merchant.value : undefined));

effect(() => {
  if (cardsOwner.value === undefined) return;
  testCards.value = [];
  void attempt(loadCards);
});

/** So often cards are asked for at most, however much comes in. */
const CARDS_MS = 1_000;
const newest = computed(() => rows.value.find((row) => row.merchant === cardsOwner.value)?.id);
let cardsSeen = "";
let cardsDue: number | undefined;

/** Scenario files may change elsewhere, which shows with the next exchange, or on the next page. */
effect(() => {
  const seen = `${place.value.page} ${newest.value ?? ""}`;
  if (cardsOwner.value === undefined || seen === cardsSeen) return;
  cardsSeen = seen;
  cardsDue ??= setTimeout(() => {
    cardsDue = undefined;
    void attempt(loadCards);
  }, CARDS_MS);
});
