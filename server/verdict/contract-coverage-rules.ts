import { INTERACTIONS } from "../domain/checkout.ts";
import { OPERATIONS } from "../domain/operation.ts";
import type { Operation } from "../domain/operation.ts";
import { balanceInquiryRules, riskAssessmentRules } from "../domain/operations/card-requests.ts";
import { checkoutRules } from "../domain/operations/checkout.ts";
import { OPERATION_DEFINITIONS } from "../domain/operations/index.ts";
import { sessionOfOrder, sessionRules, sessionUseRules } from "../domain/rules/session.ts";
import { tokenMadeRules, tokenUseRules } from "../domain/rules/token.ts";

/** A rule of meaning, and which operations ask it. */
export interface AskedRule {
  readonly id: string;
  readonly source: string;
  readonly operations: readonly Operation[];
}

type Rules = readonly Pick<AskedRule, "id" | "source">[];

/** Sessions and tokens are named by every operation that has a source of funds. */
const OF_SOURCES: Rules = [...sessionUseRules, sessionOfOrder, ...tokenUseRules];

const CHECKOUT: Rules = Object.keys(INTERACTIONS).flatMap((operation) =>
  checkoutRules({ interaction: { operation } }),
);

/** All rules that refuse requests of an operation, in order of precedence. */
function rulesOf(operation: Operation): Rules {
  switch (operation) {
    case "BALANCE_INQUIRY":
      return [...OF_SOURCES, ...balanceInquiryRules];
    case "CREATE_CHECKOUT_SESSION":
    case "INITIATE_CHECKOUT":
      return CHECKOUT;
    case "CREATE_OR_UPDATE_RISK_ASSESSMENT":
      return [...OF_SOURCES, ...riskAssessmentRules];
    case "CREATE_OR_UPDATE_TOKEN":
    case "CREATE_TOKEN":
      return [...OF_SOURCES, ...tokenMadeRules];
    case "CREATE_SESSION":
      return [];
    case "UPDATE_SESSION":
      return sessionRules;
    default:
      return [...OF_SOURCES, ...OPERATION_DEFINITIONS[operation].rules];
  }
}

/** Every rule once, with all operations that ask it. */
export const ASKED_RULES: readonly AskedRule[] = askedRules();

function askedRules(): readonly AskedRule[] {
  const rules = new Map<string, AskedRule>();
  for (const operation of OPERATIONS) {
    for (const { id, source } of rulesOf(operation)) {
      const { operations } = rules.get(id) ?? { operations: [] };
      rules.set(id, { id, source, operations: [...new Set([...operations, operation])] });
    }
  }
  return [...rules.values()];
}
