import { expect } from "chai";
import fc from "fast-check";
import { packageContracts } from "../../server/contract/contracts.ts";
import type { Judgement } from "../../server/contract/contracts.ts";
import { correctionOf } from "../../server/domain/record/correction.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Mode } from "../../server/domain/record/finding.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { withValue } from "../support/requests.ts";

const contracts = packageContracts({ versions: "merged" });

const judge = (operation: Operation, version: number, body: JsonObject, mode: Mode = "strict"): Judgement =>
  contracts.judge({ operation, version, mode, body, text: JSON.stringify(body) });

interface Case {
  readonly name: string;
  readonly operation: Operation;
  readonly version: number;
  readonly body: JsonObject;
  /** The explanations of the members that the version does not know. */
  readonly says: readonly string[];
  readonly corrected: JsonObject;
}

const ITEMS = [{ name: "Socks", quantity: "1" }];

const CASES: readonly Case[] = [
  {
    name: "the amount of a payment",
    operation: "PAY",
    version: 60,
    body: { transaction: { amount: "1.00" } },
    says: ["Unexpected parameter 'transaction.amount'. In this version it is 'order.amount'"],
    corrected: { order: { amount: "1.00" } },
  },
  {
    name: "the name of a recipient, which stands deeper",
    operation: "PAY",
    version: 100,
    body: { shipping: { firstName: "A", address: { city: "Bern" } } },
    says: ["Unexpected parameter 'shipping.firstName'. In this version it is 'shipping.contact.firstName'"],
    corrected: { shipping: { contact: { firstName: "A" }, address: { city: "Bern" } } },
  },
  {
    name: "a list with all that it has",
    operation: "CAPTURE",
    version: 100,
    body: { order: { item: ITEMS } },
    says: ["Unexpected parameter 'order.item[0].name'. In this version 'order.item' is 'transaction.item'"],
    corrected: { transaction: { item: ITEMS } },
  },
  {
    name: "the members of a group that went to different places, and what is left of it",
    operation: "PAY",
    version: 13,
    body: { authentication: { "3ds": { acsEci: "02", transactionId: "x" }, channel: "PAYER_BROWSER" } },
    says: [
      "Unexpected parameter 'authentication.3ds.acsEci'. In this version it is '3DSecure.acsEci'",
      "Unexpected parameter 'authentication.3ds.transactionId'. In this version it is '3DSecure.xid'",
      "Unexpected parameter 'authentication.channel'. It exists from version 61 on",
    ],
    corrected: { "3DSecure": { acsEci: "02", xid: "x" } },
  },
  {
    name: "a name of the other version that the request has in this one, too",
    operation: "PAY",
    version: 60,
    body: { order: { amount: "2.00" }, transaction: { amount: "1.00" } },
    says: ["Unexpected parameter 'transaction.amount'. In this version it is 'order.amount'"],
    corrected: { order: { amount: "2.00" } },
  },
  {
    name: "a group that is misspelt",
    operation: "PAY",
    version: 100,
    body: { ordr: { amount: "1.00", currency: "EUR" } },
    says: ["Unexpected parameter 'ordr.amount'. Did you mean 'order'?"],
    corrected: { order: { amount: "1.00", currency: "EUR" } },
  },
  {
    name: "a group that nothing knows",
    operation: "PAY",
    version: 100,
    body: { zzzzz: { yyyyy: "1", xxxxx: ["2"] } },
    says: ["Unexpected parameter 'zzzzz.yyyyy'"],
    corrected: {},
  },
];

/** Members that no contract has under another name. */
const ELSEWHERE: readonly (readonly [Operation, version: number, path: string, versions: string])[] = [
  ["PAY", 13, "sourceOfFunds.provided.paysafecard.accountEmail", "from version 61 on"],
  ["CAPTURE", 100, "order.customerReference", "up to version 99"],
  ["PAY", 13, "posTerminal.entryMode", "in versions 14 to 99"],
];

/** Names that contracts know somewhere, and misspelt ones. */
const NAMES =
  "order ordr amount amuont currency transaction item name shipping contact firstName 3DSecure xid veResEnrolled " +
  "authentication 3ds 3ds1 userId initiator agreement recurring numberOfPayments surchargeAmount zzzzz";

const { body: anyBody } = fc.letrec<{ body: JsonObject; value: string | JsonObject }>((tie) => ({
  body: fc.dictionary(fc.constantFrom(...NAMES.split(" ")), tie("value"), { maxKeys: 4 }),
  value: fc.oneof({ depthSize: "small" }, fc.constantFrom("1", "EUR"), tie("body")),
}));

describe("a member by the name of another version", () => {
  for (const { name, operation, version, body, says, corrected } of CASES) {
    it(`is told with its name in this version, and corrected: ${name} (${operation} ${version})`, () => {
      const sent = { apiOperation: operation, ...body };
      const findings = judge(operation, version, sent).findings.filter(({ code }) => code === "unknown");
      expect(findings.map(({ explanation }) => explanation)).to.deep.equal(says);
      expect(correctionOf(sent, findings).body).to.deep.equal({ apiOperation: operation, ...corrected });
    });
  }

  for (const [operation, version, path, versions] of ELSEWHERE) {
    it(`is told with the versions that have it, and no name like it: ${path} (${operation} ${version})`, () => {
      const body = withValue({ apiOperation: operation }, path, "1");
      const [finding] = judge(operation, version, body).findings.filter(({ code }) => code === "unknown");
      expect(finding?.explanation).to.equal(`Unexpected parameter '${path}'. It exists ${versions}`);
      expect(finding?.message).to.contain(
        `is not a member of ${operation} version ${version}. It exists ${versions}.`,
      );
      expect(finding?.meant).to.equal(undefined);
    });
  }

  it("is not there any more once the request is corrected, whatever it has and wherever", () => {
    const operation = fc.constantFrom<Operation>("PAY", "CAPTURE", "UPDATE_AUTHORIZATION");
    fc.assert(
      fc.property(operation, fc.constantFrom(13, 28, 45, 60, 100), anyBody, (of, version, sent) => {
        const unknown = (body: JsonObject) =>
          judge(of, version, body).findings.filter(({ code }) => code === "unknown");
        const found = unknown(sent);
        const corrected = correctionOf(sent, found).body as JsonObject;
        const left = unknown(corrected).map(({ field }) => field);
        expect(left.filter((field) => found.some((it) => it.field === field))).to.deep.equal([]);
      }),
      { numRuns: 300 },
    );
  });
});
