/** What outlives a page of the merchant until the payer is back, under the names that merchants' pages know (assumption A291). */
const KEYS = {
  session: "HostedCheckout_sessionId",
  container: "HostedCheckout_embedContainer",
  merchantState: "HostedCheckout_merchantState",
} as const;

export function remember(key: keyof typeof KEYS, value: string): void {
  sessionStorage.setItem(KEYS[key], value);
}

export function recall(key: keyof typeof KEYS): string | undefined {
  return sessionStorage.getItem(KEYS[key]) ?? undefined;
}

export function forget(...keys: readonly (keyof typeof KEYS)[]): void {
  for (const key of keys) sessionStorage.removeItem(KEYS[key]);
}
