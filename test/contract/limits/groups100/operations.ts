import { money } from "../groups/order.ts";
import { under, type Row } from "../limit.ts";
import { oneOf, text } from "../text-limits.ts";
import { anyText, enumeration } from "../text-limits.ts";
import { dateTime, decimal, url } from "../value-limits.ts";

// Members of the checkout session and of the risk assessment, as version 100 has them.

export const payment100: readonly Row[] = [...money, ["order.netAmount", decimal()]];

export const checkout100: readonly Row[] = [
  ["interaction.operation", oneOf("AUTHORIZE", "NONE", "PURCHASE", "VERIFY"), "R"],
  ["order.id", text(1, 40), "R"],
  ...payment100,
  ["order.description", text(1, 127)],
];
/** Seen in published requests, without limits. */
export const checkoutSeen: readonly Row[] = under("interaction", [
  ["merchant.name", anyText],
  ["returnUrl", { ...url, taken: ["https://shop.example.com/back"], refused: [] }],
  ["cancelUrl", { ...url, taken: ["https://shop.example.com/cancel"], refused: [] }],
  ["locale", { ...anyText, taken: ["en_US"] }],
]);

export const riskTransaction100: readonly Row[] = under("transaction", [
  ["creationDate", dateTime],
  [
    "source",
    oneOf(
      "CALL_CENTRE",
      "CARD_PRESENT",
      "INTERNET",
      "MAIL_ORDER",
      "MERCHANT",
      "TELEPHONE_ORDER",
      "VOICE_RESPONSE",
    ),
  ],
  [
    "type",
    oneOf(
      "AUTHORIZATION",
      "AUTHORIZATION_UPDATE",
      "CAPTURE",
      "OTHER",
      "PAYMENT",
      "REFUND",
      "REFUND_AUTHORIZATION",
      "VERIFICATION",
      "VOID_AUTHORIZATION",
      "VOID_CAPTURE",
      "VOID_PAYMENT",
      "VOID_REFUND",
    ),
  ],
]);

export const browserPayment100: readonly Row[] = [
  ["browserPayment.operation", enumeration(["AUTHORIZE", "PAY"], ["ACCOUNTSETUP"]), "R"],
];
/** Neutral names are the contract; the further providers of version 100 are open. */
export const browserType100: readonly Row[] = [
  ["sourceOfFunds.type", enumeration(["PROVIDER_A", "PROVIDER_B", "PROVIDER_C"], "any"), "R"],
];
/** A risk assessment is of a card; which further types it takes is open. */
export const riskType100: readonly Row[] = [["sourceOfFunds.type", enumeration(["CARD"], "any")]];
export const balanceType100: readonly Row[] = [["sourceOfFunds.type", oneOf("CARD", "GIFT_CARD"), "R"]];
