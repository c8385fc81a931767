import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../../server/domain/json.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { whyCommand } from "../../../server/cli/running/why.ts";
import { createControl } from "../../../server/embedding/control.ts";
import { storyOf } from "../../../server/cli/running/story.ts";
import { capture, pay, withValue } from "../../support/requests.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { Client, TestSandbox } from "../../support/sandbox.ts";
import { complaintOf, runCommand } from "../running-command.ts";

describe("the command why", () => {
  let running: TestSandbox;
  let client: Client;
  beforeEach(async () => {
    running = await startTestSandbox({ SANDBOX_NOTIFICATIONS: "off" });
    client = clientOf(running.sandbox.url, "TESTSHOP");
  });
  afterEach(() => running.stop());

  const asked = async (...words: readonly string[]): Promise<string> => {
    const { exit, printed } = await runCommand(whyCommand, [...words, "--url", running.sandbox.url]);
    expect(exit).to.equal(0);
    return printed;
  };

  const misnamed = withValue(withValue(pay(), "order.currency", undefined), "order.curency", "USD");
  const stories: readonly (readonly [name: string, body: JsonObject, lines: readonly RegExp[]])[] = [
    [
      "a payment: the order before and after, who decided, and that it is stored",
      pay(),
      [
        /^10:20:30\.400 {2}TESTSHOP {2}PAY {2}o-1\/1 {2}201 APPROVED {2}/,
        /^Request: PUT \/api\/rest\/version\/100\/merchant\/TESTSHOP\/order\/o-1\/transaction\/1, version 100, \d+ bytes\.$/,
        /^Credentials: accepted\.$/,
        /^ {2}decided by /,
        /^Order: new becomes CAPTURED\.$/,
        /^Answer: 201 SUCCESS APPROVED\.$/,
        /^Stored: yes\.$/,
      ],
    ],
    [
      "a slip in a member's name: the finding, and the member as it has to be sent",
      misnamed,
      [
        /^ {2}violation: .*order\.curency.*\(.*\.json\/.*\)$/,
        /^Refused: /,
        /^Stored: nothing\.$/,
        /^Send instead:$/,
        /^ {2}order\.currency: "USD"$/,
      ],
    ],
    [
      "a wrong currency beside an amount that only the sender knows: both as they have to be sent",
      withValue(withValue(pay(), "order.currency", "EURO"), "order.amount", undefined),
      [/^ {2}order\.currency: "EUR"$/, /^ {2}order\.amount: "<.*>", which only you know$/],
    ],
    [
      "a refusal by an order rule: the rule with its source",
      capture(),
      [/^Order rules: \d+ passed, then \S+ refuses \(.+\)\.$/, /^Refused: /, /^Stored: nothing\.$/],
    ],
  ];
  for (const [name, body, lines] of stories) {
    it(`tells the story of ${name}`, async () => {
      const answer = await client.put({ order: "o-1", transaction: "1", body });
      const told = (await asked(answer.get("X-Sandbox-Exchange") ?? "")).split("\n");
      for (const line of lines)
        expect(
          told.some((it) => line.test(it)),
          `${String(line)} in\n${told.join("\n")}`,
        ).to.equal(true);
    });
  }

  it("names the exchange that used the transaction's id before", async () => {
    const first = await client.put({ order: "o", transaction: "1", body: pay("10.00") });
    const again = await client.put({ order: "o", transaction: "1", body: pay("11.00") });
    const told = await asked(again.get("X-Sandbox-Exchange") ?? "");
    expect(told).to.contain(
      `The id was used by: exchange ${first.get("X-Sandbox-Exchange") ?? ""} of 2030-01-15T10:20:30.400Z, PAY, 201 APPROVED.\n`,
    );
  });

  it("tells what was called, and no size, where a request was refused before it was read", async () => {
    const path = "/api/rest/version/100/merchant/TESTSHOP/order/o/transaction/1";
    const call = request(running.sandbox.url);
    for (const answer of [await call.put(path).send(pay()), await call.patch(path)]) {
      const told = await asked(answer.get("X-Sandbox-Exchange") ?? "");
      expect(told).to.match(new RegExp(`^Request: P(?:UT|ATCH) ${path}\\.$`, "m"));
    }
  });

  it("suggests nothing where nothing was mistyped", async () => {
    await client.put({ order: "o-1", transaction: "1", body: withValue(pay(), "order.amount", undefined) });
    expect(await asked())
      .to.contain("violation:")
      .and.not.contain("Send instead");
  });

  it("tells of the newest exchange when no id is given", async () => {
    await client.put({ order: "first", transaction: "1", body: pay() });
    await client.put({ order: "second", transaction: "1", body: pay() });
    expect(await asked())
      .to.contain("second/1")
      .and.not.contain("first/1");
  });

  it("counts the scenario rules that did not match, and lists them with --all", async () => {
    await createControl({ url: running.sandbox.url, token: undefined, fetch })
      .merchant("TESTSHOP")
      .arm({ when: { operation: "REFUND" }, outcome: "DECLINED" });
    await client.put({ order: "o", transaction: "1", body: pay() });
    expect(await asked())
      .to.contain("Scenario rules that did not match: 1; --all lists them.\n")
      .and.not.contain("does not match:");
    const all = await asked("--all");
    expect(all)
      .to.match(/^ {2}\S+ does not match: .+$/m)
      .and.not.contain("--all");
  });

  const unasked: readonly (readonly [ofOtherCards: number | undefined, words: RegExp | undefined])[] = [
    [undefined, undefined],
    [1, /^ {2}1 rule for other cards was not asked$/m],
    [12, /^ {2}12 rules for other cards were not asked$/m],
  ];
  for (const [ofOtherCards, words] of unasked)
    it(`says how many rules for other cards were not asked: ${ofOtherCards ?? "none"}`, async () => {
      const { exchange } = await paid();
      const { scenario } = exchange;
      const story = storyOf({ ...exchange, scenario: scenario && { ...scenario, ofOtherCards } }, PLAIN);
      if (words === undefined) expect(story).not.to.contain("other cards");
      else expect(story).to.match(words);
    });

  it("gives the whole exchange as JSON", async () => {
    const answer = await client.put({ order: "o", transaction: "1", body: pay() });
    expect(JSON.parse(await asked("--format", "json"))).to.deep.equal(await client.why(answer));
  });

  it("names the notification, and the answer that was given again", async () => {
    const { exchange } = await paid();
    const notifications = [{ id: "n-1", url: "https://shop.example/" }];
    const story = storyOf({ ...exchange, repeated: true, notifications }, PLAIN);
    expect(story)
      .to.contain("Stored: yes; the stored answer was given again.\n")
      .and.contain("Notification: n-1 to https://shop.example/.\n");
  });

  it("lets findings and refusals stand out where there are colours, and no id steer the terminal", async () => {
    const answer = await client.put({ order: "o\u0007", transaction: "1", body: misnamed });
    const story = storyOf(await client.why(answer), { hasAll: false, isColoured: true });
    expect(story)
      .to.contain("\u001b[31m  violation: ")
      .and.contain("\u001b[31mRefused: ")
      .and.contain("\u001b[31mAnswer: 400")
      .and.contain("\u001b[32mSend instead:")
      .and.not.contain("\u0007");
  });

  const mistakes: readonly (readonly [name: string, words: readonly string[], says: RegExp])[] = [
    ["an id that no exchange has", ["none"], /No exchange has this id/],
    ["a sandbox without exchanges", [], /has recorded no exchange yet$/],
    ["another format", ["--format", "xml"], /'xml' is not a valid format; use text or json/],
  ];
  for (const [name, words, says] of mistakes) {
    it(`says in a sentence what is wrong with ${name}`, async () => {
      const complaint = await complaintOf(asked(...words));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }

  const PLAIN = { hasAll: false, isColoured: false };

  async function paid(): Promise<{ readonly exchange: Exchange }> {
    const answer = await client.put({ order: "o", transaction: "1", body: pay() });
    return { exchange: await client.why(answer) };
  }
});
