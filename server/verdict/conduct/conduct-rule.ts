import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import type { Steps } from "../../domain/steps.ts";
import type { ReportPlace, ReportSeverity } from "../../report/report.ts";

/** One thing that a client did, and the exchanges that show it. */
export interface Remark {
  readonly message: string;
  readonly exchanges: readonly string[];
  /** How often it was seen. */
  readonly count: number;
  /** Where the contract says so; undefined when it is not about one. */
  readonly place?: ReportPlace | undefined;
}

/** Something that a client should not do, though each of its requests may be right. */
export interface ConductRule {
  /** Also the name of its page: docs/findings.md#<id>. */
  readonly id: string;
  readonly severity: ReportSeverity;
  /** What is wrong when it is broken: the headline of an issue. */
  readonly title: string;
  /** What holds when it is kept: the name of a case that passes or fails. */
  readonly duty: string;
  /** Why it matters, in one sentence. */
  readonly reason: string;
  /** Whether it is looked for when nobody asks. */
  readonly isOnByDefault: boolean;
  /** Whether it compares times, so that a clock that stands still tells nothing. */
  readonly needsTime: boolean;
  /** The exchanges of one merchant, the oldest first, and the notifications that came of them; in steps if it may take long. */
  readonly find: (
    exchanges: readonly Exchange[],
    notifications: readonly Notification[],
  ) => readonly Remark[] | Steps<readonly Remark[]>;
}

export function helpOf({ id }: Pick<ConductRule, "id">): string {
  return `docs/findings.md#${id}`;
}
