import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import { run } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

describeWithPostgres("a database that fails, and processes that do", () => {
  let postgres: Postgres;
  let receiver: Receiver;
  let processes: Processes;
  before(async () => {
    postgres = await openPostgres("own");
    receiver = await startReceiver();
    processes = await preparedProcesses(postgres, receiver, { SANDBOX_LOG_LEVEL: "info" });
  });
  after(async () => {
    await processes.stop();
    await receiver.close();
    await postgres.stop();
  });

  for (const how of ["crash", "shutdown"] as const) {
    it(`make requests busy while the database is gone after a ${how}, and nothing answered is lost`, async () => {
      const server = await processes.start();
      const client = clientOf(server.url, `TEST${how.toUpperCase()}`);
      const put = (order: string): Promise<Response> => client.put({ order, transaction: "1", body: pay() });
      const before = await put("before");
      expect(before.status).to.equal(201);
      await postgres.halt(how);
      const refused = await put("meanwhile");
      expect([refused.status, refused.get("Retry-After")]).to.deep.equal([503, "1"]);
      expect((refused.body as { error: object }).error).to.include({ cause: "SERVER_BUSY" });
      const unready = await fetch(`${server.url}/readyz`);
      expect(unready.status).to.equal(503);
      const { reason } = (await unready.json()) as { readonly reason: string };
      expect(reason).to.match(
        /^The database of SANDBOX_STORE cannot be reached \([\w ]+\)\. This began at 20\d\d-[\d-]+T[\d:.]+Z; payments/,
      );
      const health = await (await fetch(`${server.url}/_sandbox/v1/health`)).text();
      expect(health).to.include("SANDBOX_STORE cannot be reached").and.not.include("not-to-be-printed");
      expect((await fetch(`${server.url}/_sandbox/v1/merchants/TESTX/clock`)).status).to.equal(503);
      await postgres.resume();
      await eventually(
        () => fetch(`${server.url}/readyz`),
        ({ status }) => status === 200,
      );
      const again = await put("before");
      expect([again.status, again.body]).to.deep.equal([200, before.body]);
      const late = await put("meanwhile");
      expect(late.status).to.equal(201);
      const exchanges = `${server.url}/_sandbox/v1/merchants/TEST${how.toUpperCase()}/exchanges`;
      expect(await (await fetch(exchanges)).text()).to.include(refused.get("X-Sandbox-Exchange"));
      expect((await server.stop()).code).to.equal(0);
      expect(server.stderr()).to.include('"database-available-again"').and.not.include("not-to-be-printed");
    });
  }

  it("leave to the others whatever was answered, and the notifications, when one is killed", async () => {
    const [killed, other] = [await processes.start(), await processes.start()];
    const merchant = "TESTKILLED";
    const answered = new Map<string, unknown>();
    const payOn = async (caller: number): Promise<void> => {
      for (let number = 0; ; number += 1) {
        const order = `${caller}-${number}`;
        const call = { order, transaction: "1", body: pay() };
        // A connection that broke has an answer that never came.
        const response = await clientOf(killed.url, merchant)
          .put(call)
          .catch(() => undefined);
        if (response === undefined) return;
        expect(response.status).to.equal(201);
        answered.set(order, response.body);
        if (answered.size >= 30) killed.kill("SIGKILL");
      }
    };
    await Promise.all([0, 1, 2, 3].map(payOn));
    await killed.ended;
    const client = clientOf(other.url, merchant);
    for (const [order, body] of answered) {
      const read = await client.getTransaction(order, "1");
      expect([read.status, read.body], order).to.deep.equal([200, body]);
      const repeated = await client.put({ order, transaction: "1", body: pay() });
      expect([repeated.status, repeated.body], order).to.deep.equal([200, body]);
    }
    // One payment of each caller may have been stored without an answer.
    const stored = await fetch(`${other.url}/_sandbox/v1/merchants/${merchant}/orders?limit=100`);
    const { orders } = (await stored.json()) as { orders: readonly unknown[] };
    expect(orders.length).to.be.within(answered.size, answered.size + 4);
    const waited = await request(other.url)
      .post(`/_sandbox/v1/merchants/${merchant}/notifications/wait`)
      .send({ count: orders.length, timeoutMs: 30_000 });
    expect(waited.status, waited.text).to.equal(200);
    await other.stop();
  });

  it("are refused at the start in one sentence that names no password", async () => {
    const url = "postgres://sandbox:not-to-be-printed@127.0.0.1:1/none";
    const folder = await mkdtemp(join(tmpdir(), "sandbox-refused-"));
    const program = run({ folder, environment: { SANDBOX_STORE: url } });
    expect((await program.ended).code).to.equal(3);
    expect(program.stderr()).to.include("the database of SANDBOX_STORE cannot be used: ECONNREFUSED");
    expect(program.stderr() + program.stdout()).not.to.include("not-to-be-printed");
    await rm(folder, { recursive: true });
  });
});
