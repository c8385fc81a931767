import { expect } from "chai";
import fc from "fast-check";
import type { JsonObject } from "../../server/domain/json.ts";
import { STAGES } from "../../server/domain/order/authentication.ts";
import type { Order, Transaction } from "../../server/domain/order/order.ts";
import { statusOf } from "../../server/domain/order/status.ts";
import { totalsOf } from "../../server/domain/order/totals.ts";
import { allows, leadsTo, TRANSITIONS } from "../../server/domain/order/transitions.ts";
import type { StatusBefore } from "../../server/domain/order/transitions.ts";
import { approve, merchantWith, take } from "../operations/pure-gateway.ts";
import { refundOf, SITUATIONS, standaloneCapture, standaloneRefund } from "../operations/situations.ts";
import type { Situation } from "../operations/situations.ts";
import { amountOf, initiatedAuthentication, orderOf, outcomeOf, transactionOf } from "../support/orders.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
} from "../support/requests.ts";
import {
  ASKED,
  BEYOND_STATUS,
  EXPECTED as CELLS,
  OPERATION_NAMES,
  orderIn,
  PRIVILEGED,
} from "./transition-cells.ts";
import type { OperationName } from "./transition-cells.ts";

const AUTHENTICATION =
  "AUTHENTICATED AUTHENTICATION_INITIATED AUTHENTICATION_NOT_NEEDED AUTHENTICATION_UNSUCCESSFUL";

/**
 * From, by what, to: by hand from the specification's section 3 and what is known of the gateway's transitions.
 * FAILED is as good as new. Lines marked + are completed by assumption, where the documents say nothing.
 */
const EXPECTED = `
  NEW VERIFIED > AUTHORIZATION > AUTHORIZED
  NEW VERIFIED > PAYMENT > CAPTURED
  NEW > VERIFICATION > VERIFIED
  NEW > BROWSER_PAYMENT > INITIATED
  INITIATED > BROWSER_PAYMENT > AUTHORIZED CAPTURED FAILED
+ INITIATED > BROWSER_PAYMENT > INITIATED VERIFIED
+ FAILED > BROWSER_PAYMENT > AUTHORIZED CAPTURED VERIFIED
  NEW > standalone CAPTURE > CAPTURED
  NEW > standalone REFUND > EXCESSIVELY_REFUNDED
  AUTHORIZED PARTIALLY_CAPTURED > CAPTURE > PARTIALLY_CAPTURED CAPTURED
  CAPTURED > CAPTURE > CAPTURED
+ PARTIALLY_REFUNDED REFUNDED > CAPTURE > PARTIALLY_REFUNDED
  CAPTURED PARTIALLY_CAPTURED PARTIALLY_REFUNDED > REFUND > PARTIALLY_REFUNDED REFUNDED EXCESSIVELY_REFUNDED
+ REFUNDED EXCESSIVELY_REFUNDED > REFUND > EXCESSIVELY_REFUNDED
  AUTHORIZED > AUTHORIZATION_UPDATE > AUTHORIZED
+ PARTIALLY_CAPTURED > AUTHORIZATION_UPDATE > PARTIALLY_CAPTURED CAPTURED
  NEW > DISBURSEMENT > DISBURSED
  CAPTURED PARTIALLY_CAPTURED PARTIALLY_REFUNDED > REFUND_REQUEST > REFUND_REQUESTED
+ REFUNDED EXCESSIVELY_REFUNDED REFUND_REQUESTED > REFUND_REQUEST > REFUND_REQUESTED
+ NEW > standalone REFUND_REQUEST > REFUND_REQUESTED
  REFUND_REQUESTED > REFUND > PARTIALLY_REFUNDED REFUNDED EXCESSIVELY_REFUNDED
+ REFUND_REQUESTED > REFUND > REFUND_REQUESTED
+ REFUND_REQUESTED > standalone REFUND > EXCESSIVELY_REFUNDED
  AUTHORIZED > VOID_AUTHORIZATION > CANCELLED
  CAPTURED > VOID_PAYMENT > CANCELLED
  CAPTURED PARTIALLY_CAPTURED > VOID_CAPTURE > AUTHORIZED PARTIALLY_CAPTURED
+ CAPTURED > VOID_CAPTURE > CAPTURED
  CAPTURED > standalone VOID_CAPTURE > CANCELLED
  REFUNDED PARTIALLY_REFUNDED > VOID_REFUND > CAPTURED PARTIALLY_CAPTURED PARTIALLY_REFUNDED
+ EXCESSIVELY_REFUNDED > VOID_REFUND > CAPTURED PARTIALLY_CAPTURED PARTIALLY_REFUNDED REFUNDED EXCESSIVELY_REFUNDED
+ EXCESSIVELY_REFUNDED > standalone VOID_REFUND > CANCELLED
+ NEW VERIFIED > AUTHENTICATION > ${AUTHENTICATION}
+ ${AUTHENTICATION} > AUTHENTICATION > ${AUTHENTICATION}
+ ${AUTHENTICATION} > AUTHORIZATION > AUTHORIZED
+ ${AUTHENTICATION} > PAYMENT > CAPTURED
+ ${AUTHENTICATION} > VERIFICATION > VERIFIED
`;

