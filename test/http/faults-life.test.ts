import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { ClientRequest, IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { listen } from "../../server/http/server/server.ts";
import { FAULT_CASES } from "./fault-cases.ts";
import { BODY, faultPath, faultyGateway } from "./faulty-gateway.ts";
import type { FaultyGateway } from "./faulty-gateway.ts";
import { bodyOf, openRaw, requestFor } from "./raw-connection.ts";

/** Longer than any test may take. */
const LONG_MS = 60_000;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("the connection of a broken answer", () => {
  let gateway: FaultyGateway;
  let server: Server;
  let port: number;
  beforeEach(async () => {
    gateway = faultyGateway();
    server = createServer(gateway.app).listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });

  const recorded = async (): Promise<void> => {
    while (gateway.exchanges.length === 0) await new Promise(setImmediate);
  };

  for (const { at, kind, ending } of FAULT_CASES.filter((fault) => fault.ending !== "kept")) {
    it(`is gone at the end: ${kind} ${at}`, async () => {
      const connection = await openRaw(port);
      connection.send(requestFor(faultPath(at, kind)));
      await recorded();
      expect(await connection.ending).to.equal(ending);
      await gateway.allClosed();
      expect(await connectionsOf(server)).to.equal(0);
    });
  }

  for (const at of ["before-commit", "after-commit", "mid-body"] as const) {
    it(`stalls as long as the fault says: ${at}`, async () => {
      const [connection, longer] = [await openRaw(port), await openRaw(port)];
      const started = performance.now();
      longer.send(requestFor(faultPath(at, "stall", 2_000)));
      connection.send(requestFor(faultPath(at, "stall", 300)));
      const first = [connection.ending.then(() => 300), longer.ending.then(() => 2_000)];
      expect(await Promise.race(first)).to.equal(300);
      expect(performance.now() - started).to.be.at.least(295);
      longer.socket.destroy();
    });

    it(`ends its stall and the timer when the caller goes: ${at}`, async () => {
      const connection = await openRaw(port);
      const before = timers();
      connection.send(requestFor(faultPath(at, "stall", LONG_MS)));
      await recorded();
      while (timers() === before) await new Promise(setImmediate);
      connection.socket.destroy();
      await gateway.allClosed();
      expect([await connectionsOf(server), timers()]).to.deep.equal([0, before]);
    });
  }

  it("ends its stall when the caller only says that it sends no more", async () => {
    const connection = await openRaw(port);
    connection.send(requestFor(faultPath("after-commit", "stall", LONG_MS)));
    await recorded();
    connection.socket.end();
    await gateway.allClosed();
    expect(await connectionsOf(server)).to.equal(0);
  });

  it("shows the whole half before the reset, however large it is", async () => {
    const large = { text: "x".repeat(1_000_000) };
    const own = faultyGateway(large);
    const where = { host: "127.0.0.1", port: 0 };
    const listening = await listen(own.app, own.parts, where);
    const connection = await openRaw(listening.port);
    connection.send(requestFor(faultPath("mid-body", "reset")));
    expect(await connection.ending).to.equal("ECONNRESET");
    expect(bodyOf(connection.bytes()).length).to.equal(Math.floor(JSON.stringify(large).length / 2));
    await listening.close();
  });

  it("does not hold a stop up", async () => {
    const listening = await listen(gateway.app, gateway.parts, { host: "127.0.0.1", port: 0 });
    const connections = await Promise.all(
      (["before-commit", "after-commit", "mid-body"] as const).map(async (at) => {
        const connection = await openRaw(listening.port);
        connection.send(requestFor(faultPath(at, "stall", LONG_MS)));
        return connection;
      }),
    );
    while (gateway.exchanges.length < 3) await new Promise(setImmediate);
    const started = performance.now();
    await listening.close();
    expect(performance.now() - started).to.be.lessThan(1_000);
    expect(await Promise.all(connections.map(({ ending }) => ending))).to.deep.equal(["end", "end", "end"]);
  });

  it("is not used again by a client that keeps connections", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (path: string): ClientRequest =>
      request({ port, path, agent, method: "PUT", host: "127.0.0.1" }).end();
    for (const fault of FAULT_CASES) {
      const broken = call(faultPath(fault.at, fault.kind));
      const seen = await seenBy(broken);
      expect(seen, `${fault.kind} ${fault.at}`).to.equal(SEEN[fault.comes]);
      const [response] = (await once(call("/fine"), "response")) as [IncomingMessage];
      expect([response.statusCode, await text(response)]).to.deep.equal([201, JSON.stringify(BODY)]);
    }
    agent.destroy();
  });
});

/** What Node's own client makes of it. */
const SEEN = { nothing: "no answer", half: "aborted", whole: "an answer" } as const;

async function seenBy(call: ClientRequest): Promise<string> {
  // A reset in the middle of an answer is told by the request as well.
  call.on("error", () => undefined);
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    call.once("response", resolve);
    call.once("close", () => {
      resolve(undefined);
    });
  });
  if (response === undefined) return SEEN.nothing;
  await text(response).catch(() => undefined);
  return response.complete ? SEEN.whole : SEEN.half;
}
