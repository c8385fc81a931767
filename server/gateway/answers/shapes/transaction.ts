import { all, computed, group, list } from "../shape.ts";
import { ITEM } from "./item.ts";

const OWN =
  "amount authenticationStatus authorizationCode currency frequency funding id receipt source stan " +
  "targetTransactionId terminal type";

/** The transaction group: the gateway's own members, and what the request said of this transaction. */
export const TRANSACTION = computed({
  ...all("own", OWN),
  acquirer: computed({
    ...all("own", "batch date id merchantId settlementDate time timeZone"),
    ...all("text", "customData traceId transactionId"),
  }),
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
