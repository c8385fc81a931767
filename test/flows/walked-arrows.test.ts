import { expect } from "chai";
import request from "supertest";
import { arrowKey, ARROWS } from "../../server/domain/order/transitions.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { walkedArrow } from "../../server/journal/contract-tally.ts";
import { AT_MERCHANT, confirm, initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "../browser/checkout-client.ts";
import { payerOf } from "../browser/payer.ts";
import { declinedPay, referredPay, standaloneCapture, standaloneRefund } from "../operations/situations.ts";
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
import type { TestSandbox } from "../support/sandbox.ts";
import { play } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

const PRIVILEGES = ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"];
const MERCHANTS = { USUAL: { privileges: PRIVILEGES }, APPROVING: { refundApproval: true } };

/** Each step walks one arrow; undefined where it walks none. */
type Story = readonly (readonly [body: JsonObject, arrow: string | undefined])[];

const STORIES: Readonly<Record<string, Story>> = {
  "an authorization, captured in parts, refunded and undone": [
    [authorize(), "NEW AUTHORIZED AUTHORIZATION"],
    [update("120.00"), "AUTHORIZED AUTHORIZED AUTHORIZATION_UPDATE"],
    [capture("40.00"), "AUTHORIZED PARTIALLY_CAPTURED CAPTURE"],
    [capture("40.00"), "PARTIALLY_CAPTURED PARTIALLY_CAPTURED CAPTURE"],
    [voidOf("4"), "PARTIALLY_CAPTURED PARTIALLY_CAPTURED VOID_CAPTURE"],
    [capture("80.00"), "PARTIALLY_CAPTURED CAPTURED CAPTURE"],
    [voidOf("6"), "CAPTURED PARTIALLY_CAPTURED VOID_CAPTURE"],
    [voidOf("3"), "PARTIALLY_CAPTURED AUTHORIZED VOID_CAPTURE"],
    [voidOf("1"), "AUTHORIZED CANCELLED VOID_AUTHORIZATION"],
  ],
  "a payment that was declined, then made, then voided": [
    [declinedPay, undefined],
    [pay(), "FAILED CAPTURED PAYMENT"],
    [voidOf("2"), "CAPTURED CANCELLED VOID_PAYMENT"],
  ],
  "a payment that was refunded in part, in full and in excess": [
    [pay(), "NEW CAPTURED PAYMENT"],
    [refund("30.00"), "CAPTURED PARTIALLY_REFUNDED REFUND"],
    [refund("70.00"), "PARTIALLY_REFUNDED REFUNDED REFUND"],
    [refund("5.00"), "REFUNDED EXCESSIVELY_REFUNDED REFUND"],
    [voidOf("4"), "EXCESSIVELY_REFUNDED REFUNDED VOID_REFUND"],
  ],
  "a verification that a payment follows": [
    [verify(), "NEW VERIFIED VERIFICATION"],
    [pay(), "VERIFIED CAPTURED PAYMENT"],
  ],
  "a referral": [
    [referredPay, undefined],
    [referral(), "FAILED CAPTURED PAYMENT"],
  ],
  "a capture of its own": [
    [standaloneCapture(), "NEW CAPTURED CAPTURE (standalone)"],
    [voidOf("1"), "CAPTURED CANCELLED VOID_CAPTURE (standalone)"],
  ],
  "a refund of its own": [
    [standaloneRefund(), "NEW EXCESSIVELY_REFUNDED REFUND (standalone)"],
    [voidOf("1"), "EXCESSIVELY_REFUNDED CANCELLED VOID_REFUND (standalone)"],
  ],
  "a disbursement": [[disbursement(), "NEW DISBURSED DISBURSEMENT"]],
};

describe("the transition that an exchange has walked", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWith({ merchants: MERCHANTS });
  });
  after(() => running.stop());

  const keyOf = (exchange: Exchange): string | undefined => {
    const arrow = walkedArrow(exchange);
    return arrow && arrowKey(arrow);
  };
  /** Of the newest exchange of the merchant. */
  const newest = async (merchant: string): Promise<string | undefined> => {
    const path = `/_sandbox/v1/merchants/${merchant}/exchanges?limit=1`;
    const response = await request(running.sandbox.url).get(path);
    const [exchange] = (response.body as { readonly exchanges: readonly Exchange[] }).exchanges;
    return exchange && keyOf(exchange);
  };

  for (const [index, [title, steps]] of Object.entries(STORIES).entries()) {
    it(`is told of ${title}`, async () => {
      const client = clientOn(running, "USUAL");
      const answers = await play(
        client,
        `story-${index}`,
        steps.map(([body]) => body),
      );
      const walked = await Promise.all(answers.map(async (answer) => keyOf(await client.why(answer))));
      expect(walked).to.deep.equal(steps.map(([, arrow]) => arrow));
    });
  }

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
    it(`is told of a refund that waits: ${order}, ${verdict}`, async () => {
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
    it(`is told of what a payer chose at the page: ${action}`, async () => {
      const client = clientOn(running, "USUAL");
      const initiated = await client.put({ order: `page-${action}`, transaction: "1", body: initiate() });
      expect(await newest("USUAL")).to.equal("NEW INITIATED BROWSER_PAYMENT");
      await payerOf(initiated).choose(action);
      expect(await newest("USUAL")).to.equal(arrow);
    });
  }

  it("is told of a browser payment that the merchant confirms", async () => {
    const client = clientOn(running, "USUAL");
    const initiated = await client.put({ order: "confirmed", transaction: "1", body: initiate(AT_MERCHANT) });
    await payerOf(initiated).choose("pay");
    expect(await newest("USUAL")).to.equal("INITIATED INITIATED BROWSER_PAYMENT");
    await client.put({ order: "confirmed", transaction: "1", body: confirm() });
    expect(await newest("USUAL")).to.equal("INITIATED CAPTURED BROWSER_PAYMENT");
  });

  it("is told of a checkout that the payer paid at the hosted page", async () => {
    const begun = await begin(running.sandbox.url, checkoutOf("hosted"), { merchant: "USUAL" });
    const paid = await hostedPageOf(running.sandbox.url, sessionIdOf(begun)).submit(CARD_FORM);
    expect(paid.status).to.equal(303);
    expect(await newest("USUAL")).to.equal("NEW CAPTURED PAYMENT");
  });

  it("is always one of the table", () => {
    const keys = new Set(ARROWS.map(arrowKey));
    const named = [
      ...Object.values(STORIES)
        .flat()
        .flatMap(([, arrow]) => arrow ?? []),
      ...chosen.map(([, it]) => it),
    ];
    expect(named.filter((key) => !keys.has(key))).to.deep.equal([]);
  });
});
