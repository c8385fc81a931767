import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { SETTINGS } from "../../server/sandbox/settings/settings.ts";
import { ControlError, createSandbox } from "../../server/embedding/embedding.ts";
import type { EmbeddedSandbox, SandboxOptions } from "../../server/embedding/embedding.ts";
import { OPTION_SETTINGS } from "../../server/embedding/options.ts";
import { FUNDS, pay } from "../support/requests.ts";

/** Folders of sandboxes in the temporary one of the machine; other tests make such ones at the same time. */
const foldersNow = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("gateway-sandbox-"));

async function send(
  sandbox: EmbeddedSandbox,
  order: string,
  body: object = pay(),
  id?: string,
): Promise<Response> {
  const { url, authorization } = sandbox.merchant(id);
  const path = `${url(100)}/order/${order}/transaction/1`;
  return fetch(path, { method: "PUT", headers: { authorization }, body: JSON.stringify(body) });
}

async function complaintOf(options: object): Promise<string> {
  const thrown: unknown = await createSandbox(options as SandboxOptions).catch((error: unknown) => error);
  return thrown instanceof Error ? thrown.message : "it started";
}

describe("createSandbox", () => {
  let sandbox: EmbeddedSandbox;
  before(async () => {
    sandbox = await createSandbox();
  });
  after(() => sandbox.close());

  it("answers on a free port as soon as it resolves", async () => {
    expect((await send(sandbox, "first")).status).to.equal(201);
    expect(new URL(sandbox.url).hostname).to.equal("127.0.0.1");
  });

  it("gives an address that a client can go to when it listens on every one", async () => {
    const other = await createSandbox({ host: "0.0.0.0" });
    expect(new URL(other.url).hostname).to.equal("127.0.0.1");
    expect((await send(other, "everywhere")).status).to.equal(201);
    await other.close();
  });

  it("is apart from every other that runs beside it", async () => {
    const others = await Promise.all([1, 2, 3].map(() => createSandbox()));
    expect(new Set([sandbox, ...others].map(({ url }) => url))).to.have.length(4);
    const statuses = await Promise.all(others.map(async (it) => (await send(it, "apart")).status));
    expect(statuses).to.deep.equal([201, 201, 201]);
    for (const other of others) expect(await other.control.exchanges()).to.have.length(1);
    await Promise.all(others.map((it) => it.close()));
  });

  it("leaves nothing behind, and nothing answers after it is closed", async () => {
    const before = foldersNow();
    const other = await createSandbox();
    const made = foldersNow().filter((name) => !before.includes(name));
    expect(made).to.have.length.above(0);
    await other.close();
    await other.close();
    expect(made.filter((name) => existsSync(join(tmpdir(), name, "data")))).to.deep.equal([]);
    const thrown: unknown = await fetch(other.url).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(TypeError);
  });

  it("removes its folder when it cannot start", async () => {
    const before = foldersNow();
    expect(
      await complaintOf({ scenarios: { plan: { rules: [{ id: "a", outcome: "DECLIEND" }] } } }),
    ).to.match(/plan\.json:\d+:\d+ .*DECLINED/);
    expect(
      foldersNow().filter((name) => !before.includes(name) && existsSync(join(tmpdir(), name, "scenarios"))),
    ).to.deep.equal([]);
  });

  it("keeps data in a folder that is named", async () => {
    const data = await mkdtemp(join(tmpdir(), "embedding-data-"));
    for (const status of [201, 200]) {
      const kept = await createSandbox({ data });
      expect((await send(kept, "kept")).status).to.equal(status);
      await kept.close();
    }
    await rm(data, { recursive: true });
  });

  it("takes no signals and prints nothing, but tells a function its log", async () => {
    const counts = (): readonly number[] =>
      ["SIGINT", "SIGTERM"].map((signal) => process.listenerCount(signal));
    const before = counts();
    const lines: string[] = [];
    const data = await mkdtemp(join(tmpdir(), "embedding-log-"));
    const options = {
      data,
      scenarioFolder: "scenarios",
      watch: "on",
      log: (line: string) => lines.push(line),
    } as const;
    const other = await createSandbox(options);
    expect(counts()).to.deep.equal(before);
    await other.close();
    expect(lines.every((line) => line.startsWith('{"time":'))).to.equal(true);
    await rm(data, { recursive: true });
  });

  it("has an option for every setting, and no other", () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable);
    expect(Object.values(OPTION_SETTINGS)).to.have.members(variables);
  });

  it("takes settings as plain values", async () => {
    const clock = new Date("2030-01-15T10:20:30.400Z");
    const other = await createSandbox({
      clock,
      mode: "gateway",
      password: "other",
      seed: "s",
      journalSize: 1,
    });
    const answer = await send(other, "1", { ...pay(), order: { amount: 12.34, currency: "USD" } });
    expect(await answer.json()).to.deep.include({ timeOfRecord: clock.toISOString(), result: "SUCCESS" });
    await send(other, "2");
    expect(await other.control.exchanges()).to.have.length(1);
    await other.close();
  });

  it("takes scenarios as objects, which extend those of the package or take their place", async () => {
    const plan = {
      extends: "default",
      rules: [{ id: "mine", when: { orderPrefix: "mine" }, outcome: "BLOCKED" }],
    } as const;
    const other = await createSandbox({ scenarios: { plan, declines: { rules: [] } } });
    const codeOf = async (order: string, number: string): Promise<unknown> => {
      const body = {
        ...pay(),
        sourceOfFunds: { ...FUNDS, provided: { card: { ...FUNDS.provided.card, number } } },
      };
      return ((await (await send(other, order, body)).json()) as { response: { gatewayCode: unknown } })
        .response.gatewayCode;
    };
    expect(await codeOf("mine-1", "5123450000000008")).to.equal("BLOCKED");
    expect(await codeOf("other", "4000000000000507")).to.equal("DECLINED");
    expect((await other.control.merchant("TESTSHOP").scenarios()).scenarios).to.deep.equal([
      "plan",
      "declines",
    ]);
    await other.close();
  });

  it("takes merchants as objects, and gives what their clients need", async () => {
    const merchants = [
      { id: "SHOP_EU", passwords: ["first", "second"], currencies: ["EUR"] },
      { id: "SHOP_US", passwords: ["third"] },
    ];
    const other = await createSandbox({ merchants });
    expect(other.merchant()).to.include({ id: "SHOP_EU", user: "merchant.SHOP_EU", password: "first" });
    expect((await send(other, "1")).status).to.equal(400);
    expect((await send(other, "1", pay(), "SHOP_US")).status).to.equal(201);
    expect(() => other.merchant("TESTSHOP")).to.throw("the sandbox has no merchant TESTSHOP");
    await other.close();
  });

  for (const [what, options, says] of [
    ["a value", { mode: "lax" }, "configuration: mode must be one of strict, gateway, observe"],
    ["a name", { journalsize: 5 }, "journalsize is not a known option; did you mean journalSize?"],
    ["a file", { merchants: "gone.yaml" }, "gone.yaml: the merchant file cannot be read"],
    ["a scenario's name", { scenarios: { "../plan": {} } }, "../plan is not a valid scenario name"],
    ["a port", { port: "8620" }, "configuration: port must be a number"],
    ["a log", { log: "yes" }, "configuration: log must be a function"],
    ["a seed", { seed: null }, "configuration: seed must be a string"],
    ["a shadow", { shadow: "100" }, 'shadow must be a number or "latest"'],
    ["a clock", { clock: new Date(NaN) }, "configuration: clock must be a time as a string, or a valid Date"],
    ["a list of hosts", { controlHosts: "a.example" }, "controlHosts must be a list of strings"],
    ["a list of scenarios", { scenarios: "default" }, "scenarios must be a list of names"],
    ["a list of merchants", { merchants: ["TESTSHOP"] }, "merchants must be a merchant file, or a list"],
    ["a merchant", { merchants: [{ id: "no spaces" }] }, "letters, digits"],
  ] as const) {
    it(`refuses ${what} that is wrong, in a sentence`, async () => {
      expect(await complaintOf(options)).to.include(says);
    });
  }

  it("refuses a merchant id that nobody can have", () => {
    expect(() => sandbox.merchant("SHOP")).to.throw("every id must begin with TEST");
  });

  it("throws what the control API refuses, with its sentence and status", async () => {
    const thrown: unknown = await sandbox.control.exchange("none").catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(ControlError);
    expect(thrown).to.include({
      status: 404,
      message: "No exchange has this id: it never existed or was evicted by newer ones.",
    });
  });

  it("reaches a control API that asks for its token", async () => {
    const other = await createSandbox({ controlToken: "t0ken-of-sixteen" });
    expect((await fetch(`${other.url}/_sandbox/v1/exchanges`)).status).to.equal(401);
    expect(await other.control.exchanges()).to.deep.equal([]);
    await other.close();
  });
});