const written = new Set(
  EXPECTED.trim()
    .split("\n")
    .flatMap((line) => {
      const [from = "", type = "", to = ""] = line.replace(/^[+ ]+/, "").split(" > ");
      const before = from.split(" ").flatMap((status) => (status === "NEW" ? ["NEW", "FAILED"] : [status]));
      return before.flatMap((status) => to.split(" ").map((after) => `${status} > ${type} > ${after}`));
    }),
);

const coded = new Set(
  TRANSITIONS.flatMap(({ type, standalone, from, to }) =>
    from.flatMap((before) =>
      to.map((after) => `${before} > ${standalone ? "standalone " : ""}${type} > ${after}`),
    ),
  ),
);

const AMOUNTS = ["5.00", "20.00", "40.00", "60.00", "100.00", "105.00"];
const TARGETS = ["1", "2", "3", "4", "5"];

/** Any operation with any amount and target. */
const REQUESTS: readonly JsonObject[] = [
  verify(),
  ...[update(), referral(), disbursement()],
  ...AMOUNTS.flatMap((amount) => [authorize(amount), pay(amount), capture(amount), refund(amount)]),
  ...AMOUNTS.map((amount) => update(amount)),
  ...AMOUNTS.flatMap((amount) => [standaloneCapture(amount), standaloneRefund(amount)]),
  ...TARGETS.flatMap((target) => [voidOf(target), refundOf(target, "20.00"), refundOf(target, "60.00")]),
];

/** Few enough to try every sequence of them. */
const FEW: readonly JsonObject[] = [
  ...[verify(), authorize(), pay(), standaloneCapture(), standaloneRefund()],
  ...[disbursement(), update("60.00")],
  ...["20.00", "40.00", "60.00", "100.00", "120.00"].flatMap((amount) => [capture(amount), refund(amount)]),
  ...TARGETS.map(voidOf),
  ...["2", "3"].flatMap((target) => [refundOf(target, "20.00"), refundOf(target, "60.00")]),
];

const request = fc.constantFrom(...REQUESTS);

const HUNDRED = amountOf("100.00");

const declined = orderOf(
  transactionOf({ id: "1", operation: "PAY", type: "PAYMENT", outcome: outcomeOf("DECLINED") }),
);

const referred = (["AUTHORIZE", "PAY"] as const).map((operation) => {
  const type = operation === "PAY" ? "PAYMENT" : "AUTHORIZATION";
  return orderOf(
    transactionOf({ id: "1", operation, type, amount: HUNDRED, outcome: outcomeOf("REFERRED") }),
  );
});

const GENEROUS = { ...PRIVILEGED, excessiveRefundPercent: 100 };

/** An order whose payer was asked, in each stage of that. */
const asked = Object.keys(STAGES).map((stage) => {
  const initiated = initiatedAuthentication("1");
  const authentication = { ...initiated.authentication, stage };
  return orderOf({ ...initiated, authentication } as Transaction);
});

interface Step {
  readonly order: Order;
  readonly taken: string;
}

const APPROVING = { ...GENEROUS, refundApproval: true };

/** Where one request, or one approval, leads an order; nowhere when a rule refuses it. */
function stepsFrom(order: Order | undefined): readonly Step[] {
  const before = order ? statusOf(order) : "NEW";
  const refunds = [refund("60.00"), standaloneRefund()];
  return [
    ...FEW.map((body) => take(body, order, GENEROUS)),
    ...refunds.map((body) => take(body, order, APPROVING)),
    order && approve(order, APPROVING),
  ].flatMap((taken) => {
    if (taken?.rule !== undefined || taken === undefined) return [];
    const name = `${taken.made.standalone ? "standalone " : ""}${taken.made.type}`;
    return [{ order: taken.order, taken: `${before} > ${name} > ${statusOf(taken.order)}` }];
  });
}

