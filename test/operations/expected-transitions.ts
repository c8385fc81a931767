import type { SituationName } from "./situations.ts";

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

export const OPERATION_NAMES = [
  ...["AUTHORIZE", "PAY", "VERIFY", "CAPTURE of a part", "CAPTURE of what is left", "CAPTURE of more"],
  ...[
    "REFUND of a part",
    "REFUND of what is left",
    "REFUND of more",
    "standalone CAPTURE",
    "standalone REFUND",
  ],
  ...["UPDATE_AUTHORIZATION", "REFERRAL", "DISBURSEMENT"],
  ...["VOID of the authorization", "VOID of the payment", "VOID of the capture", "VOID of the refund"],
] as const;

export type OperationName = (typeof OPERATION_NAMES)[number];

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
