import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { expectValidAnswer } from "../support/answers.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { inFolder, startServer } from "./built-server.ts";

/** An order whose payment was answered with 201, and that answer. */
type Answered = Map<string, unknown>;

const CALLERS = 8;
const ENOUGH = 60;

/** Pays for new orders until the server is gone; calls `enough` when a number of payments were answered. */
async function payOn(client: Client, caller: number, answered: Answered, enough: () => void): Promise<void> {
  for (let number = 0; ; number += 1) {
    const order = `order-${caller}-${number}`;
    const response = await client.put({ order, transaction: "1", body: pay() }).catch(lost);
    if (response === undefined) return;
    expect(response.status).to.equal(201);
    answered.set(order, response.body);
    if (answered.size >= ENOUGH) enough();
  }
}

/** A connection that broke has an answer that never came; the client tells some faults by their message only. */
function lost(error: unknown): undefined {
  if (error instanceof Error && ("code" in error || error.message.startsWith("ECONN"))) return undefined;
  throw error;
}

describe("survival", () => {
  it("of a kill under load: whatever was answered is there with the same answer, and the lock does not block", () =>
    inFolder(async (folder) => {
      const answered: Answered = new Map();
      for (let round = 0; round < 3; round += 1) {
        const server = await startServer({ folder });
        const client = clientOf(server.url, `TESTROUND${round}`);
        const inRound: Answered = new Map();
        const kill = (): void => {
          server.kill("SIGKILL");
        };
        await Promise.all(
          Array.from({ length: CALLERS }, (_, caller) => payOn(client, caller, inRound, kill)),
        );
        expect(await server.ended).to.deep.equal({ code: null, signal: "SIGKILL" });
        for (const [order, body] of inRound) answered.set(`TESTROUND${round} ${order}`, body);
      }
      const again = await startServer({ folder });
      for (const [key, body] of answered) {
        const [merchant = "", order = ""] = key.split(" ");
        const client = clientOf(again.url, merchant);
        const read = await client.getTransaction(order, "1");
        expect([read.status, read.body], key).to.deep.equal([200, body]);
        const repeated = await client.put({ order, transaction: "1", body: pay() });
        expect([repeated.status, repeated.body], key).to.deep.equal([200, body]);
      }
      expect(answered.size).to.be.at.least(3 * ENOUGH);
      await again.stop();
      const locks = (await readdir(join(folder, ".sandbox"))).filter((file) => file.startsWith("lock"));
      expect(locks).to.deep.equal([]);
    }));

  it("of a disk that is full: the payment fails with 500, whole, and what was stored before stays", () =>
    inFolder(async (folder) => {
      // Writes beyond so many KiB of a file fail, as they do on a full disk.
      const server = await startServer({ folder, shell: "trap '' XFSZ; ulimit -f 16" });
      const client = clientOf(server.url, "TESTFULL");
      const stored: string[] = [];
      const put = (order: string): ReturnType<Client["put"]> =>
        client.put({ order, transaction: "1", body: pay() });
      let response = await put("order-0");
      for (let number = 1; response.status === 201; number += 1) {
        stored.push(`order-${number - 1}`);
        response = await put(`order-${number}`);
      }
      const failed = `order-${stored.length}`;
      expect(stored.length).to.be.greaterThan(3);
      expectValidAnswer(response.body, "error", 100);
      expect([response.status, response.body]).to.deep.equal([
        500,
        {
          error: { cause: "SERVER_FAILED", supportCode: response.get("X-Sandbox-Exchange") },
          result: "ERROR",
        },
      ]);
      const exchange = await client.why(response);
      expect([exchange.committed, exchange.refusal?.reason]).to.deep.equal([false, "bug"]);
      expect((await client.getOrder(failed)).status, "the failed order").to.equal(400);
      expect(exchange.refusal?.explanation).to.match(
        /^The sandbox failed: the store cannot write now: EFBIG/,
      );
      // Small things would still fit; that does not make it ready for payments.
      for (let asked = 0; asked < 5; asked += 1) {
        expect((await fetch(`${server.url}/readyz`)).status).to.equal(503);
        expect(await (await fetch(`${server.url}/_sandbox/v1/health`)).json()).to.deep.equal({
          status: "degraded",
          reasons: ["The store cannot save payments: its last write failed."],
        });
      }
      expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
      expect(server.stderr().match(/"event":"[^"]+"/g)).to.deep.equal(['"event":"store-cannot-write"']);
      for (const order of stored) expect((await client.getOrder(order)).status, order).to.equal(200);
      await server.stop();
      const again = await startServer({ folder });
      const after = clientOf(again.url, "TESTFULL");
      for (const order of stored) expect((await after.getOrder(order)).status, order).to.equal(200);
      expect((await after.getOrder(failed)).status).to.equal(400);
      expect((await after.put({ order: failed, transaction: "1", body: pay() })).status).to.equal(201);
      await again.stop();
    }));

  it("of more connections than it may have: it closes them and says so, and keeps files for all its work", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder, shell: "ulimit -n 300" });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (path: string): request.Test =>
        request(server.url).get(path).agent(agent).auth("merchant.TESTFLOOD", "sandbox");
      expect((await ask("/healthz")).status).to.equal(200);
      const { hostname, port } = new URL(server.url);
      const flood = Array.from({ length: 400 }, () => connect(Number(port), hostname).resume());
      // The agent's is one of the 150.
      const [kept, dropped] = [flood.slice(0, 149), flood.slice(149)];
      await Promise.all(
        dropped.map((socket) =>
          once(
            socket.on("error", () => undefined),
            "close",
          ),
        ),
      );
      // Nothing of the control API was loaded before.
      expect((await ask("/_sandbox/v1/merchants")).status).to.equal(200);
      expect(kept.filter(({ readyState }) => readyState === "open")).to.have.length(149);
      for (const socket of kept) socket.destroy();
      agent.destroy();
      expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
      expect(server.stderr().match(/"event":"too-many-connections"/g)).to.have.length(1);
      expect(server.stderr()).to.contain('"connections":150');
    }));
});
