import { holdsCardNumber } from "../../domain/card.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { ResponseFault } from "./response-fault.ts";

/** Why a scenario has no say in a member. */
const BY_OUTCOME = 'it follows from "outcome" of the rule';
const OF_REQUEST = "it is what the request says";
const OF_TIME = "it is told by the clock";
const OF_HISTORY = "it is counted from what was done to the order";

/** Members of an answer that say what happened: a scenario cannot say anything else (assumption A207). */
const OWN: Readonly<Record<string, string>> = {
  correlationId: OF_REQUEST,
  gatewayEntryPoint: OF_REQUEST,
  merchant: OF_REQUEST,
  result: BY_OUTCOME,
  timeOfLastUpdate: OF_TIME,
  timeOfRecord: OF_TIME,
  version: OF_REQUEST,
  "order.amount": OF_REQUEST,
  "order.creationTime": OF_TIME,
  "order.currency": OF_REQUEST,
  "order.id": OF_REQUEST,
  "order.lastUpdatedTime": OF_TIME,
  "order.merchantAmount": OF_REQUEST,
  "order.merchantCurrency": OF_REQUEST,
  "order.status": BY_OUTCOME,
  "order.totalAuthorizedAmount": `${OF_HISTORY}; "approvedAmount" of the rule makes it less`,
  "order.totalCapturedAmount": OF_HISTORY,
  "order.totalDisbursedAmount": OF_HISTORY,
  "order.totalRefundedAmount": OF_HISTORY,
  "transaction.amount": OF_REQUEST,
  "transaction.currency": OF_REQUEST,
  "transaction.id": OF_REQUEST,
  "transaction.type": OF_REQUEST,
  "response.gatewayCode": BY_OUTCOME,
  "response.acquirerCode": 'say it by "acquirerCode" of the rule',
  "response.acquirerMessage": 'say it by "acquirerMessage" of the rule',
  "response.cardSecurityCode.gatewayCode": 'say it by "securityCodeResult" of the rule',
  "response.cardholderVerification.avs.gatewayCode": 'say it by "addressResult" of the rule',
  "risk.response.gatewayCode": 'say it by "risk" of the rule',
};

/** What a rule's response must leave to the sandbox, or say elsewhere. */
export function ownMembersIn(response: JsonObject): readonly ResponseFault[] {
  return Object.entries(OWN)
    .filter(([path]) => valueAt(response, path) !== undefined)
    .map(([path, instead]) => ({
      pointer: `/${path.replaceAll(".", "/")}`,
      isOfName: true,
      message: `the sandbox fills "${path}" itself: leave it out, ${instead}`,
    }));
}

/** Nothing ever shows a card number, test number or not. */
export function cardNumbersIn(value: Json | undefined, pointer = ""): readonly ResponseFault[] {
  if (typeof value === "string" && holdsCardNumber(value))
    return [{ pointer, isOfName: false, message: "an answer never shows a card number: mask it" }];
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries<Json | undefined>(value).flatMap(([name, member]) =>
    cardNumbersIn(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
