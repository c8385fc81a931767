import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { createSender } from "../../server/notify/sender.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { createManualTimer } from "./manual-timer.ts";
import type { ManualTimer } from "./manual-timer.ts";

describe("the sender of notifications", () => {
  let receiver: Receiver;
  let time: ManualTimer;
  let stopping: AbortController;
  beforeEach(async () => {
    stopping = new AbortController();
    receiver = await startReceiver();
    time = createManualTimer();
  });
  afterEach(() => receiver.close());

  const send = (url = receiver.url, isOwn = true) => {
    const ownInbox = (asked: URL): URL | undefined =>
      asked.pathname === "/inbox" ? new URL(`${receiver.url}inbox`) : undefined;
    const parts = { hosts: [], ownInbox, authorities: undefined, timer: time.timer, timeoutMs: 700 };
    const message = { url, isOwn, headers: { "X-Notification-Id": "1" }, body: '{"a":"é"}' };
    return createSender(parts)(message, stopping.signal);
  };

  it("sends the body whole, and gives status and text of the answer", async () => {
    receiver.behave((response) => response.writeHead(503).end("busy"));
    expect(await send()).to.deep.equal({ kind: "answered", status: 503, text: "busy" });
    expect(receiver.received[0]).to.deep.include({ method: "POST", body: { a: "é" } });
    expect(receiver.received[0]?.headers).to.include({ "content-length": "10", connection: "close" });
    expect(time.pending()).to.deep.equal([]);
  });

  it("goes by a name as well", async () => {
    expect(await send(receiver.url.replace("127.0.0.1", "localhost"))).to.include({
      kind: "answered",
      status: 200,
    });
  });

  it("does not wait longer than it may for an answer", async () => {
    receiver.behave(() => undefined);
    const sending = send();
    await receiver.until(1);
    expect(time.pending()).to.deep.equal([700]);
    time.fire();
    expect(await sending).to.deep.equal({ kind: "unanswered", reason: "no answer within 700 ms" });
  });

  it("breaks off when it is stopped, and begins nothing then", async () => {
    receiver.behave(() => undefined);
    const sending = send();
    await receiver.until(1);
    stopping.abort();
    expect([await sending, await send()]).to.deep.equal([{ kind: "broken-off" }, { kind: "broken-off" }]);
    expect([receiver.received.length, time.pending()]).to.deep.equal([1, []]);
  });

  it("leaves nothing in memory of what was sent", async () => {
    const program = fileURLToPath(new URL("./sender-signals.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program]);
    const { received, left } = JSON.parse(stdout) as { readonly received: number; readonly left: number };
    expect(received).to.equal(21);
    expect(left).to.be.below(10);
  });

  it("takes no more of an answer than a little, also when it never ends", async () => {
    receiver.behave((response) => response.writeHead(500).write("x".repeat(5_000)));
    expect(await send()).to.deep.equal({ kind: "answered", status: 500, text: "x".repeat(1_024) });
  });

  it("tells by its code what went wrong with the connection", async () => {
    receiver.behave((response) => response.destroy());
    expect(await send()).to.deep.equal({ kind: "unanswered", reason: "no answer: ECONNRESET" });
    expect(await send("http://127.0.0.1:1/")).to.deep.equal({
      kind: "unanswered",
      reason: "no answer: ECONNREFUSED",
    });
    expect(await send("http://no-such-host.invalid/")).to.have.property("kind", "unanswered");
  });

  it("reaches the own inbox without TLS, also for a request's address", async () => {
    const sent = await send(`${receiver.url.replace("http:", "https:")}inbox`, false);
    expect(sent).to.include({ kind: "answered", status: 200 });
    expect(receiver.received[0]).to.include({ method: "POST", path: "/inbox" });
    expect(await send(`${receiver.url.replace("//", "//user:word@")}inbox`)).to.deep.equal({
      kind: "refused",
      reason: "addresses that contain a user name are not allowed",
    });
  });

  it("sends nothing to where it may not", async () => {
    expect(await send("http://10.0.0.1/")).to.have.property("kind", "refused");
    expect(await send(receiver.url, false)).to.have.property("kind", "refused");
    expect(await send("http://[")).to.deep.equal({ kind: "refused", reason: "it is not a valid URL" });
  });
});
