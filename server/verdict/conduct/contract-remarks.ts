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
function breachOf(finding: Finding): Breach | undefined {
  if (finding.severity === "note") return undefined;
  if (finding.code === "unknown") return "unknown-member";
  if (isNumberForText(finding)) return "number-for-text";
  return finding.severity === "violation" ? "other" : undefined;
}

/** Findings show texts in quotes and numbers as they are, or hidden when they are secret. */
function isNumberForText({ code, got, expected }: Finding): boolean {
  return code === "type" && /^(-?\d|x+$)/.test(got) && /\btext\b|^one of /.test(expected);
}
