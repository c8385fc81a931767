import type { Decision, Facts } from "../domain/decision.ts";

/** The active scenario files as one set of rules and tables. */
export interface Scenarios {
  /** Pure: the same facts always get the same decision. */
  readonly decide: (facts: Facts) => Decision;
  /** Every full card number that the files name: these are test cards by definition. */
  readonly testCards: ReadonlySet<string>;
  /** Changes with every change of the files. */
  readonly revision: string;
}
