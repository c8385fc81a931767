import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { allows } from "../../server/domain/order/transitions.ts";
import type { StatusBefore } from "../../server/domain/order/transitions.ts";
import type { TransactionType } from "../../server/domain/order/order.ts";
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
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { clientOn, startWith } from "../flows/started.ts";
import { EXPECTED, OPERATION_NAMES } from "./expected-transitions.ts";
import type { OperationName } from "./expected-transitions.ts";
import { SITUATIONS, standaloneCapture, standaloneRefund } from "./situations.ts";
import type { Situation } from "./situations.ts";

const MERCHANTS = { PRIVILEGED: { privileges: ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"] } };

type Ask = (situation: Situation) => JsonObject | undefined;

const money = (amount: number): string | undefined => (amount > 0 ? amount.toFixed(2) : undefined);
const ofAmount = (
  body: (amount: string) => JsonObject,
  amount: string | undefined,
): JsonObject | undefined => (amount === undefined ? undefined : body(amount));
const voiding =
  (what: keyof Situation["targets"]): Ask =>
  ({ targets }) =>
    targets[what] === undefined ? undefined : voidOf(targets[what]);

/** The body of each column, and the transaction that it would make. */
const ASKED: Readonly<Record<OperationName, readonly [TransactionType, Ask]>> = {
  AUTHORIZE: ["AUTHORIZATION", () => authorize()],
  PAY: ["PAYMENT", () => pay()],
  VERIFY: ["VERIFICATION", () => verify()],
  "CAPTURE of a part": ["CAPTURE", () => capture("10.00")],
  "CAPTURE of what is left": ["CAPTURE", ({ left: [left] }) => ofAmount(capture, money(left))],
  "CAPTURE of more": ["CAPTURE", ({ left: [left] }) => capture((left + 5).toFixed(2))],
  "REFUND of a part": ["REFUND", () => refund("5.00")],
  "REFUND of what is left": ["REFUND", ({ left: [, left] }) => ofAmount(refund, money(left))],
  "REFUND of more": ["REFUND", ({ left: [, left] }) => refund((left + 2).toFixed(2))],
  "standalone CAPTURE": ["CAPTURE", () => standaloneCapture()],
  "standalone REFUND": ["REFUND", () => standaloneRefund()],
  UPDATE_AUTHORIZATION: ["AUTHORIZATION_UPDATE", () => update("120.00")],
  REFERRAL: ["PAYMENT", () => referral()],
  DISBURSEMENT: ["DISBURSEMENT", () => disbursement()],
  "VOID of the authorization": ["VOID_AUTHORIZATION", voiding("authorization")],
  "VOID of the payment": ["VOID_PAYMENT", voiding("payment")],
  "VOID of the capture": ["VOID_CAPTURE", voiding("capture")],
  "VOID of the refund": ["VOID_REFUND", voiding("refund")],
};

/** Whether the order was opened by a capture or refund, so that voiding that one voids the opening. */
const stoodAlone = ({ before: [first] }: Situation): boolean =>
  first?.["apiOperation"] === "CAPTURE" || first?.["apiOperation"] === "REFUND";

/** Rules that refuse although the status allows it: there is nothing of the kind on the order, or not enough. */
const BEYOND_STATUS = [
  ...["authorization-to-capture", "order-referred"],
  ...["refund-within-capture", "void-target-voidable"],
];

describe("operations by the status of the order", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWith({ merchants: MERCHANTS });
  });
  after(() => running.stop());

  const build = async (client: Client, order: string, { status, before }: Situation): Promise<void> => {
    let found = "NEW";
    for (const [index, body] of before.entries()) {
      const answer = await client.put({ order, transaction: String(index + 1), body });
      found = (answer.body as { order: { status: string } }).order.status;
    }
    expect(found).to.equal(status);
  };

  /** Status after the operation, or `refused`; and that the table of the code says so too. */
  const cell = async (
    situation: Situation,
    order: string,
    name: OperationName,
    body: JsonObject,
  ): Promise<string | undefined> => {
    const client = clientOn(running, "PRIVILEGED");
    await build(client, order, situation);
    const answer = await client.put({ order, transaction: "asked", body });
    const { rules, transition } = await client.why(answer);
    const standalone = name.startsWith("standalone") || (name.startsWith("VOID") && stoodAlone(situation));
    const isAllowed = allows(situation.status as StatusBefore, ASKED[name][0], standalone);
    const wasTaken = answer.status === 201;
    if (wasTaken) expect(isAllowed, `${name} was taken`).to.equal(true);
    else if (isAllowed) expect(BEYOND_STATUS).to.include(rules?.refusedBy?.rule, name);
    return wasTaken ? transition?.after : "refused";
  };

  for (const [number, [name, situation]] of Object.entries(SITUATIONS).entries()) {
    it(`do what the documents say to an order that is ${name} (${situation.status})`, async () => {
      const cells = OPERATION_NAMES.map(async (operation, column) => {
        const body = ASKED[operation][1](situation);
        const after = body && (await cell(situation, `order-${number}-${column}`, operation, body));
        return [operation, after] as const;
      });
      const row = Object.fromEntries((await Promise.all(cells)).filter(([, after]) => after !== undefined));
      expect(row).to.deep.equal(EXPECTED.get(name));
    });
  }

  it("are expected for every situation, and for no other", () => {
    expect([...EXPECTED.keys()]).to.deep.equal(Object.keys(SITUATIONS));
  });
});
