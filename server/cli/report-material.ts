import type { Exchange } from "../domain/exchange.ts";
import type { Report, ReportTable } from "../report/report.ts";
import type { ContractCoverage } from "../verdict/contract-coverage.ts";
import type { Findings } from "../verdict/findings.ts";
import type { OutcomeAt } from "../verdict/outcome-series.ts";

export interface MaterialWish {
  /** Undefined: all merchants, and those who never proved to be one. */
  readonly merchant: string | undefined;
  /** Whether somebody wants the traffic itself: a long file has more than the memory. */
  readonly keepsExchanges: boolean;
}

/** Everything that a report of everything is made of, from a running sandbox or from a journal file. */
export interface ReportMaterial {
  /** What was looked at. */
  readonly subject: string;
  /** Undefined: the traffic was read from a file. */
  readonly url: string | undefined;
  readonly findings: Findings;
  readonly contractCoverage: ContractCoverage;
  /** A report with cases, or the rules that answered when it is not known which ones there are. */
  readonly scenarios: Report | ReportTable;
  readonly outcomes: readonly OutcomeAt[];
  /** Undefined: nobody wants the traffic itself. */
  readonly exchanges: readonly Exchange[] | undefined;
}
