import { copyFile, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { LOG_FORMAT } from "../../server/store/lines/log-line.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTMERCHANT";
/** What the release before the numbered log left: it was compacted, and went on. */
const FOLDER = new URL("../store/version-3/", import.meta.url);
const SESSION = "SESSION0002694577957O21904727X1";
const TOKEN = "9322548476304811";

describe("a data folder of the release before", () => {
  let folder = "";
  let running: TestSandbox | undefined;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "older-data-")), "data");
    await mkdir(folder, { mode: 0o700 });
    for (const name of await readdir(FOLDER)) await copyFile(new URL(name, FOLDER), join(folder, name));
  });

  afterEach(async () => {
    await running?.stop();
    await rm(join(folder, ".."), { recursive: true });
  });

  async function start(): Promise<TestSandbox> {
    running = await startTestSandbox({ SANDBOX_DATA: folder, SANDBOX_ON_DAMAGE: "refuse" });
    return running;
  }

  async function stop(): Promise<void> {
    await running?.stop();
    running = undefined;
  }

  it("opens without loss: orders, repeated requests, sessions and tokens go on, at the first start and the next", async () => {
    for (const transaction of ["3", "4"]) {
      const { sandbox, logged } = await start();
      const client = clientOf(sandbox.url, MERCHANT);
      for (const [order, body] of [
        ["order-1", pay()],
        ["order-2", authorize()],
        ["order-3", pay()],
      ] as const) {
        const repeated = await client.put({ order, transaction: "1", body });
        expect(repeated.status, order).to.equal(200);
        const read = await client.getTransaction(order, "1");
        expect(transactionOf(repeated.body), order).to.deep.equal(transactionOf(read.body));
      }
      expect((await client.getTransaction("order-2", "2")).body).to.deep.include({ result: "SUCCESS" });
      const captured = await client.put({ order: "order-2", transaction, body: capture("7.00") });
      expect([captured.status, captured.body]).to.have.nested.property("[1].result", "SUCCESS");
      const session = await request(sandbox.url)
        .get(`/api/rest/version/100/merchant/${MERCHANT}/session/${SESSION}`)
        .auth(`merchant.${MERCHANT}`, "sandbox");
      expect(session.body).to.have.deep.property("order", { amount: "10.00", currency: "EUR" });
      const paid = await client.put({
        order: `by token ${transaction}`,
        transaction: "1",
        body: { ...pay(), sourceOfFunds: { token: TOKEN } },
      });
      expect([paid.status, paid.body]).to.have.nested.property("[1].result", "SUCCESS");
      expect(logged()).not.to.match(/"(warn|error)"/);
      await stop();
    }
  });

  it("is written in the new format from then on, with its orders", async () => {
    await start();
    await stop();
    expect((await readdir(folder)).sort()).to.deep.equal(["log-3.ndjson", "secret.key", "snapshot-3.ndjson"]);
    const [header, ...orders] = (await readFile(join(folder, "snapshot-3.ndjson"), "utf8")).split("\n");
    expect(JSON.parse(header ?? "")).to.deep.include({
      version: LOG_FORMAT.version,
      after: { n: 0, crc: "00000000" },
    });
    expect(orders.map((line) => /"orderId":"(\S+?)"/.exec(line)?.[1] ?? "").filter(Boolean)).to.deep.equal([
      "order-1",
      "order-2",
      "order-3",
    ]);
  });
});

function transactionOf(body: unknown): unknown {
  return (body as { readonly transaction: unknown }).transaction;
}
