import type { Json, JsonObject } from "../../../domain/json.ts";
import type { AddressResult, Outcome, SecurityCodeResult } from "../../../domain/order/outcome.ts";
import { RISK_MEANINGS } from "../../../domain/order/outcome.ts";
import type { Transaction } from "../../../domain/order/order.ts";
import { networkIdOf, stanOf } from "../made-up/acquirer-data.ts";

/** The acquirer's letter for each result of the security code check (assumption A93). */
const SECURITY_CODE_LETTERS: Readonly<Record<SecurityCodeResult, string>> = {
  MATCH: "M",
  NOT_PRESENT: "S",
  NOT_PROCESSED: "P",
  NOT_SUPPORTED: "U",
  NO_MATCH: "N",
};

const ADDRESS_LETTERS: Readonly<Record<AddressResult, string>> = {
  ADDRESS_MATCH: "A",
  ADDRESS_ZIP_MATCH: "X",
  NAME_ADDRESS_MATCH: "O",
  NAME_MATCH: "K",
  NAME_ZIP_MATCH: "L",
  NOT_AVAILABLE: "U",
  NOT_REQUESTED: "0",
  NOT_VERIFIED: "G",
  NO_MATCH: "N",
  SERVICE_NOT_AVAILABLE_RETRY: "R",
  SERVICE_NOT_SUPPORTED: "S",
  ZIP_MATCH: "W",
};

/** Unless a scenario says otherwise the risk service lets everything pass (assumption A94). */
export function riskResponse({ risk = "ACCEPT" }: Outcome): JsonObject {
  const { gatewayCode, review } = RISK_MEANINGS[risk];
  return { gatewayCode, review: { decision: review } };
}

/** Members are in alphabetical order, and only there when they have a value. */
export function responseGroup(outcome: Outcome, hasRisk: boolean): JsonObject {
  const { acquirerCode, acquirerMessage, address, securityCode } = outcome;
  const group: Record<string, Json> = {};
  if (acquirerCode !== undefined) group["acquirerCode"] = acquirerCode;
  if (acquirerMessage !== undefined) group["acquirerMessage"] = acquirerMessage;
  if (securityCode !== undefined) {
    group["cardSecurityCode"] = {
      acquirerCode: SECURITY_CODE_LETTERS[securityCode],
      gatewayCode: securityCode,
    };
  }
  if (address !== undefined) {
    group["cardholderVerification"] = {
      avs: { acquirerCode: ADDRESS_LETTERS[address], gatewayCode: address },
    };
  }
  group["gatewayCode"] = outcome.gatewayCode;
  if (hasRisk) group["risk"] = riskResponse(outcome);
  return group;
}

/** What the issuer's network said, of transactions that asked the issuer (assumption A91). */
export function authorizationResponse(transaction: Transaction): JsonObject {
  const { acquirerCode, securityCode } = transaction.outcome;
  const group: Record<string, Json> = {};
  if (securityCode !== undefined) group["cardSecurityCodeError"] = SECURITY_CODE_LETTERS[securityCode];
  group["commercialCard"] = "888";
  group["commercialCardIndicator"] = "3";
  group["financialNetworkCode"] = "777";
  group["posEntryMode"] = "812";
  group["processingCode"] = "003000";
  if (acquirerCode !== undefined) group["responseCode"] = acquirerCode;
  group["stan"] = stanOf(transaction);
  group["transactionIdentifier"] = networkIdOf(transaction);
  return group;
}
