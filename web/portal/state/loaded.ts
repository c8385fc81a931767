import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { ask, attempt } from "./api.ts";
import { rows } from "./feed.ts";
import { merchant } from "./session.ts";

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly reload: () => void;
}

/** What the control API answers; asked anew when the path is another, or the trigger. A late answer never hides a newer. */
export function useLoaded<T>(path: string, trigger?: string): Loaded<T> {
  const value = useSignal<T | undefined>(undefined);
  const asked = useRef(0);
  const shown = useRef(0);
  const reload = (): void => {
    const turn = ++asked.current;
    void attempt(async () => {
      const answer = await ask<T>(path);
      if (turn < shown.current) return;
      shown.current = turn;
      value.value = answer;
    });
  };
  useEffect(reload, [path, trigger]);
  return { value: value.value, reload };
}

/** What it answers below the merchant; asked anew whenever something came in for it. */
export function useOfMerchant<T>(path: string): Loaded<T> {
  return useLoaded<T>(`${rootOf(merchant.value)}${path}`, newestOfMerchant());
}

/** What comes of a request shows a little later than the request. */
const LATER_MS = 1_500;

/** The same, asked once more a little later: for what follows what came in. */
export function useWhatFollows<T>(path: string): Loaded<T> & { readonly reloadTwice: () => void } {
  const { value, reload } = useOfMerchant<T>(path);
  const later = (): number => setTimeout(reload, LATER_MS);
  const newest = newestOfMerchant();
  useEffect(() => {
    const timer = later();
    return () => {
      clearTimeout(timer);
    };
  }, [path, newest]);
  const reloadTwice = (): void => {
    reload();
    later();
  };
  return { value, reload, reloadTwice };
}

function newestOfMerchant(): string | undefined {
  return rows.value.find((row) => row.merchant === merchant.value)?.id;
}

/** Where the control API has everything about the merchant. */
export function rootOf(merchantId: string): string {
  return `/v1/merchants/${encodeURIComponent(merchantId)}`;
}