/** Every transition that a sequence of so many operations takes, from a new order, a declined one or one with an authentication. */
function reachedWithin(operations: number): ReadonlySet<string> {
  const reached = new Set<string>();
  let orders: readonly (Order | undefined)[] = [undefined, declined, ...asked];
  for (let done = 0; done < operations; done += 1) {
    const steps = orders.flatMap(stepsFrom);
    for (const { taken } of steps) reached.add(taken);
    orders = [...new Map(steps.map(({ order }) => [historyOf(order), order])).values()];
  }
  return reached;
}

const historyOf = ({ transactions }: Order): string =>
  transactions.map((it) => `${it.type} ${it.amount} ${it.targetTransactionId ?? ""}`).join();

const merchant = fc.constantFrom(merchantWith(), GENEROUS, APPROVING);

describe("the table of transitions", () => {
  it("has every transition of the documents, and no other", () => {
    expect([...coded].sort()).to.deep.equal([...written].sort());
  });

  it("has only transitions that some sequence of operations takes, and all of those", () => {
    // What payers do and time does is elsewhere: test/domain/browser-payment.test.ts, test/authentication/.
    const byRequests = [...coded].filter((line) => !/> (BROWSER_PAYMENT|AUTHENTICATION) >/.test(line));
    expect([...reachedWithin(5)].sort()).to.deep.equal(byRequests.sort());
  });

  for (const order of referred) {
    it(`lets a referral take what a new order takes: ${order.transactions[0]?.type ?? ""}`, () => {
      const taken = take(referral(), order);
      const [made, again] = [taken.rule ?? taken.made.type, taken.rule ?? take(referral(), taken.order).rule];
      expect([made, again]).to.deep.equal([order.transactions[0]?.type, "order-referred"]);
    });
  }

  it("is never left by what the rules take, whatever is asked in whatever order", () => {
    fc.assert(
      fc.property(merchant, fc.array(request, { minLength: 1, maxLength: 8 }), (who, requests) => {
        let order: Order | undefined;
        for (const body of requests) {
          const before = order ? statusOf(order) : "NEW";
          const taken = take(body, order, who);
          if (taken.rule !== undefined) continue;
          order = taken.order;
          const step = `${before} by ${taken.made.type} to ${statusOf(order)}`;
          expect(leadsTo(before, taken.made, statusOf(order)), step).to.equal(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("keeps captures within authorizations and refunds within captures without the privileges", () => {
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 8 }), (requests) => {
        let order: Order | undefined;
        for (const body of requests) {
          const taken = take(body, order);
          if (taken.rule === undefined) order = taken.order;
        }
        const opensAlone = order?.transactions[0]?.standalone === true;
        const totals = order && totalsOf(order);
        if (totals === undefined || opensAlone) return;
        expect(totals.captured).to.be.at.most(totals.authorized);
        expect(totals.refunded).to.be.at.most(totals.captured);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Status after the operation, or `refused`; and that the table of the code says so too. */
function cell(
  { status }: Situation,
  order: Order | undefined,
  name: OperationName,
  body: JsonObject,
): string {
  // A void of what opened the order undoes a capture or refund that stood alone.
  const stoodAlone = name.startsWith("VOID") && order?.transactions[0]?.standalone === true;
  const standalone = name.startsWith("standalone") || stoodAlone;
  const isAllowed = allows(status as StatusBefore, ASKED[name][0], standalone);
  const taken = take(body, order, PRIVILEGED);
  if (taken.rule === undefined) expect(isAllowed, `${name} was taken`).to.equal(true);
  else if (isAllowed) expect(BEYOND_STATUS).to.include(taken.rule, name);
  return taken.rule === undefined ? statusOf(taken.order) : "refused";
}

describe("operations by the status of the order", () => {
  for (const [name, situation] of Object.entries(SITUATIONS)) {
    it(`do what the documents say to an order that is ${name} (${situation.status})`, () => {
      const order = orderIn(situation);
      expect(order ? statusOf(order) : "NEW").to.equal(situation.status);
      const cells = OPERATION_NAMES.flatMap((operation) => {
        const body = ASKED[operation][1](situation);
        return body === undefined ? [] : [[operation, cell(situation, order, operation, body)] as const];
      });
      expect(Object.fromEntries(cells)).to.deep.equal(CELLS.get(name));
    });
  }

  it("are expected for every situation, and for no other", () => {
    expect([...CELLS.keys()]).to.deep.equal(Object.keys(SITUATIONS));
  });
});
