import { expect } from "chai";
import { isObject } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { renderOrder } from "../../../server/gateway/answers/order.ts";
import { renderTransaction } from "../../../server/gateway/answers/transaction.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { orderOf } from "../../support/orders.ts";
import { withValue } from "../../support/requests.ts";
import { authorization, followUp, MERCHANT, STORED_PAY } from "./samples.ts";
import { contractLeaves, renderedLeaves } from "./schema-leaves.ts";

/** From and until which version each leaf is known that some contract of a transaction operation has. */
const KNOWN = knownByContracts();

/** Leaves that the response tables give other versions than the requests (interface section 2.12, assumption A85). */
const BY_TABLES: Readonly<Record<string, readonly [from: number, until: number]>> = {
  "accountFunding.purpose": [67, 100],
  "accountFunding.recipient.country": [67, 99],
  "accountFunding.recipient.dateOfBirth": [67, 99],
  "accountFunding.recipient.firstName": [67, 100],
  "accountFunding.recipient.lastName": [67, 100],
  "accountFunding.recipient.middleName": [67, 100],
  "accountFunding.recipient.postCodeZip": [67, 99],
  "accountFunding.recipient.stateProvinceCode": [67, 99],
  "accountFunding.senderIsRecipient": [67, 100],
  "accountFunding.senderType": [67, 100],
  ...authenticationFrom(53),
  "browserPayment.operation": [34, 100],
  "order.invoiceNumber": [1, 100],
  "sourceOfFunds.provided.card.storedOnFile": [51, 100],
  "transaction.acquirer.transactionId": [1, 100],
};

/** What payments tell of the authentication that they used (assumption A278). */
function authenticationFrom(version: number): Readonly<Record<string, readonly [number, number]>> {
  const leaves = [
    "transactionId",
    ...["acsEci", "authenticationToken", "transactionId"].map((it) => `3ds.${it}`),
    ...["paResStatus", "veResEnrolled"].map((it) => `3ds1.${it}`),
  ];
  const newer = ["dsTransactionId", "protocolVersion", "transactionStatus"].map((it) => `3ds2.${it}`);
  return Object.fromEntries(
    [...leaves, ...newer].map((leaf) => [`authentication.${leaf}`, [version, 100] as const]),
  );
}

const SAMPLES: Readonly<Record<string, Json>> = {
  custom: { a: "b" },
  flag: true,
  masked: "512345xxxxxx0008",
  month: "05",
  number: 1,
  text: "1",
};

/** Leaves that answers echo, and what a request could bring of each. */
const ECHOED = [...renderedLeaves()].flatMap(([scalar, kinds]) => {
  const sample = SAMPLES[[...kinds].join()];
  return sample === undefined ? [] : [{ scalar, sample }];
});

/** A request with everything that any version takes. */
const EVERYTHING = ECHOED.reduce<JsonObject>(
  (request, { scalar, sample }) => ({
    ...request,
    ...(placed(request, scalar.split("."), sample) as JsonObject),
  }),
  STORED_PAY,
);

const CAPTURE = { operation: "CAPTURE", type: "CAPTURE" } as const;
const VERSIONS = Array.from({ length: 100 }, (_, index) => index + 1);

/** What the issue names: written in version 100, and shown in which of these versions. */
const SHOWN: readonly (readonly [scalar: string, from: number])[] = [
  ["accountFunding.senderType", 67],
  ["posTerminal.lane", 100],
  ["customer.middleName", 100],
  ["agreement.customData", 100],
  ["transaction.acquirer.customData", 100],
  ["shipping.contact.email", 48],
  ["agreement.type", 60],
  ["customer.email", 1],
];

