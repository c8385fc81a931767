import { computed, signal } from "@preact/signals";
import { ask, attempt } from "./api.ts";
import type { About, SeenMerchant, TestCard } from "./answers.ts";
import { openFeed } from "./feed.ts";
import { place } from "./place.ts";
import { isLoginNeeded } from "./trouble.ts";

export const about = signal<About | undefined>(undefined);
export const merchants = signal<readonly SeenMerchant[]>([]);
export const testCards = signal<readonly TestCard[]>([]);
/** Of the chosen merchant, as far as somebody typed it here. It is kept for this tab only, and never stored. */
const typedPassword = signal<string | undefined>(undefined);

/** Whether it is known whose data to show. */
export const isReady = signal(false);

/** When nobody has called yet, and every id that begins with TEST may. */
const FIRST_MERCHANT = "TESTMERCHANT";

/** Whose data is shown: the one in the address, or the one that was called last. */
export const merchant = computed(
  () => place.value.query["merchant"] ?? merchants.value[0]?.merchant ?? FIRST_MERCHANT,
);

export const password = computed(() => typedPassword.value ?? about.value?.password);

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
    await loadCards();
  });
}

export async function refreshMerchants(): Promise<void> {
  merchants.value = (await ask<{ merchants: readonly SeenMerchant[] }>("/v1/merchants")).merchants;
}

async function loadCards(): Promise<void> {
  const path = `/v1/merchants/${encodeURIComponent(merchant.value)}/test-cards`;
  testCards.value = (await ask<{ cards: readonly TestCard[] }>(path)).cards;
}
