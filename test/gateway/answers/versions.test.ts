import { expect } from "chai";
import { membersOf } from "../../../server/gateway/answers/members/members.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { answerOf, ORDERS, pathsOf } from "./samples.ts";

const VERSIONS = [1, 13, 45, 51, 57, 70, 100];

const CARD_MEMBERS = [
  "brand",
  "expiry.month",
  "expiry.year",
  "fundingMethod",
  "issuer",
  "nameOnCard",
  "number",
  "scheme",
].map((member) => `sourceOfFunds.provided.card.${member}`);

/** Members of every answer of every version. */
const EVERYWHERE = [
  "gatewayEntryPoint",
  "merchant",
  ...["amount", "creationTime", "currency", "id", "status"].map((member) => `order.${member}`),
  ...["totalAuthorizedAmount", "totalCapturedAmount", "totalRefundedAmount"].map(
    (member) => `order.${member}`,
  ),
  ...["acquirerCode", "acquirerMessage", "gatewayCode"].map((member) => `response.${member}`),
  "result",
  ...CARD_MEMBERS,
  "sourceOfFunds.type",
  "timeOfRecord",
  ...["acquirer.batch", "acquirer.id", "acquirer.merchantId"].map((member) => `transaction.${member}`),
  ...["amount", "currency", "id", "receipt", "source", "terminal", "type"].map(
    (member) => `transaction.${member}`,
  ),
  "version",
];

const ACQUIRER_TIMES = ["date", "settlementDate", "timeZone", "transactionId"].map(
  (member) => `transaction.acquirer.${member}`,
);

const FROM_51 = ["order.chargeback.amount", "order.chargeback.currency", "order.merchantCategoryCode"];
const STORED_ON_FILE = "sourceOfFunds.provided.card.storedOnFile";
const FROM_57 = [
  ...["order.lastUpdatedTime", "order.merchantAmount", "order.merchantCurrency"],
  ...["timeOfLastUpdate", "transaction.stan", ...ACQUIRER_TIMES],
];

/** Members that all answers of a version have beside those, by what bodies of the versions show. */
const BY_VERSION: Readonly<Record<number, readonly string[]>> = {
  1: [...ACQUIRER_TIMES, "transaction.frequency"],
  13: [...ACQUIRER_TIMES, "transaction.frequency"],
  45: [...ACQUIRER_TIMES, "transaction.frequency"],
  51: [...FROM_51, STORED_ON_FILE, "transaction.frequency"],
  57: [...FROM_51, STORED_ON_FILE, ...FROM_57],
  70: [...FROM_51, STORED_ON_FILE, ...FROM_57, "order.totalDisbursedAmount"],
  100: [...FROM_51, STORED_ON_FILE, ...FROM_57, "order.totalDisbursedAmount"],
};

const RISK = ["gatewayCode", "review.decision"];
const AUTHORIZATION_RESPONSE = [
  ...["commercialCard", "commercialCardIndicator", "financialNetworkCode", "posEntryMode", "processingCode"],
  ...["responseCode", "stan", "transactionIdentifier"],
].map((member) => `authorizationResponse.${member}`);

const risk = (version: number): readonly string[] =>
  RISK.map((member) => (version < 45 ? `response.risk.${member}` : `risk.response.${member}`));
const issuer = (version: number): readonly string[] => (version < 51 ? [] : AUTHORIZATION_RESPONSE);
const funding = (version: number): readonly string[] =>
  version < 57 ? [] : ["order.fundingStatus", "transaction.funding.status"];
/** Nothing was authenticated (assumption A446). */
const inEffect = (version: number): readonly string[] => (version < 57 ? [] : ["order.authenticationStatus"]);
const ownInEffect = (version: number): readonly string[] =>
  version < 57 ? [] : [...inEffect(version), "transaction.authenticationStatus"];
const orderFunding = (version: number): readonly string[] => (version < 57 ? [] : ["order.fundingStatus"]);

/** Members that only the answers of one operation have. */
const BY_OPERATION: Readonly<Record<string, (version: number) => readonly string[]>> = {
  authorize: (version) => [
    "transaction.authorizationCode",
    ...risk(version),
    ...issuer(version),
    ...ownInEffect(version),
  ],
  capture: (version) => ["transaction.authorizationCode", ...funding(version), ...inEffect(version)],
  "declined pay": (version) => [...risk(version), ...issuer(version), ...ownInEffect(version)],
  disbursement: () => [],
  pay: (version) => [
    "transaction.authorizationCode",
    ...risk(version),
    ...issuer(version),
    ...funding(version),
    ...ownInEffect(version),
  ],
  refund: (version) => [...orderFunding(version), ...inEffect(version)],
  verify: (version) => ["transaction.authorizationCode", ...issuer(version), ...ownInEffect(version)],
  void: (version) => ["transaction.targetTransactionId", ...inEffect(version)],
};

describe("members of answers by operation and version", () => {
  for (const [operation, createOrder] of Object.entries(ORDERS)) {
    for (const version of VERSIONS) {
      it(`answers ${operation} in version ${version} with exactly the members of that version`, () => {
        const answer = answerOf(createOrder(version));
        const expected = [
          ...EVERYWHERE,
          ...(BY_VERSION[version] ?? []),
          ...(BY_OPERATION[operation]?.(version) ?? []),
        ];
        expect([...pathsOf(answer)].sort()).to.deep.equal(expected.sort());
        expectValidAnswer(answer, "transaction", version);
      });
    }
  }

  it("answers every version from 1 to 100 as its schema says", () => {
    for (let version = 1; version <= 100; version += 1) {
      for (const createOrder of Object.values(ORDERS)) {
        expectValidAnswer(answerOf(createOrder(version)), "transaction", version);
      }
    }
  });

  it("knows no version below 1 or above 100", () => {
    for (const version of [0, 101, 1.5, -1, NaN]) expect(() => membersOf(version)).to.throw(RangeError);
  });
});
