import type { AskedOperation, DecidedOperation } from "../../domain/request/operation.ts";
import {
  DECIDED_OPERATIONS,
  FORM_OPERATIONS,
  isAuthenticationOperation,
  TRANSACTION_OPERATIONS,
} from "../../domain/request/operation.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import type { When } from "../conditions.ts";
import { canAnswerBalance } from "../decide/card-inquiries.ts";
import { canBreakForm } from "../decide/form.ts";
import { kindOf } from "../decide/rules.ts";
import type { ActiveScenario, RuleEntry } from "../scenario-file.ts";

/** A file that could be read, with the places of its values. */
export interface CheckedFile {
  /** What settings and `extends` call it. */
  readonly called: string;
  readonly source: YamlSource;
  readonly scenario: ActiveScenario;
}

/** A rule with its place in its file. */
export interface CheckedRule {
  /** The file, as settings and `extends` call it. */
  readonly fileName: string;
  readonly source: YamlSource;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly entry: RuleEntry;
  readonly when: When;
  /** What it can be asked for, by its kind and its condition on the operation. */
  readonly operations: readonly AskedOperation[];
  /** Whether it always decides when its conditions hold. */
  readonly decides: boolean;
}

const AUTHENTICATIONS: readonly DecidedOperation[] = DECIDED_OPERATIONS.filter(isAuthenticationOperation);
const PAYMENTS: readonly DecidedOperation[] = TRANSACTION_OPERATIONS.filter(
  (operation) => !isAuthenticationOperation(operation),
);
const PAYMENTS_AND_BALANCE: readonly DecidedOperation[] = [...PAYMENTS, "BALANCE_INQUIRY"];

/** The rules of one file. */
export function checkedRules({ called, source, scenario }: CheckedFile): readonly CheckedRule[] {
  return (scenario.content.rules ?? []).map((entry, index) => {
    const when = entry.when ?? {};
    return {
      fileName: called,
      source,
      pointer: `/rules/${index}`,
      entry,
      when,
      operations: asked(entry, when),
      decides: kindOf(entry) !== "effects" && (entry.chance ?? 1) === 1,
    };
  });
}

/** Of several files in the order in which they are asked: by priority, then by file, then by place. */
export function inAskingOrder(rules: readonly (readonly CheckedRule[])[]): readonly CheckedRule[] {
  return rules.flat().sort((one, other) => (other.entry.priority ?? 0) - (one.entry.priority ?? 0));
}

/** Some outcomes are for balance inquiries as well. */
function operationsOf(entry: RuleEntry): readonly DecidedOperation[] {
  switch (kindOf(entry)) {
    case "payment":
      return canAnswerBalance({ entry, kind: "payment" }) ? PAYMENTS_AND_BALANCE : PAYMENTS;
    case "authentication":
      return AUTHENTICATIONS;
    case "balance":
      return ["BALANCE_INQUIRY"];
    case "risk":
      return ["CREATE_OR_UPDATE_RISK_ASSESSMENT"];
    case "effects":
      return DECIDED_OPERATIONS;
  }
}

/** The same list where nothing is left out: thousands of rules name no operation. */
function asked(entry: RuleEntry, { operation }: When): readonly AskedOperation[] {
  const operations = operationsOf(entry);
  if (operation === undefined) return operations;
  const wanted = textsOf(operation);
  const nameable = canBreakForm(kindOf(entry)) ? [...operations, ...FORM_OPERATIONS] : operations;
  return nameable.filter((it) => wanted.includes(it));
}
