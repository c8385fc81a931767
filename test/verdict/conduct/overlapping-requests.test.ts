import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { verifyJournal } from "../../../server/cli/verify/material.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import type { RuleScore, Scorecard } from "../../../server/verdict/conduct/scorecard.ts";
import { pay } from "../../support/requests.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { Client, TestSandbox } from "../../support/sandbox.ts";

const MERCHANT = "TESTOVERLAP";
const PAIRS = 10;

/** What is remarked, with the message. */
const saidIn = ({ rules }: Pick<Scorecard, "rules">): readonly string[] =>
  rules
    .filter(({ severity }: RuleScore) => severity === "error")
    .flatMap(({ id, remarks }) => remarks.map(({ message }) => `${id}: ${message}`));

describe("conduct in requests that overlap", () => {
  let folder: string;
  let running: TestSandbox;
  let client: Client;
  const journal = (): string => join(folder, "journal.ndjson");
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overlapping-"));
    running = await startTestSandbox({ SANDBOX_CLOCK: "", SANDBOX_JOURNAL: journal() });
    client = clientOf(running.sandbox.url, MERCHANT);
  });
  afterEach(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const control = (path: string): string => `/_sandbox/v1/merchants/${MERCHANT}/${path}`;

  /** What the running sandbox says, and what its journal file says when it has so many exchanges. */
  async function saidOf(count: number): Promise<readonly (readonly string[])[]> {
    const { url } = running.sandbox;
    await request(url).post(control("exchanges/wait")).send({ count });
    const live = (await request(url).get(control("conduct"))).body as Scorecard;
    await running.sandbox.close();
    const { verdicts } = await verifyJournal(journal(), {
      expectations: {},
      places: [],
      merchant: undefined,
    });
    return [saidIn(live), ...verdicts.map(({ conduct }) => saidIn(conduct))];
  }

  it("finds every id that was used for two requests at once, whichever was recorded first", async () => {
    const orders = Array.from({ length: PAIRS }, (_, index) => `order-${index}`);
    const pair = (order: string): readonly JsonObject[] =>
      [pay("1.00"), pay("2.00")].map((it) => named(it, order));
    const answers = await Promise.all(
      orders.flatMap((order) => pair(order).map((body) => client.put({ order, transaction: "1", body }))),
    );
    expect(answers.filter(({ status }) => status === 400)).to.have.length(PAIRS);
    for (const said of await saidOf(2 * PAIRS))
      expect(said.toSorted()).to.deep.equal(
        orders.map(
          (order) =>
            `reused-transaction-id: PAY of ${order}/1 was refused: the id had been used by PAY, which was approved`,
        ),
      );
  });

  /** The ids of the requests that are held, when there are so many. */
  async function held(count: number): Promise<readonly string[]> {
    const answer = await request(running.sandbox.url).get(`${control("holds")}?count=${count}&waitMs=5000`);
    const { holds } = answer.body as { readonly holds: readonly { readonly id: string }[] };
    return holds.map(({ id }) => id);
  }

  async function release(id = ""): Promise<void> {
    await request(running.sandbox.url).post(`/_sandbox/v1/holds/${id}/release`);
  }

  /** Sends a payment that is held and whose answer is lost; does something else, and lets it go on. */
  async function meanwhile(hold: string, act: () => Promise<unknown>): Promise<void> {
    const { url } = running.sandbox;
    const fault = { at: "after-commit", kind: "reset" };
    const rule = { when: { operation: "PAY", order: "1" }, hold, fault };
    await request(url).post(control("arm")).send({ rule, times: 2 });
    const sent = fetch(`${url}/api/rest/version/100/merchant/${MERCHANT}/order/1/transaction/1`, {
      method: "PUT",
      headers: { authorization: `Basic ${btoa(`merchant.${MERCHANT}:sandbox`)}` },
      body: JSON.stringify(pay()),
    }).catch(() => undefined);
    const [first] = await held(1);
    await act();
    await release(first);
    await sent;
  }

  /** The same payment again, which is held as well, let go on at once, and lost, so that the order is retrieved. */
  async function sendAgain(): Promise<void> {
    const again = client.put({ order: "1", transaction: "1", body: pay() }).catch(() => undefined);
    const [, second] = await held(2);
    await release(second);
    await again;
    await client.getTransaction("1", "9");
  }

  const FOUND_NOTHING =
    "missing-retrieve-after-timeout: the answer to PAY of 1/1 was lost, and the retrieve that followed found nothing, because it came before the request had ended";
  const CASES: readonly (readonly [
    what: string,
    hold: string,
    act: () => Promise<unknown>,
    said: readonly string[],
  ])[] = [
    [
      "says that a retrieve found nothing that came before the order was stored",
      "before-commit",
      () => client.getOrder("1"),
      [FOUND_NOTHING],
    ],
    ["takes a retrieve that showed what was stored", "after-commit", () => client.getOrder("1"), []],
    ["takes the identical request that was answered before the first one", "before-commit", sendAgain, []],
    [
      "sees a new try under another id that was answered before the first one",
      "before-commit",
      () => client.put({ order: "2", transaction: "1", body: pay() }),
      [
        "retry-with-new-id-after-lost-answer: the answer to PAY of 1/1 was lost, and PAY of 2/1 repeated it: it was processed twice",
      ],
    ],
  ];
  for (const [what, hold, act, said] of CASES) {
    it(what, async () => {
      await meanwhile(hold, act);
      for (const each of await saidOf(act === sendAgain ? 3 : 2)) expect(each).to.deep.equal(said);
    });
  }
});

function named(body: JsonObject, reference: string): JsonObject {
  return { ...body, order: { ...(body["order"] as JsonObject), reference } };
}
