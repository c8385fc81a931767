import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { tailCommand } from "../../../server/cli/running/tail.ts";
import { following, lastRows, rowsOfFile } from "../../../server/cli/running/rows.ts";
import { controlClient } from "../../../server/cli/kernel/control-client.ts";
import { ENDINGS, rowOf } from "../../../server/domain/record/exchange-row.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";
import { capture, pay } from "../../support/requests.ts";
import { clientOf, startTestSandbox } from "../../support/sandbox.ts";
import type { Client, TestSandbox } from "../../support/sandbox.ts";
import { inFolder } from "../../process/built-server.ts";
import { complaintOf, runCommand } from "../running-command.ts";

/** An exchange about this order. */
const ordered = (orderId: string): Exchange => {
  const exchange = exchangeOf(orderId);
  return { ...exchange, request: { ...exchange.request, orderId, transactionId: "1" } };
};

const ALL = { filters: {}, endings: ENDINGS, lines: 10 };

describe("the command tail", () => {
  let running: TestSandbox;
  let shop: Client;
  before(async () => {
    running = await startTestSandbox();
    shop = clientOf(running.sandbox.url, "TESTSHOP");
    await shop.put({ order: "o-1", transaction: "1", body: pay() });
    await shop.put({ order: "o-2", transaction: "1", body: capture() });
    await clientOf(running.sandbox.url, "TESTOTHER").put({ order: "o-3", transaction: "1", body: pay() });
  });
  after(() => running.stop());

  const recorded = (...words: readonly string[]) =>
    runCommand(tailCommand, ["--once", ...words, "--url", running.sandbox.url]);
  const ordersIn = (printed: string): readonly string[] =>
    [...printed.matchAll(/o-\d(?=\/1 )/g)].map(([order]) => order);

  const filters: readonly (readonly [words: string, orders: readonly string[]])[] = [
    ["", ["o-1", "o-2", "o-3"]],
    ["--merchant TESTSHOP", ["o-1", "o-2"]],
    ["--operation CAPTURE", ["o-2"]],
    ["--order o-3", ["o-3"]],
    ["--outcome APPROVED", ["o-1", "o-3"]],
    ["--refusal rule", ["o-2"]],
    ["--status 201 --version 100", ["o-1", "o-3"]],
    ["--ending refused", ["o-2"]],
    ["--ending refused --ending approved --merchant TESTSHOP", ["o-1", "o-2"]],
    ["--lines 2", ["o-2", "o-3"]],
    ["--lines 1 --ending approved", ["o-3"]],
    ["--lines 0", []],
    ["--merchant TESTNOBODY", []],
  ];
  for (const [words, orders] of filters) {
    it(`prints, oldest first, what '--once ${words}' asks for`, async () => {
      const { exit, printed } = await recorded(...words.split(" ").filter(Boolean));
      expect(ordersIn(printed)).to.deep.equal(orders);
      expect(exit).to.equal(0);
    });
  }

  it("prints the line that the console prints", async () => {
    const { printed } = await recorded("--order", "o-1");
    expect(printed).to.match(/^10:20:30\.400 {2}TESTSHOP {2}PAY {2}o-1\/1 {2}201 APPROVED {2}.*\d+ ms\n$/);
  });

  it("puts ids in front when asked, and gives rows as JSON", async () => {
    const [line = ""] = (await recorded("--order", "o-1", "--format", "json")).printed.split("\n");
    const { id, ending } = JSON.parse(line) as { readonly id: string; readonly ending: string };
    expect(ending).to.equal("approved");
    expect((await recorded("--order", "o-1", "--ids")).printed.startsWith(`${id}  10:20:30`)).to.equal(true);
  });

  it("asks for more than one page when the last ones are further back", async () => {
    const paths: string[] = [];
    const row = rowOf(exchangeOf("x"));
    const pages = [
      { rows: [{ ...row, id: "3" }], next: "3" },
      { rows: [{ ...row, id: "2" }], next: "2" },
      { rows: [{ ...row, id: "1" }] },
    ];
    const get = (path: string): Promise<unknown> => {
      paths.push(path);
      return Promise.resolve(pages[paths.length - 1]);
    };
    const client = { ...controlClient({ url: "http://127.0.0.1:1", token: undefined, fetch }), get };
    const rows = await lastRows(client, { ...ALL, lines: 2 });
    expect(rows.map(({ id }) => id)).to.deep.equal(["2", "3"]);
    expect(paths).to.deep.equal(["/v1/traffic?limit=500", "/v1/traffic?limit=500&before=3"]);
  });

  it("follows: the last ones, then each request once as it comes, until the sandbox stops", async () => {
    const followed = await startTestSandbox();
    const client = clientOf(followed.sandbox.url, "TESTSHOP");
    await client.put({ order: "before", transaction: "1", body: pay() });
    const control = controlClient({ url: followed.sandbox.url, token: undefined, fetch });
    const told: string[] = [];
    const rows = following(control, ALL, (text) => told.push(text));
    const orders: (string | undefined)[] = [];
    for await (const { order } of rows) {
      orders.push(order);
      if (order === "before") await client.put({ order: "after", transaction: "1", body: pay() });
      if (order === "after") await followed.stop();
    }
    expect(orders).to.deep.equal(["before", "after"]);
    expect(told).to.deep.equal([`${followed.sandbox.url} has stopped.\n`]);
  });

  it("goes on with a journal file as it is written, also in the one that takes its place", () =>
    inFolder(async (folder) => {
      const file = join(folder, "journal.ndjson");
      const line = (order: string): string => `${JSON.stringify(ordered(order))}\n`;
      await writeFile(file, line("first") + line("second").slice(0, 40));
      const orders: (string | undefined)[] = [];
      for await (const { order } of rowsOfFile(file, ALL, true)) {
        orders.push(order);
        if (order === "first") await appendFile(file, line("second").slice(40) + line("third"));
        if (order === "third") {
          await rename(file, `${file}.1`);
          await writeFile(file, line("fourth"));
        }
        if (order === "fourth") break;
      }
      expect(orders).to.deep.equal(["first", "second", "third", "fourth"]);
    }));

  const ofFiles: readonly (readonly [words: string, orders: readonly string[]])[] = [
    ["", ["o-1", "o-2", "o-3"]],
    ["--lines 1", ["o-3"]],
    ["--order o-2", ["o-2"]],
    ["--status 404", ["o-1", "o-2", "o-3"]],
    ["--status 400", []],
    ["--since 2030-01-01T00:00:00Z --ending approved", []],
  ];
  for (const [words, orders] of ofFiles) {
    it(`prints of a journal file what '--once ${words}' asks for`, () =>
      inFolder(async (folder) => {
        const file = join(folder, "journal.ndjson");
        const lines = ["o-1", "o-2", "o-3"].map((order) => `${JSON.stringify(ordered(order))}\n`);
        await writeFile(file, lines.join(""));
        const given = ["--once", file, ...words.split(" ").filter(Boolean)];
        const { printed } = await runCommand(tailCommand, given);
        expect(ordersIn(printed)).to.deep.equal(orders);
      }));
  }

  const broken: readonly (readonly [what: string, words: string, says: RegExp])[] = [
    ["a filter", "journal.ndjson --operation PAYY", /^operation must be one of .*Did you mean PAY\?/],
    ["a line", "journal.ndjson", /journal\.ndjson:1:1 this line is not an exchange/],
    ["the file's name", "none.ndjson", /none\.ndjson.* the journal file cannot be read: file not found/],
    ["a file and a URL", "journal.ndjson --url http://127.0.0.1:1", /--url is only for a running sandbox/],
  ];
  for (const [what, words, says] of broken) {
    it(`says in a sentence what is wrong with ${what}`, () =>
      inFolder(async (folder) => {
        await writeFile(join(folder, "journal.ndjson"), "hello\n");
        const [file = "", ...flags] = words.split(" ");
        const run = runCommand(tailCommand, ["--once", join(folder, file), ...flags]);
        expect((await complaintOf(run)).message).to.match(says);
      }));
  }

  const mistakes: readonly (readonly [words: string, says: RegExp])[] = [
    ["--lines many", /--lines must be a whole number from 0 to 10000, not 'many'/],
    ["--lines 10001", /--lines must be a whole number from 0 to 10000, not '10001'/],
    ["--ending fine", /--ending must be one of approved, .*, not 'fine'/],
    ["--operation PAYY", /operation.*answered 400 to \/v1\/traffic/],
    ["--format xml", /'xml' is not a valid format/],
  ];
  for (const [words, says] of mistakes) {
    it(`says in a sentence what is wrong with '${words}'`, async () => {
      const complaint = await complaintOf(recorded(...words.split(" ")));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }

  it("says what is wrong with credentials, as the answer does not", async () => {
    const stranger = clientOf(running.sandbox.url, "TESTSHOP", "wrong");
    await stranger.put({ order: "o-4", transaction: "1", body: pay() });
    const { printed } = await recorded("--lines", "1");
    expect(printed).to.contain("401 Invalid credentials.  (The password is not that of merchant TESTSHOP");
  });

  it("says what is wrong with a filter when it follows, too", async () => {
    const words = ["--operation", "PAYY", "--url", running.sandbox.url];
    const complaint = await complaintOf(runCommand(tailCommand, words));
    expect(complaint.message).to.match(/operation.*answered 400 to \/v1\/traffic\/stream/);
  });

  const event = (type: string, data: string): string => `event: ${type}\ndata: ${data}\n\n`;
  const isStream = (url = ""): boolean => url.includes("/stream");
  const streamed =
    (...texts: readonly string[]): RequestListener =>
    (request, response) => {
      if (!isStream(request.url)) return response.end('{"rows":[]}');
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const text of texts) response.write(text);
      return response.end();
    };
  /** It breaks the stream as soon as it was asked for rows. */
  const breakingOff = (): RequestListener => {
    let stream: ServerResponse | undefined;
    return (request, response) => {
      if (!isStream(request.url)) {
        response.end('{"rows":[]}');
        stream?.destroy();
        return;
      }
      stream = response;
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": alive\n\n");
    };
  };

  /** What `following` gives and tells of a server that is no sandbox. */
  async function followedOn(listener: RequestListener): Promise<{ ids: string[]; told: string }> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [ids, told]: [string[], string[]] = [[], []];
    try {
      const rows = following(controlClient({ url, token: undefined, fetch }), ALL, (text) => told.push(text));
      for await (const { id } of rows) ids.push(id);
      return { ids, told: told.join("") };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it("passes over signs of life, and tells when requests came too fast", async () => {
    const rows = event("rows", JSON.stringify([rowOf(exchangeOf("1"))]));
    const texts = [
      "retry: 1000\n\n: alive\n\n",
      event("missed", '{"missed":3}'),
      rows.slice(0, 9),
      rows.slice(9),
    ];
    const { ids, told } = await followedOn(streamed(...texts));
    expect(ids).to.deep.equal(["1"]);
    expect(told).to.match(/^Some requests came too fast and are not shown/);
  });

  const strangers: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
    "is no sandbox": [(_request, response) => response.end("<html>"), /is not a gateway-sandbox/],
    "breaks off": [breakingOff(), /cannot be reached \(/],
  };
  for (const [what, [listener, says]] of Object.entries(strangers)) {
    it(`says so when what is at the address ${what}`, async () => {
      const complaint = await complaintOf(followedOn(listener));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }
});
