/** What a reset of a merchant can be about, each alone or together with others. */
export const RESET_PARTS = ["orders", "journal", "counters", "clock", "armed", "coverage"] as const;
export type ResetPart = (typeof RESET_PARTS)[number];
