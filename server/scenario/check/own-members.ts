import { holdsCardNumber } from "../../domain/card.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { ResponseFault } from "./response-fault.ts";

/** Members of an answer that say what happened: a scenario cannot say anything else (assumption A207). */
const OF_SANDBOX: readonly string[] = [
  ...[
    "correlationId",
    "gatewayEntryPoint",
    "merchant",
    "result",
    "timeOfLastUpdate",
    "timeOfRecord",
    "version",
  ],
  ...[
    "amount",
    "creationTime",
    "currency",
    "id",
    "lastUpdatedTime",
    "merchantAmount",
    "merchantCurrency",
  ].map((name) => `order.${name}`),
  ...["status", "totalAuthorizedAmount", "totalCapturedAmount", "totalDisbursedAmount"].map(
    (name) => `order.${name}`,
  ),
  "order.totalRefundedAmount",
  ...["amount", "currency", "id", "type"].map((name) => `transaction.${name}`),
  "response.gatewayCode",
];

/** Members that the rule says in words of its own. */
const OF_RULE: Readonly<Record<string, string>> = {
  "response.acquirerCode": "acquirerCode",
  "response.acquirerMessage": "acquirerMessage",
  "response.cardSecurityCode.gatewayCode": "securityCodeResult",
  "response.cardholderVerification.avs.gatewayCode": "addressResult",
  "risk.response.gatewayCode": "risk",
};

/** What a rule's response must leave to the sandbox, or say elsewhere. */
export function ownMembersIn(response: JsonObject): readonly ResponseFault[] {
  const own = OF_SANDBOX.map((path) => ({ path, message: "the sandbox fills this itself" }));
  const said = Object.entries(OF_RULE).map(([path, member]) => ({
    path,
    message: `the sandbox fills this itself, from "${member}" of the rule`,
  }));
  return [...own, ...said]
    .filter(({ path }) => valueAt(response, path) !== undefined)
    .map(({ path, message }) => ({ pointer: `/${path.replaceAll(".", "/")}`, isOfName: true, message }));
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
