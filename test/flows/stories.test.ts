import { expect } from "chai";
import request from "supertest";
import { arrowKey } from "../../server/domain/order/transitions.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { walkedArrow } from "../../server/journal/contract-tally.ts";
import { AT_MERCHANT, confirm, initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "../browser/checkout-client.ts";
import { payerOf } from "../browser/payer.ts";
import { DECLINED_CARD, REFERRED_CARD, standaloneRefund } from "../operations/situations.ts";
import { pay, refund } from "../support/requests.ts";
import { play, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";
import { PRIVILEGED, STORIES } from "./story-cases.ts";
import type { Step } from "./story-cases.ts";

const MERCHANTS = {
  PLAIN: {},
  PRIVILEGED: { privileges: ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"], excessiveRefundPercent: 25 },
  APPROVING: { refundApproval: true },
};

const SCENARIO = {
  rules: [
    { id: "declined-card", when: { card: DECLINED_CARD }, outcome: "DECLINED" },
    { id: "referred-card", when: { card: REFERRED_CARD }, outcome: "REFERRED" },
    { id: "declined-amount", when: { amount: "66.66" }, outcome: "DECLINED" },
    {
      id: "second-void",
      when: { operation: "VOID", orderPrefix: "a declined void" },
      outcomes: ["TIMED_OUT", "APPROVED"],
    },
  ],
};

/** The transition that the journal says an exchange has walked. */
const keyOf = (exchange: Exchange): string | undefined => {
  const arrow = walkedArrow(exchange);
  return arrow && arrowKey(arrow);
};

/** The transition of each step by what its summary says; undefined where a failure leads nowhere. */
function arrowsOf(steps: readonly Step[]): readonly (string | undefined)[] {
  const alone = /^(CAPTURE|REFUND) /.test(steps[0]?.[1] ?? "");
  const statuses = steps.map(([, summary]) => summary.split(" ").at(-2));
  return steps.map(([, summary], index) => {
    const [type = "", status] = summary.split(" ");
    const isStandalone = alone && (index === 0 || type.startsWith("VOID"));
    const before = index === 0 ? "NEW" : statuses[index - 1];
    return type === "FAILURE"
      ? undefined
      : `${before} ${status} ${type}${isStandalone ? " (standalone)" : ""}`;
  });
}

describe("stories of an order", () => {
  const running = suiteSandbox({ merchants: MERCHANTS, scenario: SCENARIO });

  /** The transition of the merchant's newest exchange. */
  const newest = async (merchant: string): Promise<string | undefined> => {
    const path = `/_sandbox/v1/merchants/${merchant}/exchanges?limit=1`;
    const response = await request(running.sandbox.url).get(path);
    const [exchange] = (response.body as { readonly exchanges: readonly Exchange[] }).exchanges;
    return exchange && keyOf(exchange);
  };

  const tell = (merchant: string, name: string, steps: readonly Step[]): void => {
    it(`tell of ${name}`, async () => {
      const client = clientOn(running, merchant);
      const order = name.slice(0, 40);
      const answers = await play(
        client,
        order,
        steps.map(([body]) => body),
      );
      expect(answers.map(summaryOf)).to.deep.equal(steps.map(([, summary]) => summary));
      const stored = (await client.getOrder(order)).body as { transaction: readonly unknown[] };
      expect(stored.transaction).to.deep.equal(answers.map(({ body }) => body as unknown));
      const walked = await Promise.all(answers.map(async (answer) => keyOf(await client.why(answer))));
      expect(walked).to.deep.equal(arrowsOf(steps));
    });
  };

  for (const [name, steps] of Object.entries(STORIES)) tell("PLAIN", name, steps);
  for (const [name, steps] of Object.entries(PRIVILEGED)) tell("PRIVILEGED", name, steps);

  const approvals: readonly (readonly [
    string,
    readonly JsonObject[],
    verdict: string,
    asked: string,
    made?: string,
  ])[] = [
    [
      ...(["paid", [pay(), refund("30.00")], "approve"] as const),
      ...([
        "CAPTURED REFUND_REQUESTED REFUND_REQUEST",
        "REFUND_REQUESTED PARTIALLY_REFUNDED REFUND",
      ] as const),
    ],
    [
      ...(["alone", [standaloneRefund()], "approve"] as const),
      "NEW REFUND_REQUESTED REFUND_REQUEST (standalone)",
      "REFUND_REQUESTED EXCESSIVELY_REFUNDED REFUND (standalone)",
    ],
    ["rejected", [pay(), refund("30.00")], "reject", "CAPTURED REFUND_REQUESTED REFUND_REQUEST"],
    [
      ...(["second", [pay(), refund("30.00"), refund("20.00")], "reject"] as const),
      "REFUND_REQUESTED REFUND_REQUESTED REFUND_REQUEST",
    ],
  ];
  for (const [order, bodies, verdict, asked, made] of approvals) {
    it(`tell of a refund that waits: ${order}, ${verdict}`, async () => {
      await play(clientOn(running, "APPROVING"), order, bodies);
      expect(await newest("APPROVING")).to.equal(asked);
      const path = `/_sandbox/v1/merchants/APPROVING/orders/${order}/transactions/${bodies.length}/${verdict}`;
      expect((await request(running.sandbox.url).post(path)).status).to.equal(200);
      expect(await newest("APPROVING")).to.equal(made);
    });
  }

  const chosen: readonly (readonly [action: string, arrow: string])[] = [
    ["pay", "INITIATED CAPTURED BROWSER_PAYMENT"],
    ["decline", "INITIATED FAILED BROWSER_PAYMENT"],
    ["leave-pending", "INITIATED INITIATED BROWSER_PAYMENT"],
  ];
  for (const [action, arrow] of chosen) {
    it(`tell of what a payer chose at the page: ${action}`, async () => {
      const client = clientOn(running, "PLAIN");
      const initiated = await client.put({ order: `page-${action}`, transaction: "1", body: initiate() });
      expect(await newest("PLAIN")).to.equal("NEW INITIATED BROWSER_PAYMENT");
      await payerOf(initiated).choose(action);
      expect(await newest("PLAIN")).to.equal(arrow);
    });
  }

  it("tell of a browser payment that the merchant confirms", async () => {
    const client = clientOn(running, "PLAIN");
    const initiated = await client.put({ order: "confirmed", transaction: "1", body: initiate(AT_MERCHANT) });
    await payerOf(initiated).choose("pay");
    expect(await newest("PLAIN")).to.equal("INITIATED INITIATED BROWSER_PAYMENT");
    await client.put({ order: "confirmed", transaction: "1", body: confirm() });
    expect(await newest("PLAIN")).to.equal("INITIATED CAPTURED BROWSER_PAYMENT");
  });

  it("tell of a checkout that the payer paid at the hosted page", async () => {
    const begun = await begin(running.sandbox.url, checkoutOf("hosted"), { merchant: "PLAIN" });
    const paid = await hostedPageOf(running.sandbox.url, sessionIdOf(begun)).submit(CARD_FORM);
    expect(paid.status).to.equal(303);
    expect(await newest("PLAIN")).to.equal("NEW CAPTURED PAYMENT");
  });
});
