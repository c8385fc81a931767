import { readFile } from "node:fs/promises";
import { expect } from "chai";
import request from "supertest";
import { parse } from "yaml";
import { createMetrics } from "../../server/metrics/metrics.ts";
import type { SandboxState } from "../../server/metrics/meters.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";
import { itWithPostgres, openPostgres } from "../support/postgres.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const STATE: SandboxState = { isReady: true, isHealthy: false, held: 1, notifications: 2, journalLines: 3 };
const TOKEN = "a token of the control API";
const deployed = (name: string): Promise<string> =>
  readFile(new URL(`../../deploy/${name}`, import.meta.url), "utf8");

describe("metrics", () => {
  let running: TestSandbox | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  const start = async (environment = {}): Promise<string> => {
    running = await startTestSandbox(environment);
    return running.sandbox.url;
  };

  it("count exchanges by operation and outcome, refusals by rule, and merchants", async () => {
    const url = await start();
    const client = clientOf(url, "TESTCOUNTED");
    const call = { order: "1", transaction: "1", body: pay() };
    await client.put(call);
    await client.put(call);
    await client.put({ ...call, transaction: "2", body: { ...pay(), colour: "red" } });
    await client.put({
      ...call,
      transaction: "3",
      body: { apiOperation: "VOID", transaction: { targetTransactionId: "9" } },
    });
    await request(url).get("/nothing").expect(404);
    const { text, type } = await request(url).get("/metrics").expect(200);
    expect(type).to.equal("text/plain");
    for (const counted of [
      'sandbox_exchanges_total{operation="PAY",outcome="APPROVED"} 1',
      'sandbox_exchanges_total{operation="PAY",outcome="REPEATED"} 1',
      'sandbox_exchanges_total{operation="PAY",outcome="REFUSED"} 1',
      'sandbox_exchanges_total{operation="none",outcome="REFUSED"} 1',
      'sandbox_refusals_total{reason="contract",rule="unknown"} 1',
      'sandbox_refusals_total{reason="unknown-path",rule="none"} 1',
      'sandbox_merchant_exchanges_total{merchant="TESTCOUNTED"} 4',
      'sandbox_merchant_exchanges_total{merchant="unknown"} 1',
      'sandbox_answer_seconds_count{operation="PAY"} 3',
      "sandbox_store_sync_seconds_count 1",
      "sandbox_ready 1",
      "sandbox_healthy 1",
    ])
      expect(text.split("\n")).to.include(counted);
    expect(text).to.match(/sandbox_refusals_total\{reason="rule",rule="[\w. -]+"\} 1/);
  });

  it("show how it stands now, and how notifications went", async () => {
    const metrics = createMetrics();
    metrics.attempted(true);
    metrics.attempted(false);
    metrics.synced(4);
    const lines = (await metrics.text(STATE)).split("\n");
    expect(lines).to.include.members([
      'sandbox_notification_attempts_total{result="answered"} 1',
      'sandbox_notification_attempts_total{result="unanswered"} 1',
      "sandbox_store_sync_seconds_sum 0.004",
      ...["sandbox_ready 1", "sandbox_healthy 0", "sandbox_held_requests 1"],
      ...["sandbox_notifications_waiting 2", "sandbox_journal_lines_waiting 3"],
    ]);
  });

  it("count the first hundred merchants by name, and lose nothing while the library loads", async () => {
    const metrics = createMetrics();
    for (let number = 0; number < 1_200; number += 1)
      metrics.exchanged({ ...exchangeOf("1"), merchantId: `TEST${number % 120}` });
    const text = await metrics.text(STATE);
    expect(text).to.contain('sandbox_merchant_exchanges_total{merchant="TEST99"} 10\n');
    expect(text).to.contain('sandbox_merchant_exchanges_total{merchant="other"} 200\n');
  });

  it("are for whoever has the control token", async () => {
    const url = await start({ SANDBOX_CONTROL_TOKEN: TOKEN });
    await request(url).get("/metrics").expect(401).expect("WWW-Authenticate", "Bearer");
    await request(url).get("/metrics").set("Authorization", `Bearer ${TOKEN}`).expect(200);
    await request(url).get("/metrics").set("Host", "evil.example").expect(403);
  });

  it("are for everybody, under any host name, when they are open", async () => {
    const url = await start({ SANDBOX_CONTROL_TOKEN: TOKEN, SANDBOX_METRICS: "open" });
    await request(url).get("/metrics").set("Host", "sandbox.svc.example").expect(200);
  });

  itWithPostgres("measure how long a database takes to commit, as they do of a disk", async () => {
    const postgres = await openPostgres();
    const url = await start({ SANDBOX_STORE: await postgres.newData() });
    await clientOf(url, "TESTCOUNTED").put({ order: "1", transaction: "1", body: pay() });
    const { text } = await request(url).get("/metrics");
    expect(text).to.match(/sandbox_store_sync_seconds_count [1-9]/);
    await running?.stop();
    running = undefined;
    await postgres.stop();
  });

  it("are not there when they are off", async () => {
    const url = await start({ SANDBOX_METRICS: "off" });
    await request(url).get("/metrics").expect(404);
  });

  it("have every metric that the dashboard and the alerts name", async () => {
    const dashboard = JSON.parse(await deployed("grafana.json")) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const alerts = parse(await deployed("alerts.yaml")) as {
      readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
    };
    const asked = [
      ...dashboard.panels.flatMap(({ targets }) => targets),
      ...alerts.groups.flatMap(({ rules }) => rules),
    ].map(({ expr }) => expr);
    expect(asked).to.have.length.above(15);
    const text = await createMetrics().text(STATE);
    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = "", type]) =>
        type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const named = asked.flatMap((expr) => expr.match(/\b(sandbox|nodejs|process)_\w+/g) ?? []);
    expect([...new Set(named)].filter((name) => !known.has(name))).to.deep.equal([]);
  });
});
