import { expect } from "chai";
import type { JsonObject } from "../../../server/domain/json.ts";
import { without, withValue } from "./body.ts";
import { contracts } from "./catalogue/contracts.ts";
import type { ContractLimits } from "./catalogue/contract-limits.ts";
import { judged, notRefused, notTaken } from "./judging.ts";
import { smallestBody } from "./sample.ts";

function contractNamed(name: string): ContractLimits {
  const found = contracts.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

const SESSION = "SESSION0002776555072F7187A40G66";

/** Each tells what is done to the smallest body, and the field that is then missing; undefined: nothing is. */
type Choice = readonly [
  what: string,
  names: readonly string[],
  change: (body: JsonObject) => JsonObject,
  missing: string | undefined,
];

const choices: readonly Choice[] = [
  [
    "netAmount in the place of amount",
    ["PAY 100", "AUTHORIZE 100"],
    (body) => without(withValue(body, "order.netAmount", "12.34"), "order.amount"),
    undefined,
  ],
  [
    "no netAmount in the place of amount",
    ["PAY 13", "AUTHORIZE 39", "AUTHORIZE 48"],
    (body) => without(withValue(body, "order.netAmount", "12.34"), "order.amount"),
    "order.amount",
  ],
  [
    "no order without any amount",
    ["PAY 13", "PAY 60", "PAY 100", "AUTHORIZE 39", "AUTHORIZE 48", "AUTHORIZE 100"],
    (body) => without(body, "order.amount"),
    "order.amount",
  ],
  [
    "an enrolment result of either kind",
    ["PAY 60", "PAY 100"],
    (body) => withValue(body, "3DSecure.veResEnrolled", "Y"),
    undefined,
  ],
  [
    "no 3-D Secure group without an enrolment result",
    ["PAY 60", "PAY 100", "PAY 13", "AUTHORIZE 39", "CAPTURE 28"],
    (body) => withValue(body, "3DSecure.acsEci", "05"),
    "3DSecure.enrollmentStatus",
  ],
  [
    "no 3-D Secure group without the directory's answer",
    ["AUTHORIZE 48"],
    (body) => withValue(body, "3DSecure.acsEci", "05"),
    "3DSecure.veResEnrolled",
  ],
  [
    "a session in the place of the source of funds",
    ["PAY 13", "PAY 60", "PAY 100", "AUTHORIZE 39", "AUTHORIZE 48", "VERIFY 36", "VERIFY 100"],
    (body) => without(withValue(body, "session.id", SESSION), "sourceOfFunds"),
    undefined,
  ],
  [
    "neither a session nor a source of funds",
    ["PAY 13", "PAY 60", "PAY 100", "AUTHORIZE 39", "AUTHORIZE 48", "VERIFY 36", "VERIFY 100"],
    (body) => without(body, "sourceOfFunds"),
    "sourceOfFunds",
  ],
];

describe("Members of which one must be there", () => {
  for (const [what, names, change, field] of choices) {
    it(`judges ${what}`, () => {
      const failures = names.flatMap((name) => {
        const limits = contractNamed(name);
        const judgement = judged(limits, change(smallestBody(limits)));
        const fault =
          field === undefined
            ? notTaken(judgement)
            : notRefused(judgement, { field, codes: ["missing"], validationType: "MISSING" });
        return fault === undefined ? [] : [`${name}: ${fault}`];
      });
      expect(failures).to.deep.equal([]);
    });
  }
});
