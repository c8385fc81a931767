import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { isTransactionOperation } from "../../../server/domain/request/operation.ts";
import type { Operation } from "../../../server/domain/request/operation.ts";
import { initiate, initiate18 } from "../../browser/browser-requests.ts";
import { checkoutOf } from "../../browser/checkout-client.ts";
import { withValue } from "../../contract/limits/body.ts";
import { contracts } from "../../contract/limits/contracts.ts";
import type { ContractLimits } from "../../contract/limits/contracts.ts";
import { smallestBody } from "../../contract/limits/sample.ts";
import { schemaLeaves } from "../../contract/limits/schema-leaves.ts";
import type { SchemaLeaf } from "../../contract/limits/schema-leaves.ts";
import { CARD } from "../../support/requests.ts";
import { COMPLETED, PREPARED } from "./preparations.ts";
import type { Complete, Prepare } from "./preparations.ts";

/** A contract, and how a request under it is made. */
export interface Called {
  readonly name: string;
  /** Begins the ids of its orders. */
  readonly key: string;
  readonly operation: Operation;
  readonly version: number;
  readonly method: "POST" | "PUT";
  /** With MERCHANT in the merchant's place. */
  readonly path: (order: string) => string;
  /** Such that the rules take it, with a card that the scenario approves. */
  readonly body: JsonObject;
  /** Every member that the contract knows. */
  readonly members: readonly string[];
  /** Those of them that are JSON numbers. */
  readonly numbers: ReadonlySet<string>;
  readonly prepare: Prepare;
  /** Puts into a body what only the preparation tells. */
  readonly complete: Complete;
}

const root = (version: number): string => `/api/rest/version/${version}/merchant/MERCHANT`;

const CARD_FUNDS = { type: "CARD", provided: { card: { number: CARD.number, expiry: CARD.expiry } } };
/** A card number has one token (assumption A154), so that each needs its own. */
const NUMBERLESS = { type: "CARD", provided: { card: { expiry: CARD.expiry } } };

/** Contracts that the catalogue of limits does not have: files of schemas/requests/, and bodies that they take. */
const KEPT: readonly (readonly [operation: Operation, version: number, body: JsonObject])[] = [
  ["CREATE_SESSION", 100, {}],
  ["CREATE_SESSION", 13, {}],
  ["UPDATE_SESSION", 100, {}],
  ["CREATE_TOKEN", 100, { sourceOfFunds: CARD_FUNDS }],
  ["CREATE_TOKEN", 13, { sourceOfFunds: CARD_FUNDS }],
  ["CREATE_OR_UPDATE_TOKEN", 100, { sourceOfFunds: NUMBERLESS }],
  ["CREATE_OR_UPDATE_TOKEN", 13, { sourceOfFunds: NUMBERLESS }],
  [
    "CREATE_CHECKOUT_SESSION",
    13,
    checkoutOf("checkout", { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined }),
  ],
];

/** Every contract there is. */
export const CALLED: readonly Called[] = [
  ...contracts.map((limits) => called(limits.operation, limits.version, minimalBody(limits))),
  ...KEPT.map(([operation, version, body]) => called(operation, version, body)),
];

function called(operation: Operation, version: number, body: JsonObject): Called {
  return {
    name: `${operation} ${version}`,
    key: `${operation.replace(/[A-Z]+_?/g, (word) => word.slice(0, 4).toLowerCase())}-${version}`,
    operation,
    version,
    method:
      /^(CREATE_SESSION|CREATE_TOKEN|CREATE_CHECKOUT_SESSION|INITIATE_CHECKOUT|PAYMENT_OPTIONS_INQUIRY|PROCESS_ACS_RESULT)$/.test(
        operation,
      )
        ? "POST"
        : "PUT",
    path: (order) => root(version) + placeOf(operation, order),
    body,
    members: membersOf(operation, version),
    numbers: new Set(
      leavesIn(operation, version).flatMap(({ path, node }) =>
        node["type"] === "integer" || node["type"] === "number" ? [path] : [],
      ),
    ),
    prepare: PREPARED[operation] ?? ((_subject, _merchant, order) => Promise.resolve(order)),
    complete: COMPLETED[operation] ?? ((_subject, _merchant, _order, given) => Promise.resolve(given)),
  };
}

function placeOf(operation: Operation, order: string): string {
  if (isTransactionOperation(operation))
    return `/order/${order}/transaction/${operation === "CONFIRM_BROWSER_PAYMENT" ? "1" : "2"}`;
  switch (operation) {
    case "CHECK_3DS_ENROLLMENT":
    case "PROCESS_ACS_RESULT":
      return `/3DSecureId/${order}`;
    case "BALANCE_INQUIRY":
      return "/balanceInquiry";
    case "PAYMENT_OPTIONS_INQUIRY":
      return "/paymentOptionsInquiry";
    case "CREATE_OR_UPDATE_RISK_ASSESSMENT":
      return `/riskassessment/${order}`;
    case "UPDATE_SESSION":
      return `/session/${order}`;
    case "CREATE_TOKEN":
      return "/token";
    case "CREATE_OR_UPDATE_TOKEN":
      return `/token/${order.replace(/\W|_/g, "")}`;
    default:
      return "/session";
  }
}

/** A session takes what any payment takes. */
function membersOf(operation: Operation, version: number): readonly string[] {
  const own = leavesIn(operation, version)
    .map(({ path }) => path)
    .filter((path) => path !== "apiOperation");
  const others = operation === "UPDATE_SESSION" ? membersOf("PAY", version) : [];
  return [...new Set([...own, ...others])];
}

function leavesIn(operation: Operation, version: number): readonly SchemaLeaf[] {
  const name = operation.toLowerCase().replaceAll("_", "-");
  return schemaLeaves(`requests/${name}.v${version}.json`).leaves;
}

function minimalBody(limits: ContractLimits): JsonObject {
  const set: Readonly<Record<string, Json>> = {
    "order.amount": "10.00",
    "order.currency": "USD",
    "transaction.amount": "10.00",
    "transaction.currency": "USD",
    "transaction.targetTransactionId": "1",
    disbursementType: "GAMING_WINNINGS",
    requestAction: "RISK_ASSESSMENT",
    "sourceOfFunds.provided.card": CARD,
  };
  const base = withPurpose(limits, smallestBody(limits));
  const known = leavesOf(base, "");
  return Object.entries(set).reduce(
    (body, [place, value]) =>
      known.some((leaf) => leaf.startsWith(place)) ? withValue(body, place, value) : body,
    base,
  );
}

/** What the rules of meaning ask for besides the contract. */
function withPurpose({ operation, version }: ContractLimits, body: JsonObject): JsonObject {
  if (operation === "DISBURSEMENT") return withValue(body, "order.merchantCategoryCode", "7995");
  if (operation === "INITIATE_BROWSER_PAYMENT") return version < 60 ? initiate18() : initiate();
  if (operation === "AUTHENTICATE_PAYER") {
    const url = "https://shop.example/return";
    return withValue(withValue(body, "authentication.redirectResponseUrl", url), "order.amount", "10.00");
  }
  const isForFunding = membersOf(operation, version).some((member) => member.startsWith("accountFunding."));
  return isForFunding ? withValue(body, "order.purchaseType", "ACCOUNT_FUNDING") : body;
}

/** The path of everything in it that is no group. */
export function leavesOf(value: Json | undefined, place = ""): readonly string[] {
  if (!isObject(value)) return [place];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, place === "" ? name : `${place}.${name}`),
  );
}
