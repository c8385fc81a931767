import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Order, TransactionType } from "../../server/domain/order/order.ts";
import { merchantWith, take } from "../operations/pure-gateway.ts";
import {
  DECLINED_CARD,
  REFERRED_CARD,
  standaloneCapture,
  standaloneRefund,
} from "../operations/situations.ts";
import type { Situation, SituationName } from "../operations/situations.ts";
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

/**
 * What each operation does to an order, by hand from the documents: the specification's section 3 and what is
 * known of the gateway's transitions; never from the code. The merchant has both privileges, 10 percent.
 *
 *   AUTHORIZE PAY VERIFY | CAPTURE 10, what is left, 5 more | REFUND 5, what is left, 2 more |
 *   standalone CAPTURE, REFUND | UPDATE_AUTHORIZATION to 120, REFERRAL, DISBURSEMENT | VOID of the authorization, payment, capture, refund
 *
 * Status after it: Au thorized, Ca ptured, Di sbursed, PC partially captured, PR partially refunded, Re funded, XR
 * excessively refunded, Ve rified, Cx cancelled; `--` refused; `.` cannot be asked, as there is nothing of the kind.
 *
 * Lines marked + say something that the documents leave open (assumption "order states"): money that is still
 * authorized can be captured after a refund; an order refunded in full or excess takes more refunds with the
 * privilege; a void of an excessive refund; what is captured in full has no authorization left to update.
 */
const TABLE = `
  new                                     | Au Ca Ve | -- -- -- | -- -- -- | Ca XR | -- -- Di |  .  .  .  .
  declined                                | Au Ca Ve | -- -- -- | -- -- -- | Ca XR | -- -- Di |  . --  .  .
  referred                                | Au Ca Ve | -- -- -- | -- -- -- | Ca XR | -- Ca Di |  . --  .  .
  verified                                | Au Ca -- | -- -- -- | -- -- -- | -- -- | -- -- -- |  .  .  .  .
  authorized                              | -- -- -- | PC Ca Ca | -- -- -- | -- -- | Au -- -- | Cx  .  .  .
  authorized, then updated                | -- -- -- | PC Ca Ca | -- -- -- | -- -- | Au -- -- | Cx  .  .  .
  captured in part                        | -- -- -- | PC Ca Ca | PR Re XR | -- -- | PC -- -- | --  . Au  .
+ captured                                | -- -- -- | Ca  . Ca | PR Re XR | -- -- | -- -- -- | --  . Au  .
  paid                                    | -- -- -- | --  . -- | PR Re XR | -- -- | -- -- -- |  . Cx  .  .
  captured on its own                     | -- -- -- | --  . -- | PR Re XR | -- -- | -- -- -- |  .  . Cx  .
+ captured in part, then refunded in part | -- -- -- | PR PR PR | PR Re XR | -- -- | -- -- -- | --  . -- PC
  paid, then refunded in part             | -- -- -- | --  . -- | PR Re XR | -- -- | -- -- -- |  . --  . Ca
+ captured in part, then refunded         | -- -- -- | PR PR PR | XR  . XR | -- -- | -- -- -- | --  . -- PC
+ paid, then refunded                     | -- -- -- | --  . -- | XR  . XR | -- -- | -- -- -- |  . --  . Ca
+ paid, then refunded in excess           | -- -- -- | --  . -- | XR  . XR | -- -- | -- -- -- |  . --  . Ca
  refunded on its own                     | -- -- -- | --  . -- | --  . -- | -- -- | -- -- -- |  .  .  . Cx
  authorized, then voided                 | -- -- -- | --  . -- | --  . -- | -- -- | -- -- -- | --  .  .  .
  paid, then voided                       | -- -- -- | --  . -- | --  . -- | -- -- | -- -- -- |  . --  .  .
  disbursed                               | -- -- -- | -- -- -- | -- -- -- | -- -- | -- -- -- |  .  .  .  .
`;

const WORDS: Readonly<Record<string, string>> = {
  Au: "AUTHORIZED",
  Ca: "CAPTURED",
  Cx: "CANCELLED",
  Di: "DISBURSED",
  PC: "PARTIALLY_CAPTURED",
  PR: "PARTIALLY_REFUNDED",
  Re: "REFUNDED",
  Ve: "VERIFIED",
  XR: "EXCESSIVELY_REFUNDED",
  "--": "refused",
  ".": "cannot be asked",
};

type Ask = (situation: Situation) => JsonObject | undefined;

const money = (amount: number): string | undefined => (amount > 0 ? amount.toFixed(2) : undefined);
const ofAmount = (body: (amount: string) => JsonObject, amount: string | undefined): JsonObject | undefined =>
  amount === undefined ? undefined : body(amount);
const voiding =
  (what: keyof Situation["targets"]): Ask =>
  ({ targets }) =>
    targets[what] === undefined ? undefined : voidOf(targets[what]);

/** The columns: the transaction that each would make, and its body, if there is one to ask for. */
export const ASKED = {
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
} as const satisfies Readonly<Record<string, readonly [TransactionType, Ask]>>;

export type OperationName = keyof typeof ASKED;

export const OPERATION_NAMES = Object.keys(ASKED) as readonly OperationName[];

export type Row = Readonly<Partial<Record<OperationName, string>>>;

/** The rows of the table, each with what every operation that can be asked comes to. */
export const EXPECTED: ReadonlyMap<string, Row> = new Map(
  TABLE.trim()
    .split("\n")
    .map((line): [SituationName, Row] => {
      const [name = "", ...groups] = line.replace(/^[+ ]+/, "").split("|");
      const cells = groups.join(" ").trim().split(/\s+/);
      return [name.trim() as SituationName, rowOf(cells)];
    }),
);

function rowOf(cells: readonly string[]): Row {
  if (cells.length !== OPERATION_NAMES.length) throw new Error(`${cells.length} cells: ${cells.join(" ")}`);
  const entries = OPERATION_NAMES.map((name, index) => [name, WORDS[cells[index] ?? ""]] as const);
  return Object.fromEntries(entries.filter(([, word]) => word !== "cannot be asked"));
}

/** Rules that refuse although the status allows it: there is nothing of the kind on the order, or not enough. */
export const BEYOND_STATUS = [
  ...["authorization-to-capture", "order-referred"],
  ...["refund-within-capture", "void-target-voidable"],
];

export const PRIVILEGED = merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND");

const CODES = new Map([
  [DECLINED_CARD, "DECLINED"],
  [REFERRED_CARD, "REFERRED"],
] as const);

/** The order as the situation has it. */
export function orderIn({ before }: Situation): Order | undefined {
  return before.reduce<Order | undefined>((order, body) => {
    const card = valueAt(body, "sourceOfFunds.provided.card.number");
    const taken = take(body, order, PRIVILEGED, CODES.get(card as typeof DECLINED_CARD));
    if (taken.rule !== undefined) throw new Error(taken.rule);
    return taken.order;
  }, undefined);
}
