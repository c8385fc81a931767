import { mkdtemp, readdir, readFile, rm, chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { answered } from "../flows/played.ts";
import { notificationsOf } from "../support/notifications.ts";
import { describeWithPostgres, programs, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import type { RunningServer } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

/** What engines that only speak PostgreSQL's protocol lack, or do in their own way. */
const FOREIGN =
  /\b(un)?listen\b|\bnotify\b|pg_\w+|advisory|\bx(min|max)\b|ctid|skip locked|nowait|\block table\b|\bserial\b|jsonb|::regclass|create function|\bdo \$/i;

/** One that may neither take advisory locks nor notify anybody, whose transactions are serializable, and whose statements are written down. */
const OWNER = `
  create role plain login;
  create schema plain authorization plain;
  alter role plain set search_path = plain;
  alter role plain set default_transaction_isolation = 'serializable';
  alter role plain set log_statement = 'all';
  alter role plain set log_min_messages = 'log';
  do $$ declare one regprocedure; begin
    for one in select oid::regprocedure from pg_proc where proname ~ 'advisory|^pg_notify$|^pg_listening' loop
      execute format('revoke execute on function %s from public', one);
    end loop;
  end $$`;

describeWithPostgres("two processes over a database of plain SQL only", () => {
  let written: string;
  let stop: () => Promise<void>;
  let receiver: Receiver;
  let processes: Processes;
  let servers: readonly RunningServer[];
  before(async () => {
    written = await mkdtemp(join(tmpdir(), "sandbox-statements-"));
    await chmod(written, 0o777);
    const settings = ["fsync=off", "logging_collector=on", `log_directory=${written}`];
    const postgres = await startPostgres(programs() ?? "", settings);
    receiver = await startReceiver();
    await postgres.query(postgres.url, OWNER);
    const url = postgres.url.replace("sandbox:not-to-be-printed@", "plain@");
    const refused = await postgres.query(url, "select pg_advisory_lock(1)").catch(String);
    expect(refused).to.include("permission denied");
    processes = await preparedProcesses(postgres, receiver, { SANDBOX_STORE: url });
    servers = await Promise.all([processes.start(), processes.start()]);
    stop = postgres.stop;
  });
  after(async () => {
    await processes.stop();
    await receiver.close();
    await stop();
    await rm(written, { recursive: true });
  });

  const clientFor = (index: number, merchant: string): Client =>
    clientOf(servers[index % servers.length]?.url ?? "", merchant);
  const TEN = Array.from({ length: 10 }, (_, index) => index);

  it("let one of ten racing captures win, and count a sequence once", async () => {
    for (const order of ["a", "b", "c"]) {
      await clientFor(0, "TESTRACE").put({ order, transaction: "auth", body: authorize() });
      const captures = await Promise.all(
        TEN.map((index) =>
          clientFor(index, "TESTRACE").put({ order, transaction: `c${index}`, body: capture() }),
        ),
      );
      expect(captures.filter(({ status }) => status === 201)).to.have.length(1);
      expect(captures.filter(({ status }) => status === 400)).to.have.length(9);
    }
    const counted = await Promise.all(
      TEN.map((index) =>
        clientFor(index, "TESTRACE").put({ order: `${index}`, transaction: "1", body: pay("1.00") }),
      ),
    );
    const codes = counted.map((answer) => answered(answer).response.gatewayCode).toSorted();
    expect(codes).to.deep.equal([...Array<string>(8).fill("APPROVED"), "DECLINED", "REFERRED"]);
  });

  it("forget what a reset of either forgets", async () => {
    for (const index of [0, 1]) {
      await clientFor(index, "TESTRESET").put({ order: "1", transaction: "1", body: pay() });
      const path = "/_sandbox/v1/merchants/TESTRESET/reset";
      expect((await request(servers[index]?.url ?? "").post(path)).status).to.equal(200);
      for (const { url } of servers) {
        expect((await clientOf(url, "TESTRESET").getOrder("1")).status).to.equal(400);
        const listed = await request(url).get("/_sandbox/v1/merchants/TESTRESET/exchanges");
        const { exchanges } = listed.body as { readonly exchanges: readonly JsonObject[] };
        expect(JSON.stringify(exchanges)).not.to.include('"PAY"');
      }
    }
  });

  it("deliver each notification once, and both hear of it", async () => {
    for (const index of TEN)
      await clientFor(index, "TESTNOTIFY").put({ order: `${index}`, transaction: "1", body: pay() });
    for (const { url } of servers)
      expect(await notificationsOf(url, "TESTNOTIFY").settled(10)).to.have.length(10);
    const told = receiver.received.filter(({ text }) => text.includes("TESTNOTIFY"));
    expect(told).to.have.length(10);
  });

  it("have sent nothing but plain SQL", async () => {
    const statements = async (): Promise<string> => {
      const files = await readdir(written);
      const texts = await Promise.all(files.map((file) => readFile(join(written, file), "utf8")));
      return texts.join("").replaceAll(/permission denied.*|.*pg_advisory_lock\(1\).*/g, "");
    };
    const all = await eventually(statements, (text) => text.includes("delete from sandbox_events"));
    expect(all).to.include("sandbox_commit").and.include("create table if not exists sandbox_entries");
    expect(all).to.include("insert into sandbox_leases").and.include("sandbox_queued");
    expect(FOREIGN.exec(all)?.[0]).to.equal(undefined);
  });
});
