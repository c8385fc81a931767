import { expect } from "chai";
import { packageContracts } from "../../server/contract/contracts.ts";
import { packageFolder } from "../../server/contract/contract-folder.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { nodesAt } from "../../server/contract/schema/schema-tree.ts";
import { without } from "../../server/domain/request/combination.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { TRANSACTION_OPERATIONS } from "../../server/domain/request/operation.ts";
import type { TransactionOperation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import type { Order } from "../../server/domain/order/order.ts";
import type { Refusal } from "../../server/domain/record/refusal.ts";
import { TELLING } from "../gateway/topic-cases.ts";
import { leastOf } from "../contract/fixtures/least-values.ts";
import { initiatedAuthentication, orderOf, outcomeOf, transactionOf } from "../support/orders.ts";
import { authorize, pay, withValue, withValues } from "../support/requests.ts";
import { contextFor, merchantWith, orderAfter } from "./pure-gateway.ts";
import { referredPay } from "./situations.ts";

const contracts = packageContracts({ versions: "merged" });
const { contractOf } = packageFolder();
const MERCHANT = merchantWith();

const amount = authorize("100.00");
const initiated = {
  browser: {
    redirectUrl: "https://pay.example/1",
    status: "COMPLETED",
    timeInitiated: 0,
    timeReturned: 1,
    awaited: [],
  },
  currency: "USD",
  outcome: outcomeOf("SUBMITTED"),
  request: { browserPayment: { providerA: { paymentConfirmation: "CONFIRM_AT_MERCHANT" } } },
} as const;

/** An order that takes the smallest request of the operation. */
const ORDERS: Readonly<Partial<Record<TransactionOperation, Order | undefined>>> = {
  AUTHENTICATE_PAYER: orderOf(initiatedAuthentication("1")),
  CAPTURE: orderAfter(MERCHANT, amount),
  CONFIRM_BROWSER_PAYMENT: orderOf(
    transactionOf({ id: "1", operation: "INITIATE_BROWSER_PAYMENT", type: "PAYMENT", ...initiated }),
  ),
  REFERRAL: orderOf(
    transactionOf({
      ...{ id: "1", operation: "PAY", type: "PAYMENT", request: referredPay },
      outcome: outcomeOf("REFERRED"),
    }),
  ),
  REFUND: orderAfter(MERCHANT, pay("100.00")),
  UPDATE_AUTHORIZATION: orderAfter(MERCHANT, amount),
  VOID: orderAfter(MERCHANT, amount),
};

/** What raises a rule beside the lines of topics: each is a way that a request may begin. */
const MORE: typeof TELLING = [
  {},
  { "order.tax": [{ amount: "1.00", type: "VAT" }] },
  { "transaction.tax": [{ amount: "1.00", type: "VAT" }] },
  { "order.shippingAndHandlingTaxAmount": 1 },
  { "transaction.shippingAndHandlingTaxAmount": 1 },
  { "order.taxAmount": "1.00" },
  { "order.shippingAndHandlingAmount": "1.00" },
  { "agreement.type": "RECURRING" },
  { "agreement.type": "UNSCHEDULED" },
  { "agreement.expiryDate": "2030-12-31", "sourceOfFunds.provided.card.storedOnFile": "STORED" },
  { "agreement.expiryDate": "2030-12-31", "sourceOfFunds.token": "9123456789012345" },
  { "sourceOfFunds.type": "PROVIDER_A" },
  { disbursementType: "CREDIT_CARD_BILL_PAYMENT", "order.merchantCategoryCode": "6536" },
  { "order.merchantCategoryCode": "1234" },
  {
    "3DSecure": { authenticationStatus: "AUTHENTICATION_SUCCESSFUL", enrollmentStatus: "ENROLLED" },
    "sourceOfFunds.provided.card": { number: "345678901234564", expiry: { month: "01", year: "39" } },
  },
  {
    "3DSecure": { paResStatus: "Y", veResEnrolled: "Y" },
    "sourceOfFunds.provided.card": { number: "345678901234564", expiry: { month: "01", year: "39" } },
  },
  { "cruise.returnDate": "2031-01-01" },
  { "sourceOfFunds.provided.card.devicePayment.cryptogramFormat": "3DSECURE" },
];

interface Asked {
  readonly operation: TransactionOperation;
  readonly version: number;
}

function refusalOfContract({ operation, version }: Asked, body: JsonObject): Refusal | undefined {
  const question = { operation, version, mode: "strict", body, text: JSON.stringify(body) } as const;
  return contracts.judge(question).refusal;
}

function isTaken(asked: Asked, body: JsonObject): boolean {
  return refusalOfContract(asked, body) === undefined;
}

/** The first refusal of the rules; undefined when all of them pass. */
function refusalOf({ operation, version }: Asked, body: JsonObject): Refusal | undefined {
  const carries = contracts.carrier({ operation, version });
  const isFirst = operation === "CONFIRM_BROWSER_PAYMENT" || operation === "AUTHENTICATE_PAYER";
  const context = contextFor(body, ORDERS[operation], MERCHANT, { version, carries });
  const instruction = { ...context.instruction, transactionId: isFirst ? "1" : "2" };
  for (const rule of OPERATION_DEFINITIONS[operation].rules) {
    const refusal = rule.refuses({ ...context, instruction });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** A value that the contract takes at the place of a member that is asked for; undefined when it has no such place. */
function valueFor({ operation, version }: Asked, field: string): ReturnType<typeof leastOf> | undefined {
  const [node] = nodesAt(contractOf(operation, version).tree(), field.split("."));
  if (node === undefined) return undefined;
  return SAMPLES[field] ?? leastOf(node satisfies SchemaNode);
}

const SAMPLES: Readonly<Partial<Record<string, string>>> = {
  "cruise.departureDate": "2031-01-01",
  "cruise.returnDate": "2031-01-02",
  "order.merchantCategoryCode": "7995",
  "order.purchaseType": "ACCOUNT_FUNDING",
  "order.taxAmount": "9.00",
  "transaction.taxAmount": "9.00",
  "3DSecure.xid": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
};

/** Values that a member may be changed into where it was refused. */
const OTHERS = ["USD", "7995", "ACCOUNT_FUNDING", "PROVIDER_C", "https://shop.example/"];

/** What a tester may do about a refused value: change it, or leave out what the request was begun with. */
function repaired(body: JsonObject, field: string, begun: readonly string[]): readonly JsonObject[] {
  return [
    ...[field, ...begun].map((path) => without(body, path)),
    ...OTHERS.map((value) => withValue(body, field, value)),
    // With the tax above it comes to the amount of the smallest requests.
    withValue(body, "order.itemAmount", "3.34"),
  ];
}

/**
 * Why the refusals of a request cannot be met; undefined: they can. What is asked for is added and stays, so that a
 * demand that leads nowhere is found; what is refused is changed or taken away.
 */
function deadEnd(asked: Asked, body: JsonObject, begun: readonly string[], steps = 5): string | undefined {
  const refusal = refusalOfContract(asked, body) ?? refusalOf(asked, body);
  if (refusal === undefined) return undefined;
  if (steps === 0) return `there is no end: ${refusal.explanation}`;
  const { field = "", validationType } = refusal.fault ?? {};
  if (validationType === "MISSING") {
    const value = valueFor(asked, field);
    if (value === undefined) return `${field} is asked for, and the contract has no place for it`;
    return deadEnd(asked, withValue(body, field, value), begun, steps - 1);
  }
  if (refusal.reason === "contract") return `what was asked for is refused: ${refusal.explanation}`;
  const ways = repaired(body, field, begun).filter((way) => isTaken(asked, way));
  return ways.some((way) => deadEnd(asked, way, begun, steps - 1) === undefined)
    ? undefined
    : `nothing meets ${refusal.explanation}`;
}

describe("a refusal of the rules", () => {
  for (const operation of TRANSACTION_OPERATIONS) {
    for (const { first: version, last } of contracts.spansOf(operation)) {
      it(`can be met by what the contract takes: ${operation} in versions ${version} to ${last}`, () => {
        const asked = { operation, version };
        const minimal = OPERATION_DEFINITIONS[operation].example(version);
        const begun = [...TELLING, ...MORE]
          .map((members) => ({ body: withValues(minimal, members), paths: Object.keys(members) }))
          .filter(({ body }) => isTaken(asked, body));
        expect(begun.length).to.be.above(0);
        for (const { body, paths } of begun)
          expect(deadEnd(asked, body, paths), JSON.stringify(body)).to.equal(undefined);
      });
    }
  }

  for (const [operation, version] of [
    ["AUTHORIZE", 39],
    ["AUTHORIZE", 48],
    ["VERIFY", 36],
    ["INITIATE_BROWSER_PAYMENT", 18],
  ] as const) {
    it(`asks for no agreement that ${operation} version ${version} does not have`, () => {
      const body = withValue(
        OPERATION_DEFINITIONS[operation].example(version),
        "transaction.source",
        "MERCHANT",
      );
      expect(isTaken({ operation, version }, body)).to.equal(true);
      expect(refusalOf({ operation, version }, body)).to.equal(undefined);
    });
  }

  it("asks for the agreement where the version has one", () => {
    const merchants = withValue(pay(), "transaction.source", "MERCHANT");
    expect(refusalOf({ operation: "PAY", version: 100 }, merchants)?.fault?.field).to.equal("agreement.id");
  });
});
