import { all, computed, group, list } from "../members/shape.ts";
import { ADDRESS } from "./addresses.ts";

/** One line of an order or transaction. */
export const ITEM = list({
  ...all("text", "brand category description industryCategory name sku unitOfMeasure"),
  ...all("number", "quantity unitDiscountAmount unitPrice unitTaxAmount"),
  detail: group({
    ...all("text", "acquirerCustom commodityCode unitTaxType unspsc upc"),
    ...all("number", "unitDiscountRate unitTaxRate"),
    tax: list({ ...all("number", "amount rate"), type: "text" }),
  }),
});

/** The members of the order group that the gateway fills itself. */
export const ORDER_OWN = [
  ...(["amount", "authenticationStatus", "chargeback", "creationTime", "currency", "fundingStatus"] as const),
  ...(["id", "lastUpdatedTime", "merchantAmount", "merchantCategoryCode", "merchantCurrency"] as const),
  ...(["status", "totalAuthorizedAmount", "totalCapturedAmount", "totalDisbursedAmount"] as const),
  "totalRefundedAmount",
] as const;

export const SUB_MERCHANT = group({
  address: ADDRESS,
  ...all("text", "bankIndustryCode disputeContactPhone email governmentCountryCode identifier marketplaceId"),
  ...all("text", "phone registeredName tradingName websiteUrl"),
});

export const MERCHANT_CHARGE = computed({ amount: "number", type: "text" });
export const WALLET = computed({ walletF: computed({ callId: "own" }) });

/** The order group: the gateway's own members, and what the merchant said of the order (interface 2.3 to 2.6, 2.14). */
export const ORDER = computed({
  acceptPartialAmount: "flag",
  ...all("own", ORDER_OWN.join(" ")),
  ...all("text", "customerNote customerOrderDate customerReference description invoiceNumber"),
  ...all(
    "text",
    "industryPracticePaymentReason merchantPartnerIdCode notificationUrl owningEntity productSKU",
  ),
  ...all(
    "text",
    "purchaseType recurringPaymentAgreement reference requestorName taxRegistrationId taxStatus",
  ),
  ...all("text", "walletIndicator walletProvider"),
  ...all(
    "number",
    "dutyAmount gratuityAmount itemAmount netAmount shippingAndHandlingAmount surchargeAmount",
  ),
  ...all("number", "shippingAndHandlingTaxAmount shippingAndHandlingTaxRate taxAmount"),
  custom: "custom",
  discount: group({ amount: "number", ...all("text", "code description") }),
  item: ITEM,
  marketplace: group({ retailerLocation: "text" }),
  merchantCharge: MERCHANT_CHARGE,
  statementDescriptor: group({ address: ADDRESS, ...all("text", "name phone websiteUrl") }),
  subMerchant: SUB_MERCHANT,
  tax: list({ ...all("number", "amount rate"), type: "text" }),
  wallet: WALLET,
});
