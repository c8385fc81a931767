import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import { CONDUCT_RULES } from "../../server/verdict/conduct/scorecard.ts";
import type { Verdict } from "../../server/verdict/expectations/verify.ts";
import { notificationsOf } from "../support/notifications.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { SHOP_FAULTS } from "./sender.ts";
import type { ShopFault } from "./sender.ts";
import { createShop } from "./shop.ts";
import type { Outcome, Purchase, Shop } from "./shop.ts";
import { CAUGHT, STAGES } from "./stories.ts";
import type { StageName } from "./stories.ts";

const CARDS = ["5123450000000008", "4508750015741019"] as const;
const PURCHASES: readonly Purchase[] = [
  { reference: "R-1", amount: "12.30", cards: CARDS },
  { reference: "R-2", amount: "12.30", cards: CARDS },
];

const SECRET = "the-secret-of-the-shop";

describe("the verdict on a shop", () => {
  let running: TestSandbox;
  let receiver: Receiver;
  const shops = new Map<string, Shop>();
  // Of time itself something is to be said.
  before(async () => {
    receiver = await startReceiver();
    receiver.behave((response, { headers, body }) => {
      const shop = shops.get(textAt(body, "merchant") ?? "");
      const isForged = headers["x-notification-secret"] !== SECRET;
      response.writeHead(shop?.hear(Number(headers["x-notification-attempt"]), isForged) ?? 404).end();
    });
    running = await startTestSandbox({
      SANDBOX_CLOCK: "",
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: "0.01",
      SANDBOX_NOTIFICATION_SECRET: SECRET,
    });
  });
  after(async () => {
    await running.stop();
    await receiver.close();
  });

  let merchants = 0;

  interface Played {
    readonly first: Outcome;
    readonly verdict: Verdict;
    /** The rules that something was remarked on. */
    readonly broken: readonly string[];
  }

  /** Two purchases on the stage, the first of which is refunded, and what is said of it afterwards. */
  async function play(stage: StageName, faults: readonly ShopFault[]): Promise<Played> {
    merchants += 1;
    const merchant = `TESTSHOP${merchants}`;
    const control = `/_sandbox/v1/merchants/${merchant}`;
    for (const arming of STAGES[stage].rules) {
      const armed = await request(running.sandbox.url).post(`${control}/arm`).send(arming);
      expect(armed.status, armed.text).to.equal(201);
    }
    const shop = createShop({
      url: running.sandbox.url,
      merchant,
      faults: new Set(faults),
      // Where an answer never comes; anywhere else an answer that is late must not count as lost.
      timeoutMs: stage === "the answer never comes" ? 1_000 : 10_000,
    });
    shops.set(merchant, shop);
    const outcomes: Outcome[] = [];
    for (const purchase of PURCHASES) outcomes.push(await shop.buy(purchase));
    if (outcomes[0] === "paid" && PURCHASES[0]) await shop.refund(PURCHASES[0]);
    const notified = notificationsOf(running.sandbox.url, merchant);
    const { notifications } = (await notified.list("?limit=500")).body as { notifications: unknown[] };
    const settled = notifications.length > 0 ? await notified.settled(notifications.length) : [];
    // What somebody tries once more when all else has been told shows whether the receiver was only down.
    for (const { id } of settled.filter(({ state }) => state === "failed")) await notified.resend(id);
    if (settled.length > 0) await notified.settled(settled.length);
    const conduct = { "missing-correlation-id": "error" };
    const answer = await request(running.sandbox.url).post(`${control}/verify`).send({ conduct });
    const verdict = answer.body as Verdict;
    const broken = verdict.conduct.rules.filter(({ remarks }) => remarks.length > 0).map(({ id }) => id);
    return { first: outcomes[0] ?? "unknown", verdict, broken };
  }

  for (const name of Object.keys(STAGES) as StageName[]) {
    it(`is clean when the shop does everything right and ${name === "calm" ? "nothing happens" : name}`, async () => {
      const { first, verdict, broken } = await play(name, []);
      expect(broken, JSON.stringify(verdict.conduct.rules)).to.deep.equal([]);
      expect(first).to.equal(STAGES[name].paid);
      expect(verdict.passed).to.equal(true);
      expect(verdict.conduct.kept).to.equal(CONDUCT_RULES.length);
    });
  }

  for (const [fault, stage, rule] of CAUGHT) {
    it(`names ${rule}, and nothing else, when the shop ${fault} and ${stage === "calm" ? "nothing happens" : stage}`, async () => {
      const { verdict, broken } = await play(stage, [fault]);
      expect(broken, JSON.stringify(verdict.conduct.rules)).to.deep.equal([rule]);
      const score = verdict.conduct.rules.find(({ id }) => id === rule);
      expect(verdict.passed).to.equal(score?.severity !== "error");
      expect(score?.remarks.flatMap(({ exchanges }) => exchanges)).not.to.deep.equal([]);
    });
  }

  it("has a fault of the shop for every rule of conduct, and a rule for every fault", () => {
    const rules = new Set(CAUGHT.map(([, , rule]) => rule));
    expect([...rules]).to.have.members(CONDUCT_RULES.map(({ id }) => id));
    expect([...new Set(CAUGHT.map(([fault]) => fault))]).to.have.members([...SHOP_FAULTS]);
  });
});
