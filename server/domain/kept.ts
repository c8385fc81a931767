/**
 * What a merchant has that is kept within limits: its name in sentences, and the limits of it. A limit is a setting, a
 * member of the merchant file and an option of `createSandbox()`. What has a name here is counted when it is evicted: in the
 * metrics, the log, the list of merchants and the notes of exchanges.
 */
export const KEPT = {
  orders: { one: "order", many: "orders", limits: ["ordersKept", "daysKept"] },
  sessions: { one: "session", many: "sessions", limits: ["sessionsKept"] },
  tokens: { one: "token", many: "tokens", limits: ["tokensKept"] },
  riskAssessments: { one: "risk assessment", many: "risk assessments", limits: ["recordsKept"] },
  enrollmentChecks: { one: "check of enrollment", many: "checks of enrollment", limits: ["recordsKept"] },
} as const;

export type Kept = keyof typeof KEPT;
export const KEPT_NAMES = Object.keys(KEPT) as readonly Kept[];

export type KeptLimit = (typeof KEPT)[Kept]["limits"][number];

/** Undefined: there is no such limit. */
export type KeptLimits = { readonly [L in KeptLimit]: number | undefined };

export const KEPT_LIMITS: readonly KeptLimit[] = [
  ...new Set(KEPT_NAMES.flatMap((name): readonly KeptLimit[] => KEPT[name].limits)),
];

/** A value for each limit. */
export function ofKeptLimits<V>(valueOf: (limit: KeptLimit) => V): { readonly [L in KeptLimit]: V } {
  return Object.fromEntries(KEPT_LIMITS.map((limit) => [limit, valueOf(limit)])) as {
    readonly [L in KeptLimit]: V;
  };
}

/** The variable of the environment: SANDBOX_ORDERS_KEPT for ordersKept. */
export function settingOf(limit: KeptLimit): string {
  return `SANDBOX_${wordsOf(limit).join("_").toUpperCase()}`;
}

/** `risk`, `assessments` of riskAssessments. */
export function wordsOf(name: Kept | KeptLimit): readonly string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}
