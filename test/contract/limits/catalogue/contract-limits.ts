import type { Operation } from "../../../../server/domain/request/operation.ts";
import type { Row } from "../limit.ts";
import { fixed } from "../text-limits.ts";

/** What the documents say about one contract. */
export interface ContractLimits {
  readonly name: string;
  readonly operation: Operation;
  readonly version: number;
  /** The fields that the specification lists for it; they must be known and be marked so. */
  readonly listed: readonly Row[];
  /** Fields that other public pages list for it; they must be known too. */
  readonly assumed: readonly Row[];
  /** Fields for which it is open whether this version has them; where it does, these limits hold. */
  readonly possible: readonly Row[];
  /** Members without which a request is refused, the group before its members. */
  readonly required: readonly string[];
  /** Further fields of the smallest body that is taken. */
  readonly minimal: readonly string[];
  /** Members that this version must not know, each by the path of a leaf. */
  readonly absent: readonly string[];
}

type Told = Partial<ContractLimits> & Pick<ContractLimits, "required">;

/** Interface section 4: "not listed" for these two, and not part of the balance inquiry at all. */
const NAMED_ELSEWHERE = /^(INITIATE_CHECKOUT|CREATE_OR_UPDATE_RISK_ASSESSMENT|PAYMENT_OPTIONS_INQUIRY)$/u;
const SPECIFIED =
  /^(?!INITIATE_CHECKOUT|CREATE_OR_UPDATE_RISK_ASSESSMENT|PAYMENT_OPTIONS_INQUIRY|BALANCE_INQUIRY)/u;

export function contract(operation: Operation, version: number, told: Told): ContractLimits {
  const { listed = [], assumed = [] } = told;
  const apiOperation: Row = ["apiOperation", fixed(operation)];
  return {
    name: `${operation} ${String(version)}`,
    operation,
    version,
    possible: [],
    minimal: [],
    absent: [],
    ...told,
    listed: SPECIFIED.test(operation) ? [apiOperation, ...listed] : listed,
    assumed: NAMED_ELSEWHERE.test(operation) ? [apiOperation, ...assumed] : assumed,
  };
}

const CARD = "sourceOfFunds.provided.card";

/** A card of which the smallest body that needs one consists. */
export const CARD_MEMBERS = [`${CARD}.number`, `${CARD}.expiry.month`, `${CARD}.expiry.year`];

export const REQUIRED_PAYMENT = ["apiOperation", "order", "order.amount", "order.currency"];
export const REQUIRED_TRANSACTION_MONEY = [
  "apiOperation",
  "transaction",
  "transaction.amount",
  "transaction.currency",
];

/** No version before 64 has the group (and the specification gives it to pay 100 only). */
export const NO_ACCOUNT_FUNDING = ["accountFunding.senderType", "accountFunding.recipient.firstName"];
export const NO_AGREEMENT = ["agreement.id", "agreement.type", "agreement.recurring.numberOfPayments"];
/** Of the agreement group, what only pay version 100 lists. */
export const NO_AGREEMENT_100 = [
  "agreement.customData",
  "agreement.minimumAmountPerPayment",
  "agreement.retailer.tradingName",
];
