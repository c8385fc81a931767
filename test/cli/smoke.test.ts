import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { makeCertificates } from "../../server/cli/certificates/certificates.ts";
import { smokeCommand } from "../../server/cli/smoke/command.ts";
import { createSandbox } from "../../server/embedding/embedding.ts";
import type { SandboxMerchant } from "../../server/embedding/embedding.ts";
import { complaintOf, runCommand } from "./running-command.ts";
import { smokeOn } from "./smoke-on.ts";

const FAMILIES = [
  ...["health", "information", "authorize", "capture", "refund in part", "retrieve the order"],
  ...["retrieve the capture", "pay", "the same request again", "another request under its id", "void"],
  ...["a card whose encryption is lost", "a PIN whose encryption is lost"],
  ...["a request without its currency", "verify", "balance inquiry", "risk assessment"],
  ...["payment options inquiry", "create a session"],
  ...["update the session", "pay by session", "create a token", "pay by token"],
  ...[
    "initiate an authentication",
    "authenticate the payer",
    "check the enrollment (3-D Secure 1)",
    "refuse a result that no issuer gave (3-D Secure 1)",
    "initiate a browser payment",
  ],
  "initiate a checkout",
];

describe("gateway-sandbox smoke", () => {
  it("proves every family of operations, a line each", async () => {
    const { exit, printed } = await smokeOn({});
    expect(exit, printed).to.equal(0);
    const [calls = "", summary] = printed.split("\n\n");
    expect(calls.split("\n").map((line) => /^ok {6}(.*): \d{3} in \d+ ms$/.exec(line)?.[1])).to.deep.equal(
      FAMILIES,
    );
    expect(summary).to.match(
      /^Smoke passed\. All 29 calls were answered as documented in \d+\.\d s: TESTSMOKE[0-9A-F]{8} at http:/,
    );
  });

  it("can be run again and again on the same sandbox", async () => {
    const sandbox = await createSandbox();
    const environment = { SANDBOX_URL: sandbox.url };
    const runs = [
      await runCommand(smokeCommand, ["--merchant", "TESTAGAIN"], environment),
      await runCommand(smokeCommand, ["--merchant", "TESTAGAIN"], environment),
    ];
    await sandbox.close();
    expect(
      runs.map(({ exit }) => exit),
      runs[1]?.printed,
    ).to.deep.equal([0, 0]);
    expect(runs[1]?.printed).to.include("TESTAGAIN at");
  });

  for (const [when, words, exit] of [
    ["when it passed", [], 0],
    ["when it failed", ["--password", "wrong"], 1],
  ] as const) {
    it(`leaves nothing behind of the merchant that it made for itself, ${when}`, async () => {
      const sandbox = await createSandbox();
      const environment = { SANDBOX_URL: sandbox.url, SANDBOX_MERCHANT: "TESTSHOP" };
      const done = await runCommand(smokeCommand, words, environment);
      const views = ["conduct", "findings", "exchanges"].map(async (view) => {
        const response = await fetch(`${sandbox.url}/_sandbox/v1/${view}`);
        return response.text();
      });
      const shown = await Promise.all(views);
      await sandbox.close();
      expect(done.exit).to.equal(exit);
      // Exchanges with a wrong password belong to nobody, and say in path and notes whose password was tried.
      expect(shown.join().replace(/"notes":\[[^\]]*\]|"path":"[^"]*"/g, "")).not.to.match(
        /TESTSMOKE|TESTSHOP/,
      );
      expect(JSON.parse(shown[1] ?? "")).to.include({ violations: 0, deviations: 0 });
    });
  }

  it("takes SANDBOX_MERCHANT where there is no merchant of that name", async () => {
    const sandbox = await createSandbox({ merchants: [{ id: "SHOP_EU", passwords: ["of the file"] }] });
    const environment = {
      SANDBOX_URL: sandbox.url,
      SANDBOX_MERCHANT: "SHOP_EU",
      SANDBOX_PASSWORD: "of the file",
    };
    const { exit, printed } = await runCommand(smokeCommand, [], environment);
    await sandbox.close();
    expect(exit, printed).to.equal(0);
    expect(printed).to.include("SHOP_EU at");
  });

  it("says what was expected and what came, and ends with 1", async () => {
    const scenarios = {
      plan: { rules: [{ id: "down", when: { operation: "CAPTURE" }, outcome: "DECLINED" }] },
    } as const;
    const { exit, printed } = await smokeOn({ scenarios }, "--merchant", "TESTSHOP");
    expect(exit).to.equal(1);
    expect(printed).to.include(
      'FAILED  capture: result: expected "SUCCESS", got "FAILURE"; response.gatewayCode:',
    );
    expect(printed).to.match(/^ok {6}authorize/m);
    expect(printed).to.match(/\n\nSmoke failed\. \d of 29 calls were not answered as documented/);
  });

  it("is touched by no rule of a plan, as a merchant of its own", async () => {
    const scenarios = {
      plan: {
        delay: "2m",
        rules: [
          { id: "down", when: { operation: "CAPTURE" }, outcome: "DECLINED" },
          { id: "lost", fault: { at: "after-commit", kind: "reset" } },
        ],
      },
    } as const;
    const { exit, printed } = await smokeOn({ scenarios });
    expect(exit, printed).to.equal(0);
  });

  it("fails with the gateway's own words where the password is wrong", async () => {
    const { exit, printed } = await smokeOn({ password: "right" }, "--password", "wrong");
    expect(exit).to.equal(1);
    expect(printed).to.include("FAILED  authorize: status: expected 201, got 401 (Invalid credentials.)");
  });

  it("takes merchant and password of a merchant file", async () => {
    const merchants = [{ id: "SHOP_EU", passwords: ["of the file"] }];
    const { exit, printed } = await smokeOn(
      { merchants },
      "--merchant",
      "SHOP_EU",
      "--password",
      "of the file",
    );
    expect(exit, printed).to.equal(0);
  });

  it("takes what the settings of a merchant make of its calls, such as a refund that waits for approval", async () => {
    const shop: SandboxMerchant = {
      id: "SHOP_EU",
      passwords: ["x"],
      mode: "gateway",
      privileges: ["EXCESSIVE_REFUND"],
      excessiveRefundPercent: 15,
      categoryCodes: ["5411", "5499"],
      currencies: ["EUR", "USD"],
      surchargePercent: 1.5,
      refundApproval: true,
      authorizationValidityDays: 5,
      voidWindowHours: 12,
    };
    const merchants = [shop];
    const { exit, printed } = await smokeOn({ merchants }, "--merchant", "SHOP_EU", "--password", "x");
    expect(exit, printed).to.equal(0);
  });

  it("ends at the first call that gets no answer", async () => {
    const server = createServer((_, response) => response.destroy()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exit, printed } = await runCommand(smokeCommand, ["--url", url]);
    server.close();
    expect(exit).to.equal(1);
    expect(printed).to.match(/^FAILED {2}health: no answer: .+\n\nSmoke failed\. 1 of 1 calls were not/);
  });

  it("fails, and does not break, on a server that is no sandbox", async () => {
    const server = createServer((_, response) => response.end("<p>It works</p>")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exit, printed } = await runCommand(smokeCommand, ["--url", url]);
    server.close();
    expect(exit).to.equal(1);
    expect(printed).to.include('FAILED  health: status: expected "ready", got nothing');
  });

  it("refuses an authority that cannot be read, or is none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smoke-"));
    const asked = (ca: string): Promise<Error> =>
      complaintOf(runCommand(smokeCommand, ["--url", "https://127.0.0.1:1", "--ca", ca]));
    await writeFile(join(folder, "empty.crt"), "");
    const messages = await Promise.all(
      [folder, join(folder, "gone.crt"), join(folder, "empty.crt")].map(
        async (ca) => (await asked(ca)).message,
      ),
    );
    await rm(folder, { recursive: true });
    expect(messages[0]).to.match(/: not readable: it is a folder$/);
    expect(messages[1]).to.match(/gone\.crt: not readable: file not found$/);
    expect(messages[2]).to.match(/^--ca \S+empty\.crt contains no certificate in PEM format$/);
  });

  for (const [what, words] of [
    ["an address that is none", ["--url", "localhost:8620"]],
    ["a report of traffic", ["--report", "har=smoke.har"]],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect((await complaintOf(runCommand(smokeCommand, words))).name).to.equal("UsageError");
    });
  }

  it("goes over https by an authority of one's own, and not without it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smoke-"));
    await makeCertificates({ folder, merchants: [], hosts: [], revoke: [] }, new Date().getTime());
    const file = (name: string): string => join(folder, name);
    const sandbox = await createSandbox({
      tlsPort: 0,
      tlsCert: file("server.crt"),
      tlsKey: file("server.key"),
    });
    const url = sandbox.tlsUrl ?? "";
    const trusted = await runCommand(smokeCommand, ["--url", url, "--ca", file("ca.crt")]);
    const strange = await runCommand(smokeCommand, ["--url", url]);
    await sandbox.close();
    await rm(folder, { recursive: true });
    expect(trusted.exit, trusted.printed).to.equal(0);
    expect(strange.exit).to.equal(1);
    expect(strange.printed).to.match(/no answer: .*(certificate|self.signed)/);
  });
});