describe("what an answer's version knows of what other versions wrote", () => {
  for (const version of VERSIONS) {
    it(`is all that a capture and a retrieval of version ${version} echo`, () => {
      const order = orderOf(
        authorization(100, { request: EVERYTHING }),
        followUp(version, { ...CAPTURE, request: EVERYTHING }),
      );
      const options = { merchant: MERCHANT, correlationId: undefined, orderAsOf: "then" } as const;
      const expected = ECHOED.map(({ scalar }) => scalar).filter((scalar) => isKnown(scalar, version));
      expect(echoedIn(renderTransaction(order, 1, options))).to.deep.equal(expected);
      const { transaction, ...rest } = renderOrder(order, { version, merchant: MERCHANT });
      for (const one of transaction as readonly JsonObject[])
        expect(echoedIn(one), "a transaction of the order").to.deep.equal(expected);
      const lasting = expected.filter(
        (scalar) => !/^(?:order|transaction|action|initiator)\.|^(?:userId|partner)/.test(scalar),
      );
      expect(echoedIn(rest).filter((scalar) => lasting.includes(scalar))).to.deep.equal(lasting);
      expect(echoedIn(rest).filter((scalar) => !isKnown(scalar, version))).to.deep.equal([]);
    });
  }

  for (const [scalar, from] of SHOWN) {
    it(`is ${scalar} from version ${from} on`, () => {
      const order = orderOf(authorization(100, { request: EVERYTHING }), followUp(28, CAPTURE));
      for (const version of [28, 39, 47, 48, 59, 60, 66, 67, 85, 99, 100]) {
        const [first] = renderOrder(order, { version, merchant: MERCHANT })[
          "transaction"
        ] as readonly JsonObject[];
        expect(echoedIn(first ?? {}).includes(scalar), `in version ${version}`).to.equal(version >= from);
      }
    });
  }

  it("leaves no empty group behind, and says what its schema says", () => {
    const request = withValue(STORED_PAY, "accountFunding.recipient.account.identifier", "512345xxxxxx0008");
    const order = orderOf(authorization(100, { request }), followUp(28, CAPTURE));
    const answer = renderOrder(order, { version: 28, merchant: MERCHANT });
    expectValidAnswer(answer, "order", 28);
    expect(JSON.stringify(answer)).not.to.include("accountFunding");
  });

  const RECIPIENT: JsonObject = {
    firstName: "Ida",
    address: {
      city: "Wien",
      country: "AUT",
      postCodeZip: "1010",
      stateProvinceCode: "9",
      street: "Am Hof 1",
    },
    identification: { country: "AUT", type: "DATE_OF_BIRTH", value: "1980-02-29" },
  };
  const FLAT = {
    country: "AUT",
    dateOfBirth: "1980-02-29",
    firstName: "Ida",
    postCodeZip: "1010",
    stateProvinceCode: "9",
  };

  it("tells the recipient of account funding in the flat form in a referral of version 67", () => {
    const request = withValue(STORED_PAY, "accountFunding.recipient", RECIPIENT);
    const order = orderOf(
      authorization(100, { request }),
      followUp(67, { operation: "REFERRAL", type: "AUTHORIZATION" }),
    );
    const answer = renderTransaction(order, 1, {
      merchant: MERCHANT,
      correlationId: undefined,
      orderAsOf: "then",
    });
    expectValidAnswer(answer, "transaction", 67);
    expect(answer["accountFunding"]).to.deep.include({
      purpose: "OTHER",
      recipient: FLAT,
      senderIsRecipient: false,
    });
    expect(answer["accountFunding"])
      .to.have.property("reference")
      .that.matches(/^AF\d{10}$/);
  });
});

function isKnown(whole: string, version: number): boolean {
  // An address that has one line is answered with two.
  const scalar = whole.replace(/street2$/, "street");
  const [from, until] = BY_TABLES[scalar] ?? KNOWN.get(scalar) ?? [0, -1];
  return from <= version && version <= until;
}

/** A contract rules until the next one of its operation; the first of an operation also rules before itself. */
function knownByContracts(): ReadonlyMap<string, readonly [from: number, until: number]> {
  const known = new Map<string, readonly [number, number]>();
  for (const { from, until, leaves } of contractLeaves()) {
    for (const scalar of leaves.keys()) {
      const before = known.get(scalar);
      known.set(scalar, [before?.[0] ?? from, Math.max(before?.[1] ?? 0, until)]);
    }
  }
  return known;
}

/** The object with the sample at a path, lists with one item. */
function placed(before: Json | undefined, [step = "", ...rest]: readonly string[], sample: Json): Json {
  if (step === "") return sample;
  const name = step.replace("[]", "");
  const members = isObject(before) ? before : {};
  const inner = members[name];
  if (name === step) return { ...members, [name]: placed(inner, rest, sample) };
  const [item] = Array.isArray(inner) ? (inner as readonly Json[]) : [];
  return { ...members, [name]: [placed(item, rest, sample)] };
}

function echoedIn(answer: JsonObject): readonly string[] {
  const found = new Set(leavesOf(answer, ""));
  return ECHOED.map(({ scalar }) => scalar).filter((scalar) => found.has(scalar));
}

function leavesOf(value: Json | undefined, path: string): readonly string[] {
  if (path === "order.custom" || path === "custom") return ["order.custom"];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => leavesOf(item, `${path}[]`));
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, path === "" ? name : `${path}.${name}`),
  );
}
