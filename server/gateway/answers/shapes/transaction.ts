import { all, computed, group, list } from "../members/shape.ts";
import { ITEM } from "./item.ts";

/** The members of the transaction group that the gateway fills itself. */
export const TRANSACTION_OWN = [
  ...(["amount", "authenticationStatus", "authorizationCode", "currency", "frequency", "funding"] as const),
  ...(["id", "receipt", "source", "stan", "targetTransactionId", "terminal", "type"] as const),
] as const;

/** Who booked it, and when. */
export const ACQUIRER = computed({
  ...all("own", "batch date id merchantId settlementDate time timeZone"),
  ...all("text", "customData traceId transactionId"),
});

/** The transaction group: the gateway's own members, and what the request said of this transaction. */
export const TRANSACTION = computed({
  ...all("own", TRANSACTION_OWN.join(" ")),
  acquirer: ACQUIRER,
  ...all(
    "number",
    "discountAmount dutyAmount itemAmount shippingAndHandlingAmount shippingAndHandlingTaxAmount",
  ),
  ...all("number", "shippingAndHandlingTaxRate taxAmount"),
  item: ITEM,
  ...all("text", "merchantNote priorApproval reference taxStatus"),
  resubmission: "flag",
  serviceLocation: group(all("text", "city country postCodeZip stateProvinceCode")),
  tax: list({ ...all("number", "amount rate"), type: "text" }),
});
