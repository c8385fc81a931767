import { amountAt } from "../request/instruction.ts";
import type { Instruction } from "../request/instruction.ts";
import { textAt, valueAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { formatAmount } from "../money.ts";
import { demanded, invalid } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";
import { isoDate } from "../time.ts";

/** Of every request that may name an agreement, whether it makes a transaction or not. */
type AgreementRule = Rule<{
  readonly instruction: Pick<Instruction, "body" | "carries">;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
}>;

/** Types of payments that use stored values under an agreement (interface section 2.9). */
const SERIES = ["INDUSTRY_PRACTICE", "INSTALLMENT", "RECURRING", "UNSCHEDULED"];

/**
 * An agreement of a series has an id, and so has what the merchant initiates, as that uses stored values
 * (interface section 2.9; assumption A124).
 */
export const agreementIdGiven: AgreementRule = {
  id: "agreement-id-given",
  source: "interface section 2.9; assumption A124",
  topic: "storedValues",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    if (textAt(body, "agreement.id") !== undefined) return undefined;
    const type = textAt(body, "agreement.type") ?? "OTHER";
    if (SERIES.includes(type))
      return demanded(instruction, "agreement.id", `A payment of type ${type} requires it`);
    return usesStoredValues(body)
      ? demanded(
          instruction,
          "agreement.id",
          "A payment under an agreement that uses stored card details requires it",
        )
      : undefined;
  },
};

/** A payer who pays with stored details has no agreement, and needs none. */
function usesStoredValues(body: JsonObject): boolean {
  const isMerchants = textAt(body, "transaction.source") === "MERCHANT";
  return isMerchants || (isStored(body) && valueAt(body, "agreement") !== undefined);
}

/** A token is stored details, unless the request says what its details are. */
function isStored(body: JsonObject): boolean {
  const said = textAt(body, "sourceOfFunds.provided.card.storedOnFile");
  return said === undefined ? valueAt(body, "sourceOfFunds.token") !== undefined : said === "STORED";
}

/** Version 60 has the member in a group of its own, later ones beside the type (interface section 2.9). */
const VARIABILITY = ["agreement.amountVariability", "agreement.recurring.amountVariability"] as const;

export const amountVariabilityGiven: AgreementRule = {
  id: "amount-variability-given",
  source: "interface section 2.9",
  topic: "agreement",
  refuses: ({ instruction }) => {
    const { body, carries } = instruction;
    const isGiven = VARIABILITY.some((path) => textAt(body, path) !== undefined);
    if (textAt(body, "agreement.type") !== "RECURRING" || isGiven) return undefined;
    const field = VARIABILITY.find(carries) ?? VARIABILITY[0];
    return demanded(instruction, field, "A recurring agreement needs it: FIXED or VARIABLE");
  },
};

const MAXIMUM = "agreement.maximumAmountPerPayment";

export const amountsOfAgreement: AgreementRule = {
  id: "amounts-of-agreement",
  source: "assumption A125",
  topic: "agreement",
  refuses: ({ instruction: { body } }) => {
    const [minimum, maximum] = [amountAt(body, "agreement.minimumAmountPerPayment"), amountAt(body, MAXIMUM)];
    if (minimum === undefined || maximum === undefined || minimum <= maximum) return undefined;
    const fault = `It must not be less than the minimum, which is ${formatAmount(minimum)}`;
    return invalid(MAXIMUM, formatAmount(maximum), fault);
  },
};

/** Days are those of UTC (assumption A126). */
export const agreementStartsLater: AgreementRule = {
  id: "agreement-starts-later",
  source: "assumption A126",
  topic: "agreement",
  refuses: ({ instruction: { body }, now }) => {
    const start = textAt(body, "agreement.startDate");
    if (start === undefined) return undefined;
    const today = isoDate(now);
    return start >= today
      ? undefined
      : invalid("agreement.startDate", start, `It is in the past; the merchant's clock says ${today}`);
  },
};

export const agreements: readonly AgreementRule[] = [
  agreementIdGiven,
  amountVariabilityGiven,
  amountsOfAgreement,
  agreementStartsLater,
];
