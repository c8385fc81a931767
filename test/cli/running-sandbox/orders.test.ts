import { expect } from "chai";
import { orderCommand, ordersCommand } from "../../../server/cli/running/orders.ts";
import { createControl } from "../../../server/embedding/control.ts";
import type { Command } from "../../../server/cli/kernel/command.ts";
import { authorize, capture, pay } from "../../support/requests.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";
import { complaintOf, runCommand } from "../running-command.ts";

describe("the commands orders and order", () => {
  let running: TestSandbox;
  beforeEach(async () => {
    running = await startTestSandbox();
  });
  afterEach(() => running.stop());

  const shop = (merchant = "TESTSHOP") => clientOf(running.sandbox.url, merchant);
  const called = async (command: Command, ...words: readonly string[]): Promise<string> => {
    const { exit, printed } = await runCommand(command, [...words, "--url", running.sandbox.url]);
    expect(exit).to.equal(0);
    return printed;
  };
  const twoOrders = async (): Promise<void> => {
    await shop().put({ order: "o-1", transaction: "1", body: authorize("20.00") });
    await shop().put({ order: "o-1", transaction: "2", body: capture("5.00") });
    await shop().put({ order: "o-2", transaction: "1", body: pay("7.50") });
  };
  const idsIn = (printed: string): readonly string[] =>
    [...printed.matchAll(/^o-\d/gm)].map(([order]) => order);

  it("lists orders, newest first, with what was captured of them", async () => {
    await twoOrders();
    const lines = (await called(ordersCommand)).split("\n");
    expect(lines[0]).to.match(/^order +status +amount +captured +refunded +transactions +changed$/);
    expect(lines[2]).to.match(/^o-2 +CAPTURED +7\.50 USD +7\.50 +0\.00 +1 +2030-01-15 10:20:30$/);
    expect(lines[3]).to.match(/^o-1 +PARTIALLY_CAPTURED +20\.00 USD +5\.00 +0\.00 +2 +2030-01-15 10:20:30$/);
  });

  const filters: readonly (readonly [words: string, orders: readonly string[]])[] = [
    ["--status CAPTURED", ["o-2"]],
    ["--search o-1", ["o-1"]],
    ["--limit 1", ["o-2"]],
    ["--after o-2", ["o-1"]],
    ["--merchant TESTSHOP", ["o-2", "o-1"]],
  ];
  for (const [words, orders] of filters) {
    it(`lists what '${words}' asks for`, async () => {
      await twoOrders();
      expect(idsIn(await called(ordersCommand, ...words.split(" ")))).to.deep.equal(orders);
    });
  }

  it("says how to see older ones, and that there are none", async () => {
    await twoOrders();
    expect(await called(ordersCommand, "--limit", "1")).to.contain("There are older ones: --after o-2\n");
    expect(await called(ordersCommand, "--search", "nothing")).to.equal("No orders.\n");
  });

  it("shows an order with its transactions, and what may be done next and why not", async () => {
    await twoOrders();
    const lines = (await called(orderCommand, "o-1")).split("\n");
    expect(lines.slice(0, 2)).to.deep.equal([
      "Order o-1: PARTIALLY_CAPTURED",
      "Totals in USD: authorized 20.00, captured 5.00, refunded 0.00, disbursed 0.00",
    ]);
    const text = lines.join("\n");
    expect(text).to.match(/^1 +AUTHORIZE +20\.00 USD +SUCCESS +APPROVED +AUTHORIZED +2030/m);
    expect(text).to.match(/^2 +CAPTURE +5\.00 USD +SUCCESS +APPROVED +PARTIALLY_CAPTURED +2030/m);
    expect(text).to.match(/^ {2}CAPTURE: allowed$/m);
    expect(await called(orderCommand, "o-2")).to.match(/^ {2}CAPTURE: no, \S.+$/m);
  });

  it("names the scenario rule that decided a transaction", async () => {
    await createControl({ url: running.sandbox.url, token: undefined, fetch })
      .merchant("TESTSHOP")
      .arm({ id: "mine", outcome: "DECLINED" });
    await shop().put({ order: "o-1", transaction: "1", body: pay() });
    expect(await called(orderCommand, "o-1")).to.match(/^1 +PAY .* #armed#\S+$/m);
  });

  it("gives both as JSON", async () => {
    await twoOrders();
    const list = JSON.parse(await called(ordersCommand, "--format", "json")) as { readonly orders: object[] };
    expect(list.orders).to.have.length(2);
    expect(JSON.parse(await called(orderCommand, "o-2", "--format", "json"))).to.include({ id: "o-2" });
  });

  const mistakes: readonly (readonly [
    name: string,
    command: Command,
    words: readonly string[],
    says: RegExp,
  ])[] = [
    ["an order without its id", orderCommand, [], /specify the order's id/],
    ["an unknown order", orderCommand, ["o-9", "--merchant", "TESTSHOP"], /has no order with this id/],
    [
      "an unknown status",
      ordersCommand,
      ["--merchant", "TESTSHOP", "--status", "PAID"],
      /status.*answered 400 to /,
    ],
  ];
  for (const [name, command, words, says] of mistakes) {
    it(`says in a sentence what is wrong with ${name}`, async () => {
      const complaint = await complaintOf(called(command, ...words));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }

  it("asks which merchant when several have called", async () => {
    await shop().put({ order: "o-1", transaction: "1", body: pay() });
    await shop("TESTOTHER").put({ order: "o-1", transaction: "1", body: pay() });
    const complaint = await complaintOf(called(ordersCommand));
    expect(complaint.message).to.match(/specify one of the merchants with --merchant: .*TESTSHOP/);
  });
});
