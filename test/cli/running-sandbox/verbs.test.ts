import { expect } from "chai";
import { COMMANDS } from "../../../server/cli/commands.ts";
import { authorize, capture, pay, refund } from "../../support/requests.ts";
import { clientOf } from "../../support/sandbox.ts";
import type { Client } from "../../support/sandbox.ts";
import { startWithFiles } from "../../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../../support/scenario-folder.ts";
import { complaintOf, runCommand } from "../running-command.ts";
import type { Done } from "../running-command.ts";

const RULES = "version: 1\nrules:\n  - { id: all, outcome: BLOCKED }\n";

const BEHIND = "version: 1\nextends: [blocked]\nrules: []\n";

describe("the commands that act on a running sandbox", () => {
  let running: ScenarioSandbox;
  let shop: Client;
  beforeEach(async () => {
    running = await startWithFiles({
      files: { "default.yaml": "version: 1\nrules: []\n", "blocked.yaml": RULES, "behind.yaml": BEHIND },
      merchants: { SHOP: { refundApproval: true } },
      environment: { SANDBOX_SCENARIOS: "default" },
    });
    shop = clientOf(running.sandbox.url, "SHOP");
  });
  afterEach(() => running.stop());

  /** The words of the command line, parted by blanks. */
  const called = (line: string): Promise<Done> => {
    const [name = "", ...words] = line.split(" ");
    const command = COMMANDS.get(name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    return runCommand(command, [...words, "--url", running.sandbox.url]);
  };
  const printed = async (line: string): Promise<string> => (await called(line)).printed;
  const outcomeOf = async (order: string, body = pay()): Promise<string> => {
    const answer = await shop.put({ order, transaction: "1", body });
    return (answer.body as { response: { gatewayCode: string } }).response.gatewayCode;
  };

  it("arm: a rule by its outcome and its conditions answers so many requests, and is listed until then", async () => {
    expect(await printed("arm")).to.match(/^No rule is armed for SHOP/);
    expect(
      await printed('arm DECLINED --when operation=PAY --when amount={"min":"5.00"} --times 2'),
    ).to.match(/^Armed armed-1 for the next 2 requests of SHOP that it matches\.\n$/);
    expect(await outcomeOf("small", pay("4.00"))).to.equal("APPROVED");
    expect(await outcomeOf("large", pay("7.00"))).to.equal("DECLINED");
    expect(await printed("arm")).to.match(
      /^armed-1 +when: \{ operation: PAY, amount: \{ min: "5\.00" \} \}, outcome: DECLINED +1 *$/m,
    );
    expect(await outcomeOf("larger", pay("8.00"))).to.equal("DECLINED");
    expect(await outcomeOf("last", pay("9.00"))).to.equal("APPROVED");
  });

  it("arm: a rule as scenario files have it, with a time until which it stays", async () => {
    expect(await printed('arm --rule {"id":"mine","outcome":"BLOCKED"} --ttl PT5M')).to.match(
      /^Armed mine for the next request of SHOP that it matches, until 2030-01-15T10:25:30\.400Z\.\n$/,
    );
    expect(await outcomeOf("o-1")).to.equal("BLOCKED");
  });

  it("arm: digits are text, but where numbers are compared", async () => {
    await called("arm DECLINED --when card=5123450000000008 --when version=100");
    expect(await outcomeOf("o-1")).to.equal("DECLINED");
  });

  it("disarm: one rule, or all of them", async () => {
    await called("arm DECLINED");
    await called("arm BLOCKED");
    expect(await printed("disarm armed-1")).to.equal("Disarmed armed-1 of SHOP.\n");
    expect(JSON.parse(await printed("arm --format json"))).to.have.nested.property("armed[0].id", "armed-2");
    await called("disarm");
    expect(await outcomeOf("o-1")).to.equal("APPROVED");
  });

  it("hold and release: a request waits until it is released", async () => {
    expect(await called("release")).to.deep.include({ exit: 1, printed: "No request is held.\n" });
    await called("hold --when operation=PAY");
    const answer = outcomeOf("o-1");
    const list = await called("release --list --wait 5000");
    expect(list.printed).to.match(/ SHOP +PAY +o-1 +1 +before-commit/);
    expect(list.exit).to.equal(0);
    expect(await printed("release")).to.match(/^released +merchant/);
    expect(await answer).to.equal("APPROVED");
  });

  it("release: the one that is named", async () => {
    await called("hold --at after-commit");
    const answer = outcomeOf("o-1");
    const { holds } = JSON.parse(await printed("release --list --wait 5000 --format json")) as {
      readonly holds: readonly { readonly id: string }[];
    };
    await called(`release ${holds[0]?.id ?? ""}`);
    expect(await answer).to.equal("APPROVED");
  });

  const clocks: readonly (readonly [line: string, says: RegExp])[] = [
    ["clock", /^SHOP: 2030-01-15T10:20:30\.400Z, running\.\n$/],
    ["clock P8D", /^SHOP: 2030-01-23T10:20:30\.400Z, running, 8 days ahead of the sandbox's own\.\n$/],
    ["clock +PT1H", /^SHOP: 2030-01-15T11:20:30\.400Z, running, 1 hour ahead/],
    ["clock 2031-02-03T04:05:06Z", /^SHOP: 2031-02-03T04:05:06\.000Z, stopped\.\n$/],
    ["clock real", /^SHOP: 2030-01-15T10:20:30\.400Z, running\.\n$/],
  ];
  for (const [line, says] of clocks) {
    it(`${line}: says what the clock shows then`, async () => {
      expect(await printed(line)).to.match(says);
    });
  }

  it("reset: forgets the parts that are named, or everything", async () => {
    await outcomeOf("o-1");
    expect(await printed("reset clock armed")).to.equal("Reset SHOP: clock, armed.\n");
    expect((await shop.getOrder("o-1")).status).to.equal(200);
    expect(await printed("reset")).to.match(/^Reset SHOP: orders, journal, .*\.\n$/);
    expect((await shop.getOrder("o-1")).status).to.equal(400);
  });

  for (const [verb, result] of [
    ["approve", "SUCCESS"],
    ["reject", "FAILURE"],
  ] as const) {
    it(`${verb}: settles a refund that waits, and says what came of it`, async () => {
      await shop.put({ order: "o-1", transaction: "1", body: authorize("20.00") });
      await shop.put({ order: "o-1", transaction: "2", body: capture("20.00") });
      await shop.put({ order: "o-1", transaction: "3", body: refund("5.00") });
      expect(await printed(`${verb} o-1 3`)).to.match(new RegExp(`^The refund 3 of order o-1: ${result}\\b`));
      expect((await complaintOf(called(`${verb} o-1 3`))).message).to.match(/answered 409 to /);
    });
  }

  it("scenario: lists the files, chooses a merchant's, and goes back to the settings", async () => {
    const list = await printed("scenario");
    expect(list).to.match(/^SHOP uses default \(chosen by the settings\)\.\nRevision \w+, loaded 2030/);
    expect(list).to.match(/^blocked +1 /m);
    expect(await printed("scenario blocked default")).to.equal(
      "SHOP uses blocked, default (chosen by the control API).\n",
    );
    expect(await outcomeOf("o-1")).to.equal("BLOCKED");
    expect(await printed("scenario behind")).to.match(/^SHOP uses behind, which extends blocked \(/);
    expect(await printed("scenario --default")).to.match(/^SHOP uses default \(chosen by the settings\)/);
    expect(await outcomeOf("o-2")).to.equal("APPROVED");
  });

  it("scenario: shows the mistakes of files with their place, and fails", async () => {
    await running.write("blocked.yaml", `${RULES}  - { id: slip, outcome: BLOKCED }\n`);
    const { exit, printed: list } = await called("scenario --reload");
    expect(exit).to.equal(1);
    expect(list).to.match(/^Mistakes:\n {2}\S*blocked\.yaml:4:\d+ .*BLOKCED/m);
  });

  const mistakes: readonly (readonly [line: string, says: RegExp])[] = [
    ["arm DECLIEND", /^outcome: .*"DECLIEND"; did you mean DECLINED\? \(http.* answered 400 to /],
    ["arm DECLINED --when operation", /--when must be NAME=VALUE.*not 'operation'/],
    ["arm DECLINED --when amount={min", /--when is no valid YAML or JSON/],
    ["arm --rule [1]", /--rule must be a mapping/],
    ["arm DECLINED --times many", /--times must be a whole number, not 'many'/],
    ["hold --at dawn", /hold.*answered 400 to /],
    ["release none", /No request is held under this id.*answered 404 to /],
    ["clock tomorrow", /'tomorrow' is no duration .* such as P8D/],
    ["reset everything", /There is no 'everything'.*answered 400 to /],
    ["approve", /specify the order's id and/],
    ["approve o-1", /specify the id of the refund's transaction/],
    ["scenario blokced", /There is no scenario "blokced".*answered 400 to /],
    ["scenario blocked --default", /--default takes no names/],
    ["disarm none", /No rule with this id is armed.*answered 404 to /],
    ["clock --merchant NOBODY", /no merchant with this id.*answered 404 to /],
  ];
  for (const [line, says] of mistakes) {
    it(`says in a sentence what is wrong with '${line}'`, async () => {
      const complaint = await complaintOf(called(line));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }
});
