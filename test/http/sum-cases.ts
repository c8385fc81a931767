import type { JsonObject } from "../../server/domain/json.ts";
import { standaloneCapture, standaloneRefund } from "../operations/situations.ts";
import { authorize, capture, CARD, pay, refund, withValue, withValues } from "../support/requests.ts";
import type { RefusalCase } from "./refusal-cases.ts";

const INVALID = { type: "INVALID" } as const;
const MISSING = { type: "MISSING" } as const;

/** Where the version has its sub-totals, and what must be so wherever it has them. */
interface Form {
  readonly group: "order" | "transaction";
  readonly version: number;
}

/** The operation and what it follows; nothing: it stands alone. */
interface Start {
  readonly name: string;
  readonly before: readonly JsonObject[];
  readonly body: (amount: string) => JsonObject;
  readonly old: number;
}

const STARTS: readonly Start[] = [
  { name: "capture", before: [authorize()], body: capture, old: 28 },
  { name: "refund", before: [pay()], body: refund, old: 24 },
  { name: "capture that stands alone", before: [], body: standaloneCapture, old: 28 },
  { name: "refund that stands alone", before: [], body: standaloneRefund, old: 24 },
];

function sumsOf({ name, before, body }: Start, { group, version }: Form): readonly RefusalCase[] {
  const where = { before, version };
  const what = `${name} in version ${version}`;
  return [
    {
      refuses: `sub-totals that are not the amount: a ${what}`,
      rule: "sub-totals-of-follow-up",
      body: withValues(body("10.00"), { [`${group}.itemAmount`]: "8.00", [`${group}.taxAmount`]: "1.00" }),
      ...{ field: "transaction.amount", ...INVALID },
      says: "It must equal the sub-totals, 9.00",
      ...where,
    },
    {
      refuses: `sub-totals that are more than the amount: a ${what}`,
      rule: "sub-totals-of-follow-up",
      body: withValue(body("10.00"), `${group}.taxAmount`, "10.01"),
      ...{ field: "transaction.amount", ...INVALID },
      says: "It must not be less than the sub-totals, 10.01",
      ...where,
    },
    {
      refuses: `a breakdown of tax above the tax: a ${what}`,
      rule: "tax-breakdown-contained",
      body: withValues(body("10.00"), {
        [`${group}.taxAmount`]: "1.00",
        [`${group}.tax`]: [{ amount: "1.01", type: "VAT" }],
      }),
      ...{ field: `${group}.taxAmount`, ...INVALID },
      says: `The breakdown in ${group}.tax adds up to 1.01, which is more`,
      ...where,
    },
    {
      refuses: `a breakdown of tax without the tax: a ${what}`,
      rule: "tax-breakdown-contained",
      body: withValue(body("10.00"), `${group}.tax`, [{ amount: "1.01", type: "VAT" }]),
      ...{ field: `${group}.taxAmount`, ...MISSING },
      says: `The breakdown in ${group}.tax adds up to 1.01`,
      ...where,
    },
    {
      refuses: `a tax on shipping above the shipping: a ${what}`,
      rule: "shipping-tax-contained",
      body: withValues(body("10.00"), {
        [`${group}.shippingAndHandlingAmount`]: "2.00",
        [`${group}.shippingAndHandlingTaxAmount`]: 2.01,
      }),
      ...{ field: `${group}.shippingAndHandlingTaxAmount`, ...INVALID },
      says: `It must be included in ${group}.shippingAndHandlingAmount, which is 2.00`,
      ...where,
    },
    {
      refuses: `a tax on shipping without the shipping: a ${what}`,
      rule: "shipping-tax-contained",
      body: withValue(body("10.00"), `${group}.shippingAndHandlingTaxAmount`, 2.01),
      ...{ field: `${group}.shippingAndHandlingAmount`, ...MISSING },
      says: `It must include the tax in ${group}.shippingAndHandlingTaxAmount`,
      ...where,
    },
  ];
}

/** What later versions do not have any more. */
function oldSumsOf({ name, before, body, old: version }: Start): readonly RefusalCase[] {
  const where = { before, version };
  const total = before.length === 0 ? "10.00" : "100.00";
  return [
    {
      refuses: `a gratuity above the amount: a ${name}`,
      rule: "gratuity-contained",
      body: withValue(body("10.00"), "order.gratuityAmount", "10.01"),
      ...{ field: "order.gratuityAmount", ...INVALID },
      says: "It must be included in the amount, which is 10.00",
      ...where,
    },
    {
      refuses: `a merchant charge above the order's total: a ${name}`,
      rule: "merchant-charge-contained",
      body: withValue(body("10.00"), "order.merchantCharge", { amount: "100.01", type: "SURCHARGE" }),
      ...{ field: "order.merchantCharge.amount", ...INVALID },
      says: `It must be included in the order total, which is ${total}`,
      ...where,
    },
  ];
}

const FOLLOW_UPS = STARTS.flatMap((start) => [
  ...sumsOf(start, { group: "order", version: start.old }),
  ...sumsOf(start, { group: "transaction", version: 100 }),
  ...oldSumsOf(start),
]);

const INITIAL: readonly RefusalCase[] = [60, 100].flatMap((version): readonly RefusalCase[] => [
  {
    refuses: `a breakdown of tax without the tax: a payment in version ${version}`,
    rule: "tax-breakdown-contained",
    version,
    body: withValue(pay(), "order.tax", [{ amount: "1.00", type: "VAT" }]),
    ...{ field: "order.taxAmount", ...MISSING },
    says: "The breakdown in order.tax adds up to 1.00",
  },
  {
    refuses: `a tax on shipping without the shipping: a payment in version ${version}`,
    rule: "shipping-tax-contained",
    version,
    body: withValue(pay(), "order.shippingAndHandlingTaxAmount", 0.5),
    ...{ field: "order.shippingAndHandlingAmount", ...MISSING },
    says: "It must include the tax in order.shippingAndHandlingTaxAmount",
  },
]);

const AMEX = { number: "345678901234564", expiry: CARD.expiry };
const AUTHENTICATED = { authenticationStatus: "AUTHENTICATION_SUCCESSFUL", enrollmentStatus: "ENROLLED" };

const XID: readonly RefusalCase[] = [
  {
    refuses: "a capture without the xid of an order that an American Express card opened",
    rule: "xid-for-amex",
    version: 28,
    before: [withValue(authorize(), "sourceOfFunds.provided.card", AMEX)],
    body: withValue(capture("10.00"), "3DSecure", AUTHENTICATED),
    ...{ field: "3DSecure.xid", ...MISSING },
    says: "The card scheme requires it when authentication was available",
  },
];

/** Sums of interface section 2.6 where a request moves a part of an order, and what authenticates it. */
export const SUM_CASES: readonly RefusalCase[] = [...FOLLOW_UPS, ...INITIAL, ...XID];
