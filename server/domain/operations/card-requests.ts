import type { CardRequestContext } from "../card-request.ts";
import type { Rule } from "../rule.ts";
import { tracksAgree } from "../rules/card.ts";
import { cardNumberGiven, oneCard } from "../rules/card-request.ts";
import { currencyAccepted } from "../rules/merchant.ts";
import { assessmentOpen, processingResponseWithInformation } from "../rules/risk-assessment.ts";
import type { RiskContext } from "../rules/risk-assessment.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { terminals } from "../rules/terminal.ts";

/** Of the balance inquiry, in order of precedence. */
export const balanceInquiryRules: readonly Rule<CardRequestContext>[] = [
  currencyAccepted,
  oneCard,
  cardNumberGiven,
  ...terminals,
  tracksAgree,
];

/** Of the risk assessment, in order of precedence. */
export const riskAssessmentRules: readonly Rule<RiskContext>[] = [
  assessmentOpen,
  processingResponseWithInformation,
  currencyAccepted,
  cardNumberGiven,
  ...terminals,
  tracksAgree,
  sensitiveDataRefused,
];
