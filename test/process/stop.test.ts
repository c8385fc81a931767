import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { open, parse, readToEnd } from "../http/raw-http.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder, startServer } from "./built-server.ts";
import type { RunningServer } from "./built-server.ts";

const BODY = JSON.stringify(pay());
const HEAD = [
  "PUT /api/rest/version/100/merchant/TESTSTOP/order/order-slow/transaction/1 HTTP/1.1",
  "Host: localhost",
  `Authorization: Basic ${Buffer.from("merchant.TESTSTOP:sandbox").toString("base64")}`,
  `Content-Length: ${BODY.length}`,
].join("\r\n");

/** Until the process has taken the signal. */
async function stopping(server: RunningServer): Promise<void> {
  while (!server.stderr().includes('"event":"stopping"')) await pause(5);
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  return new Promise((resolve) => {
    socket.once("error", () => {
      resolve(true);
    });
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}

describe("a stop", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`by ${signal} ends with 0 at once, whatever connections are open and idle`, () =>
      inFolder(async (folder) => {
        const server = await startServer({ folder });
        const used = await open(server.url);
        used.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        await new Promise((resolve) => used.once("data", resolve));
        const unused = await open(server.url);
        const closed = [used, unused].map(readToEnd);
        const started = performance.now();
        server.kill(signal);
        expect(await server.ended).to.deep.equal({ code: 0, signal: null });
        expect(performance.now() - started).to.be.lessThan(3_000);
        await Promise.all(closed);
        const left = await readdir(join(folder, ".sandbox"));
        expect(left.filter((file) => file.startsWith("lock"))).to.deep.equal([]);
      }));

    it(`by ${signal} lets an upload finish, takes nothing new meanwhile, and keeps what it answered`, () =>
      inFolder(async (folder) => {
        const server = await startServer({ folder });
        const upload = await open(server.url);
        const answered = readToEnd(upload);
        upload.write(`${HEAD}\r\n\r\n${BODY.slice(0, 20)}`);
        expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
        server.kill(signal);
        await stopping(server);
        expect(await isRefused(server.url)).to.equal(true);
        upload.write(BODY.slice(20));
        const answer = parse(await answered);
        expect([answer.status, JSON.parse(answer.body)]).to.deep.include(201);
        expect(await server.ended).to.deep.equal({ code: 0, signal: null });
        const again = await startServer({ folder });
        const stored = await clientOf(again.url, "TESTSTOP").getTransaction("order-slow", "1");
        expect(stored.status).to.equal(200);
        await again.stop();
      }));
  }

  it("ends at once on a second signal", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder });
      const upload = await open(server.url);
      const answered = readToEnd(upload);
      upload.write(`${HEAD}\r\n\r\n${BODY.slice(0, 20)}`);
      expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
      server.kill("SIGTERM");
      await stopping(server);
      server.kill("SIGTERM");
      expect(await server.ended).to.deep.equal({ code: null, signal: "SIGTERM" });
      expect(await answered).to.equal("");
    }));
});
