import type { VNode } from "preact";
import { pathOf } from "../../../server/domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../../server/domain/record/exchange-row.ts";

const WORDS: Readonly<Record<Ending, string>> = {
  approved: "Approved",
  declined: "Declined",
  pending: "Pending",
  refused: "Refused",
  failed: "Failed",
  done: "Done",
};

const MERCHANT_PATH = /^\/api\/rest\/version\/[^/]+\/merchant\/[^/]+/;

/** What the gateway calls it, or else the method and what is behind the merchant's own path. */
export function nameOf(row: ExchangeRow): string {
  return row.operation ?? `${row.method} ${pathOf(row).replace(MERCHANT_PATH, "…")}`;
}

/** What came of a request: the word says it, the colour only helps. */
export function EndingBadge({ ending }: { readonly ending: Ending }): VNode {
  return <span class={`badge ${ending}`}>{WORDS[ending]}</span>;
}

export function endingWord(ending: Ending): string {
  return WORDS[ending];
}

const GOOD: ReadonlySet<string> = new Set([
  "AUTHORIZED",
  "CAPTURED",
  "PARTIALLY_CAPTURED",
  "VERIFIED",
  "DISBURSED",
]);
const WAITS: ReadonlySet<string> = new Set(["INITIATED", "REFUND_REQUESTED", "AUTHENTICATION_INITIATED"]);
const DECLINED: ReadonlySet<string> = new Set(["FAILED", "AUTHENTICATION_UNSUCCESSFUL"]);

/** The status of an order. */
export function StatusBadge({ status }: { readonly status: string }): VNode {
  return <span class={`badge ${kindOf(status)}`}>{statusWords(status)}</span>;
}

/** As people read it: PARTIALLY_CAPTURED is partially captured. */
export function statusWords(status: string): string {
  return status.replaceAll("_", " ").toLowerCase();
}

function kindOf(status: string): Ending {
  if (GOOD.has(status)) return "approved";
  if (WAITS.has(status)) return "pending";
  return DECLINED.has(status) ? "declined" : "done";
}
