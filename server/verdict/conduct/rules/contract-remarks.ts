import type { Exchange } from "../../../domain/record/exchange.ts";
import type { Finding } from "../../../domain/record/finding.ts";
import { refusedEarly } from "../../../journal/finding-tally.ts";
import type { FindingGroup } from "../../../journal/finding-tally.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { refusedIdsOf } from "./card-number-in-free-text.ts";
import { placeInContract } from "../../../report/report.ts";

/** Which kind of breach a finding is; each has a rule of its own. */
export type Breach = "unknown-member" | "number-for-text" | "other";

/** What of a finding tells its kind. */
type Judged = Pick<Finding, "code" | "expected" | "got" | "severity">;

interface Seen {
  readonly exchange: Exchange;
  readonly finding: Finding;
}

/** What was refused before a contract could remark on it: a body that is no JSON, an apiOperation that there is not. */
export function earlyRefusalsIn(exchanges: readonly Exchange[]): readonly Remark[] {
  const seen = exchanges.flatMap((exchange) => {
    const refusal = refusedEarly(exchange);
    // A card number for an id has a rule of its own.
    return refusal === undefined || refusedIdsOf(exchange).length > 0 ? [] : [{ exchange, refusal }];
  });
  const groups = groupedBy(seen, ({ exchange, refusal }) =>
    JSON.stringify([exchange.request.operation, refusal.reason, refusal.fault?.field]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { exchange, refusal } = first;
    const message = `${exchange.request.operation ?? "The request"}: ${refusal.explanation}`;
    return [{ message, exchanges: same.map((it) => it.exchange.id), count: same.length }];
  });
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
      place: placeInContract(finding.contract),
    },
  ];
}

/** Whether a rule of conduct tells of the findings of a group, when it looks at their exchanges. */
export function isOfConduct({ severity, code, first }: FindingGroup): boolean {
  const { got = "", expected = "" } = first;
  return code === undefined || breachOf({ severity, code, got, expected }) !== undefined;
}

/** Undefined for what the contract only notes, and for deviations that the other rules are not about. */
function breachOf(finding: Judged): Breach | undefined {
  if (finding.severity === "note") return undefined;
  if (finding.code === "unknown") return "unknown-member";
  if (isNumberForText(finding)) return "number-for-text";
  return finding.severity === "violation" ? "other" : undefined;
}

/** Findings show texts in quotes and numbers as they are, or hidden when they are secret. */
function isNumberForText({ code, got, expected }: Judged): boolean {
  return code === "type" && /^(-?\d|x+$)/.test(got) && /\btext\b|^one of /.test(expected);
}

export const brokenContract: ConductRule = {
  id: "broken-contract",
  severity: "error",
  title: "A request that violates its contract",
  duty: "Every request complies with its contract",
  reason: "The gateway refuses it: the payer cannot pay, however good the card.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => [...breachesOf(exchanges, "other"), ...earlyRefusalsIn(exchanges)],
};

export const numbersWhereText: ConductRule = {
  id: "numbers-where-text",
  severity: "error",
  title: "A number where text is required",
  duty: "Text is sent where text is required",
  reason:
    "As a number, 10.10 becomes 10.1 and a long id loses its last digits: amounts and ids become wrong.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => breachesOf(exchanges, "number-for-text"),
};

export const unknownMembers: ConductRule = {
  id: "unknown-members",
  severity: "error",
  title: "A member that the API version does not know",
  duty: "Every member is known to the API version",
  reason: "A strict gateway refuses the payment, and a lenient one silently ignores what you meant.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => breachesOf(exchanges, "unknown-member"),
};
