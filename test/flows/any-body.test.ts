import { expect } from "chai";
import fc from "fast-check";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { authorize, capture, pay, refund, verify, voidOf, withValue } from "../support/requests.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";
import { openLine } from "./walk/line.ts";
import type { Line } from "./walk/line.ts";

const SEED = 20_300_115;
const REQUESTS = 300;

const MEMBERS = [
  ...[
    "order",
    "order.amount",
    "order.currency",
    "order.netAmount",
    "order.item",
    "order.tax",
    "order.taxAmount",
  ],
  ...["order.itemAmount", "order.shippingAndHandlingTaxAmount", "order.custom", "order.reference"],
  ...[
    "order.discount",
    "order.subMerchant",
    "order.merchantCategoryCode",
    "transaction",
    "transaction.amount",
  ],
  ...["transaction.currency", "transaction.targetTransactionId", "transaction.source", "session", "3DSecure"],
  ...["sourceOfFunds", "sourceOfFunds.type", "sourceOfFunds.provided", "sourceOfFunds.provided.card"],
  ...[
    "number",
    "expiry",
    "expiry.month",
    "securityCode",
    "track1",
    "track2",
    "p2pe",
    "pin",
    "mobileWallet",
  ].map((member) => `sourceOfFunds.provided.card.${member}`),
  ...["billing", "billing.address", "billing.address.street", "shipping", "customer", "device", "airline"],
  ...[
    "airline.itinerary.leg",
    "agreement",
    "accountFunding",
    "posTerminal",
    "responseControls",
    "correlationId",
  ],
  ...["authentication", "paymentPlan", "initiator", "userId", "partnerSolutionId", "risk", "action"],
] as const;

const value = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    "1.00",
    "-1",
    "99999999999999",
    "1.2345",
    "USD",
    "ZZZ",
    "1",
    "2",
    ".",
    "",
    "x".repeat(300),
  ),
  fc.constantFrom<Json>(0, -1, 1e300, 1.5, true, null, [], {}, [[]], [null], [{}], {
    address: { street: 1 },
  }),
);

/** A request of any operation in which up to three members are something else. */
const anyBody: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom(pay(), authorize(), verify(), capture(), refund(), voidOf("1")),
    fc.array(fc.tuple(fc.constantFrom(...MEMBERS), value), { minLength: 1, maxLength: 3 }),
  )
  .map(([body, changes]) => changes.reduce((soFar, [path, to]) => withValue(soFar, path, to), body));

const anyCall = fc.tuple(
  anyBody,
  fc.constantFrom(undefined, pay(), authorize(), verify()),
  fc.constantFrom(57, 100),
);

describe("a body that is anything", function () {
  this.timeout(120_000);
  for (const mode of ["strict", "gateway", "observe"]) {
    it(`is taken or refused in mode ${mode}, and never a fault of the sandbox`, async () => {
      const running = await startWith({ environment: { SANDBOX_MODE: mode } });
      const line = openLine(running.sandbox.url, "TESTMERCHANT");
      const calls = fc.sample(anyCall, { seed: SEED, numRuns: REQUESTS });
      const statuses = await Promise.all(
        calls.map((call, index) => send(line, `order-${index}`, call, mode)),
      );
      line.hangUp();
      expect(new Set(statuses)).to.deep.equal(new Set([201, 400]));
      expect(bugsOf(running)).to.deep.equal([]);
      await running.stop();
    });
  }
});

const bugsOf = ({ logged }: Started): readonly string[] =>
  logged()
    .split("\n")
    .filter((entry) => entry.includes('"bug"'));

async function send(
  line: Line,
  order: string,
  [body, before, version]: [JsonObject, JsonObject | undefined, number],
  mode: string,
): Promise<number> {
  if (before) await line.put(order, "1", 100, before);
  const { status, text } = await line.put(order, "2", version, body);
  // What observe lets through comes back as it was sent, whatever the contract of answers says of it.
  if (status >= 400) expectValidAnswer(JSON.parse(text), "error", version);
  else if (mode !== "observe") expectValidAnswer(JSON.parse(text), "transaction", version);
  return status;
}
