import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, withValue, withValues } from "../support/requests.ts";
import type { TransactionRequest } from "../support/sandbox.ts";
import { refused, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

/** Everything that Base64 has: the characters beyond letters and digits, and padding. */
const TOKEN = "AAAB+Jg0VhI0VniQ/jRWAAAAAAA=";
const LONG_TOKEN = "kBMI/uGZvlKCygBkcQIlLJeBTPLG+fvv";
const XID = "MDAwMDAwMDAwMDAwMDAwMzIyNzY=";

const SAID = { acsEci: "05", authenticationToken: TOKEN, xid: XID };
const STATUS = { authenticationStatus: "AUTHENTICATION_SUCCESSFUL" };
const ENROLLED = { enrollmentStatus: "ENROLLED" };
const LETTERS = { paResStatus: "Y", veResEnrolled: "Y" };

const withGroup = (body: JsonObject, group: JsonObject): JsonObject => ({ ...body, "3DSecure": group });
const standalone = withValues(capture(), {
  "transaction.authorizationCode": "123456",
  sourceOfFunds: pay()["sourceOfFunds"],
});

/** The version, what is sent, and the group that comes back. */
const CASES: readonly (readonly [
  version: number,
  body: JsonObject,
  group: JsonObject,
  answered: JsonObject,
])[] = [
  [13, pay(), { ...SAID, ...STATUS, ...ENROLLED }, { ...SAID, ...STATUS, ...ENROLLED }],
  [28, standalone, { ...SAID, ...ENROLLED }, { ...SAID, ...ENROLLED }],
  [
    39,
    authorize(),
    { ...SAID, enrollmentStatus: "NOT_ENROLLED" },
    { ...SAID, enrollmentStatus: "NOT_ENROLLED" },
  ],
  [48, authorize(), { ...SAID, ...STATUS, ...LETTERS }, { ...SAID, ...STATUS, ...LETTERS }],
  [60, pay(), { ...SAID, ...ENROLLED }, { ...SAID, ...ENROLLED }],
  [60, pay(), { ...SAID, ...LETTERS }, { ...SAID, ...LETTERS, ...ENROLLED }],
  [100, pay(), { ...SAID, ...STATUS, ...ENROLLED }, { ...SAID, ...STATUS, ...ENROLLED }],
  [100, pay(), { veResEnrolled: "N" }, { enrollmentStatus: "NOT_ENROLLED", veResEnrolled: "N" }],
  [
    100,
    pay(),
    { ...SAID, authenticationToken: LONG_TOKEN, ...ENROLLED },
    { ...SAID, authenticationToken: LONG_TOKEN, ...ENROLLED },
  ],
];

/** The version, the group that is not taken, and the field that is named. */
const REFUSED: readonly (readonly [version: number, body: JsonObject, group: JsonObject, field: string])[] = [
  [13, pay(), SAID, "3DSecure.enrollmentStatus"],
  [13, pay(), { ...ENROLLED, ...LETTERS }, "3DSecure.paResStatus"],
  [28, standalone, SAID, "3DSecure.enrollmentStatus"],
  [39, authorize(), SAID, "3DSecure.enrollmentStatus"],
  [48, authorize(), SAID, "3DSecure.veResEnrolled"],
  [48, authorize(), { ...LETTERS, ...ENROLLED }, "3DSecure.enrollmentStatus"],
  [60, pay(), SAID, "3DSecure.enrollmentStatus"],
  [100, pay(), SAID, "3DSecure.enrollmentStatus"],
  [100, pay(), { ...ENROLLED, authenticationToken: "AAAB" }, "3DSecure.authenticationToken"],
  [100, pay(), { ...ENROLLED, xid: "AAAB" }, "3DSecure.xid"],
  [60, pay(), { ...LETTERS, paResStatus: "YY" }, "3DSecure.paResStatus"],
];

describe("payments that were authenticated elsewhere", () => {
  const running = suiteSandbox();
  const client = clientOn(running);

  CASES.forEach(([version, body, group, told], index) => {
    const names = Object.keys(group).join(", ");
    it(`come back in version ${version} as they were sent: ${names}`, async () => {
      const call: TransactionRequest = {
        order: `authenticated-${index}`,
        transaction: "1",
        version,
        body: withGroup({ ...body, "3DSecureId": "my-id-1" }, group),
      };
      const response = await client.put(call);
      expect(response.status, JSON.stringify(response.body)).to.equal(201);
      expect(valueAt(response.body as JsonObject, "3DSecure")).to.deep.equal(told);
      expect(valueAt(response.body as JsonObject, "3DSecureId")).to.equal("my-id-1");
      const read = await client.getTransaction(call.order, "1", version);
      expect(valueAt(read.body as JsonObject, "3DSecure")).to.deep.equal(told);
    });
  });

  REFUSED.forEach(([version, body, group, field], index) => {
    it(`are refused in version ${version} for ${field}: ${Object.keys(group).join(", ")}`, async () => {
      const call = { order: `refused-${index}`, transaction: "1", version, body: withGroup(body, group) };
      const response = await client.put(call);
      expect([response.status, refused(response).field]).to.deep.equal([400, field]);
    });
  });

  it("show in the order what the authentication came to, from version 57 on", async () => {
    const group = { ...SAID, ...STATUS, ...ENROLLED };
    const [old, recent] = [
      await client.put({ order: "old", transaction: "1", version: 13, body: withGroup(pay(), group) }),
      await client.put({ order: "recent", transaction: "1", version: 60, body: withGroup(pay(), group) }),
    ];
    const statusIn = (body: unknown): unknown => valueAt(body as JsonObject, "order.authenticationStatus");
    expect([statusIn(old.body), statusIn(recent.body)]).to.deep.equal([
      undefined,
      STATUS.authenticationStatus,
    ]);
  });

  it("need no xid where the scheme asks for none, and have it where it does", async () => {
    const amex = withValue(pay(), "sourceOfFunds.provided.card", {
      number: "345678901234564",
      expiry: { month: "01", year: "39" },
    });
    const bodies = [
      withGroup(pay(), { ...STATUS, ...ENROLLED }),
      withGroup(amex, { ...STATUS, ...ENROLLED, xid: XID }),
      withGroup(amex, { authenticationStatus: "AUTHENTICATION_NOT_AVAILABLE", ...ENROLLED }),
      withGroup(amex, { paResStatus: "N", veResEnrolled: "Y" }),
    ];
    for (const [index, body] of bodies.entries()) {
      const response = await client.put({ order: `xid-${index}`, transaction: "1", version: 60, body });
      expect(summaryOf(response)).to.equal("PAYMENT CAPTURED 100/100/0");
    }
  });
});
