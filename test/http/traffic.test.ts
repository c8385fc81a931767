import { get as httpGet } from "node:http";
import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import request from "supertest";
import type { ExchangeRow } from "../../server/domain/record/exchange-row.ts";
import { capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

interface StreamEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Reads server-sent events as they come, and ends the connection when it has as many rows as are wanted. */
async function eventsOf(
  url: string,
  {
    rows,
    lastEventId,
    onOpen,
  }: { readonly rows: number; readonly lastEventId?: string; readonly onOpen?: () => unknown },
): Promise<readonly StreamEvent[]> {
  const headers = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(url, { headers }, resolve).on("error", reject);
  });
  expect(response.headers["content-type"]).to.equal("text/event-stream; charset=utf-8");
  await onOpen?.();
  const events: StreamEvent[] = [];
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    events.push(...parts.flatMap((part) => eventOf(part) ?? []));
    if (rowsOf(events).length >= rows) break;
  }
  response.destroy();
  return events;
}

function eventOf(part: string): StreamEvent | undefined {
  const fields = new Map(
    part.split("\n").map((line) => [line.split(": ")[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
  );
  const type = fields.get("event");
  return type === undefined
    ? undefined
    : { type, id: fields.get("id"), data: JSON.parse(fields.get("data") ?? "") };
}

function rowsOf(events: readonly StreamEvent[]): readonly ExchangeRow[] {
  return events.flatMap(({ type, data }) => (type === "rows" ? (data as readonly ExchangeRow[]) : []));
}

describe("the traffic of the control API", () => {
  let running: TestSandbox;
  let client: Client;
  let url = "";
  before(async () => {
    running = await startTestSandbox();
    url = `${running.sandbox.url}/_sandbox/v1`;
    client = clientOf(running.sandbox.url, "TESTTRAFFIC");
    for (const order of ["1", "2", "3"]) await client.put({ order, transaction: "1", body: pay() });
    await client.put({ order: "1", transaction: "2", body: capture("500.00") });
  });
  after(() => running.stop());

  it("has a row for each exchange, newest first and page by page", async () => {
    const first = (await request(url).get("/traffic?limit=3")).body as {
      rows: readonly ExchangeRow[];
      next: string;
    };
    const second = (await request(url).get(`/traffic?limit=3&before=${first.next}`)).body as typeof first;
    expect(
      [...first.rows, ...second.rows].map(({ order, transaction }) => [order, transaction]),
    ).to.deep.equal([
      ["1", "2"],
      ["3", "1"],
      ["2", "1"],
      ["1", "1"],
    ]);
    expect(second).to.not.have.property("next");
    const [refused, approved] = first.rows;
    expect(refused).to.include({ ending: "refused", operation: "CAPTURE", status: 400, amount: "500.00" });
    expect(approved).to.include({
      ending: "approved",
      words: "APPROVED",
      version: 100,
      merchant: "TESTTRAFFIC",
    });
  });

  it("takes the filters of exchanges, and refuses wrong ones", async () => {
    const filtered = (await request(url).get("/traffic?refusal=rule")).body as {
      rows: readonly ExchangeRow[];
    };
    expect(filtered.rows).to.have.length(1);
    for (const path of [
      "/traffic?before=never",
      "/traffic/stream?outcome=APROVED",
      "/traffic/stream?limit=5",
    ])
      expect((await request(url).get(path)).status, path).to.equal(400);
  });

  it("sends rows as they come", async () => {
    const events = await eventsOf(`${url}/traffic/stream?merchant=TESTTRAFFIC`, {
      rows: 2,
      onOpen: async () => {
        await clientOf(running.sandbox.url, "TESTOTHER").put({ order: "x", transaction: "1", body: pay() });
        for (const order of ["live-1", "live-2"]) await client.put({ order, transaction: "1", body: pay() });
      },
    });
    expect(rowsOf(events).map(({ order }) => order)).to.deep.equal(["live-1", "live-2"]);
    expect(events.at(-1)?.id).to.equal(rowsOf(events).at(-1)?.id);
  });

  it("sends those again that came since Last-Event-ID", async () => {
    const page = (await request(url).get("/traffic?merchant=TESTTRAFFIC")).body as {
      rows: readonly ExchangeRow[];
    };
    const [last, , before] = page.rows;
    const events = await eventsOf(`${url}/traffic/stream?merchant=TESTTRAFFIC`, {
      rows: 2,
      lastEventId: before?.id ?? "",
    });
    expect(rowsOf(events).at(-1)?.id).to.equal(last?.id);
    expect(rowsOf(events)).to.have.length(2);
  });

  it("says that rows are missing when the last one is gone", async () => {
    const events = await eventsOf(`${url}/traffic/stream`, {
      rows: 1,
      lastEventId: "never",
      onOpen: () => client.put({ order: "gap", transaction: "1", body: pay() }),
    });
    expect(events[0]).to.deep.include({ type: "missed", data: { missed: null } });
  });

  it("ends the streams when the sandbox stops", async () => {
    const short = await startTestSandbox();
    const stopping = eventsOf(`${short.sandbox.url}/_sandbox/v1/traffic/stream`, {
      rows: 1,
      onOpen: () => void short.stop(),
    });
    expect(await stopping).to.deep.equal([]);
  });
});
