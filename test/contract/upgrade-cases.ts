import type { DifferenceKind } from "../../server/domain/record/difference.ts";
import type { FindingCode } from "../../server/domain/record/finding.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";

/** One request between two versions, and each difference: kind, code, member, and what that is called there. */
export interface UpgradeCase {
  readonly says: string;
  readonly operation: Operation;
  readonly from: number;
  readonly to: number;
  readonly body: JsonObject;
  readonly differences: readonly (readonly [DifferenceKind, FindingCode, member: string, newName?: string])[];
}

const FUNDS = { type: "CARD", provided: { card: { number: "5123450000000008" } } };
const PAY = { apiOperation: "PAY", order: { amount: "1.00", currency: "USD" }, sourceOfFunds: FUNDS };
const AUTHORIZE = { ...PAY, apiOperation: "AUTHORIZE" };
const CAPTURE = { apiOperation: "CAPTURE", transaction: { amount: "1.00", currency: "USD" } };

const ITEM = { name: "A", quantity: "1", unitPrice: "1.00" };

const PAY_60_TO_100 = { operation: "PAY", from: 60, to: 100 } as const;

export const UPGRADE_CASES: readonly UpgradeCase[] = [
  { ...PAY_60_TO_100, says: "nothing of a plain payment", body: PAY, differences: [] },
  {
    ...PAY_60_TO_100,
    says: "each member of a group that has another place, in the order they were written",
    body: { ...PAY, shipping: { lastName: "Shopper", firstName: "Ann", method: "GROUND" } },
    differences: [
      ["renamed", "unknown", "shipping.lastName", "shipping.contact.lastName"],
      ["renamed", "unknown", "shipping.firstName", "shipping.contact.firstName"],
    ],
  },
  {
    ...PAY_60_TO_100,
    says: "a member without a new name as no longer known",
    body: { ...PAY, posTerminal: { entryMode: "CHIP" } },
    differences: [["unknown", "unknown", "posTerminal.entryMode"]],
  },
  {
    ...PAY_60_TO_100,
    says: "a tightened form",
    body: { ...PAY, customer: { phone: "040 123456" } },
    differences: [["limit", "format", "customer.phone"]],
  },
  {
    ...PAY_60_TO_100,
    says: "every member that a group requires now",
    body: { ...PAY, order: { ...PAY.order, subMerchant: { email: "a@b.example" } } },
    differences: [
      ["required", "missing", "order.subMerchant.identifier"],
      ["required", "missing", "order.subMerchant.tradingName"],
    ],
  },
  {
    ...{ operation: "PAY", from: 100, to: 60 },
    says: "a value that the other version does not list",
    body: { ...PAY, shipping: { method: "PICKUP" } },
    differences: [["enumeration", "enumeration", "shipping.method"]],
  },
  {
    ...{ operation: "PAY", from: 100, to: 60 },
    says: "a new name on the way back, too",
    body: { ...PAY, authentication: { "3ds": { acsEci: "02" } } },
    differences: [["renamed", "unknown", "authentication.3ds.acsEci", "3DSecure.acsEci"]],
  },
  {
    ...{ operation: "PAY", from: 13, to: 60 },
    says: "what is taken now",
    body: { ...PAY, sourceOfFunds: { provided: { card: { storedOnFile: "STORED" } } } },
    differences: [["taken", "unknown", "sourceOfFunds.provided.card.storedOnFile"]],
  },
  {
    ...{ operation: "AUTHORIZE", from: 39, to: 48 },
    says: "a member under its new name, and that the new one is required",
    body: { ...AUTHORIZE, "3DSecure": { enrollmentStatus: "ENROLLED" } },
    differences: [
      ["renamed", "unknown", "3DSecure.enrollmentStatus", "3DSecure.veResEnrolled"],
      ["required", "missing", "3DSecure.veResEnrolled"],
    ],
  },
  {
    ...{ operation: "CAPTURE", from: 28, to: 100 },
    says: "elements of a list by one name",
    body: { ...CAPTURE, order: { item: [ITEM, ITEM] } },
    differences: ["0", "1"].flatMap(() => [
      ["renamed", "unknown", "order.item[n].name", "transaction.item[n].name"],
      ["renamed", "unknown", "order.item[n].quantity", "transaction.item[n].quantity"],
      ["renamed", "unknown", "order.item[n].unitPrice", "transaction.item[n].unitPrice"],
    ]),
  },
  {
    ...{ operation: "VERIFY", from: 36, to: 100 },
    says: "members of a map by one name",
    body: {
      apiOperation: "VERIFY",
      order: { currency: "USD" },
      sourceOfFunds: FUNDS,
      risk: { custom: { a: "1" } },
    },
    differences: [["unknown", "unknown", "risk.custom.*"]],
  },
  {
    ...{ operation: "CREATE_CHECKOUT_SESSION", from: 62, to: 63 },
    says: "the new name of an operation",
    body: {
      apiOperation: "CREATE_CHECKOUT_SESSION",
      order: PAY.order,
      interaction: { operation: "PURCHASE" },
    },
    differences: [["renamed", "fixed", "apiOperation", "INITIATE_CHECKOUT"]],
  },
];
