import type { Exchange } from "../../domain/exchange.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Remark } from "./conduct-rule.ts";
import { groupedBy } from "./grouped.ts";

/** Which kind of breach a finding is; each has a rule of its own. */
export type Breach = "unknown-member" | "number-for-text" | "other";

interface Seen {
  readonly exchange: Exchange;
  readonly finding: Finding;
}

/** What the contracts remarked of one kind: once for each operation and member, however often it came. */
export function breachesOf(exchanges: readonly Exchange[], wanted: Breach): readonly Remark[] {
  const seen = exchanges.flatMap((exchange) =>
    (exchange.contract?.findings ?? [])
      .filter((finding) => breachOf(finding) === wanted)
      .map((finding) => ({ exchange, finding })),
  );
  const groups = groupedBy(seen, ({ exchange, finding }) =>
    // The members of a list are one member.
    JSON.stringify([exchange.request.operation, finding.field.replace(/\[\d+\]/g, "[]"), finding.code]),
  );
  return [...groups.values()].flatMap(remarkOn);
}

function remarkOn(seen: readonly Seen[]): readonly Remark[] {
  const [first] = seen;
  if (first === undefined) return [];
  const { exchange, finding } = first;
  const ids = [...new Set(seen.map((it) => it.exchange.id))];
  return [
    {
      message: `${exchange.request.operation ?? "The request"}: ${finding.message}`,
      exchanges: ids,
      count: ids.length,
      place: { file: `schemas/${finding.contract.file}`, pointer: finding.contract.pointer },
    },
  ];
}

/** Undefined for what the contract only notes, and for deviations that the other rules are not about. */
function breachOf({ code, severity, got, expected }: Finding): Breach | undefined {
  if (severity === "note") return undefined;
  if (code === "unknown") return "unknown-member";
  if (code === "type" && isNumber(got) && !isNumber(expected)) return "number-for-text";
  return severity === "violation" ? "other" : undefined;
}

/** `-12.5`: findings show numbers as they are, and texts in quotes. */
function isNumber(shown: string): boolean {
  return /^-?\d/.test(shown) || /\bnumber\b/.test(shown);
}
