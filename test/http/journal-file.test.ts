import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Environment } from "../../server/sandbox/config.ts";
import { FileError } from "../../server/document/file-problem.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { readJournalFile } from "../../server/journal/journal-file.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

describe("the file of the journal", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "journal-"));
    file = join(folder, "journal.ndjson");
  });
  let running: TestSandbox | undefined;
  const start = async (environment: Environment): Promise<TestSandbox> =>
    (running = await startTestSandbox(environment));
  const stop = async (): Promise<void> => {
    const stopping = running;
    running = undefined;
    await stopping?.stop();
  };
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  const read = async (): Promise<Exchange[]> => {
    const exchanges: Exchange[] = [];
    for await (const exchange of readJournalFile(file)) exchanges.push(exchange);
    return exchanges;
  };
  const healthOf = async ({ sandbox }: TestSandbox): Promise<unknown> =>
    (await request(sandbox.url).get("/_sandbox/v1/health")).body as unknown;

  it("holds every exchange that was answered, over restarts, as the control API shows it", async () => {
    const shown: Exchange[] = [];
    for (const order of ["1", "2"]) {
      // What is kept in memory does not bound the file.
      const writing = await start({ SANDBOX_JOURNAL: file, SANDBOX_JOURNAL_SIZE: "1" });
      const client = clientOf(writing.sandbox.url, "TESTFILE");
      for (const transaction of ["1", "2"]) {
        const response = await client.put({ order, transaction, body: pay() });
        shown.push(await client.why(response));
      }
      expect(await healthOf(writing)).to.include({ status: "ok" });
      await stop();
    }
    expect(await read()).to.deep.equal(shown);
    const text = await readFile(file, "utf8");
    expect(text).to.contain("512345xxxxxx0008").and.not.contain("5123450000000008");
  });

  it("fails no payment when it cannot be written: it is said once, and the health is degraded", async function () {
    if (process.platform !== "linux") this.skip();
    const failing = await start({ SANDBOX_JOURNAL: "/dev/full" });
    const client = clientOf(failing.sandbox.url, "TESTFULL");
    for (const transaction of ["1", "2", "3"]) {
      const response = await client.put({ order: transaction, transaction, body: pay() });
      expect(response.status).to.equal(201);
    }
    expect(await healthOf(failing)).to.include({ status: "degraded" });
    expect((await request(failing.sandbox.url).get("/readyz")).status).to.equal(200);
    await stop();
    expect(failing.logged().match(/journal-file-cannot-write/g)).to.have.length(1);
    expect(failing.logged()).to.contain('"event":"journal-file-incomplete","lost":3');
  });

  it("stops the start when it cannot be opened, and lets go of the data folder", async () => {
    const data = { SANDBOX_DATA: join(folder, "data") };
    const refused = await startTestSandbox({ ...data, SANDBOX_JOURNAL: folder }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(FileError);
    await start({ ...data, SANDBOX_JOURNAL: file });
  });

  it("is closed when the sandbox cannot listen", async () => {
    const { port } = new URL((await start({})).sandbox.url);
    const refused = await startTestSandbox({ SANDBOX_JOURNAL: file, SANDBOX_PORT: port }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(Error);
    expect(await readFile(file, "utf8")).to.equal("");
  });
});
