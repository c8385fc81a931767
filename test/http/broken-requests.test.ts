import { expect } from "chai";
import { readConfig } from "../../server/sandbox/config.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { open, parse, readToEnd, sendRaw } from "./raw-http.ts";
import type { RawAnswer } from "./raw-http.ts";

const PUT = "PUT /api/rest/version/100/merchant/TESTBROKEN/order/1/transaction/1 HTTP/1.1";
const HEAD = [
  PUT,
  "Host: localhost",
  `Authorization: Basic ${Buffer.from("merchant.TESTBROKEN:sandbox").toString("base64")}`,
].join("\r\n");

/** The answer has the gateway's error body, and its exchange can be looked up. */
async function expectError(url: string, answer: RawAnswer, status: number): Promise<string> {
  const body = JSON.parse(answer.body) as { readonly error: { readonly explanation: string } };
  expectValidAnswer(body, "error", 100);
  expect(answer.headers).to.include({
    "content-type": "application/json;charset=UTF-8",
    connection: "close",
  });
  const id = answer.headers["x-sandbox-exchange"] ?? "";
  const exchange = (await (await fetch(`${url}/_sandbox/v1/exchanges/${id}`)).json()) as Exchange;
  expect([answer.status, exchange.answer.status, exchange.committed]).to.deep.equal([status, status, false]);
  expect(exchange.answer.body).to.deep.equal(body);
  return body.error.explanation;
}

describe("requests that are no requests", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const malformed: Readonly<Record<string, string>> = {
    "something that is no HTTP": "HELLO\r\n\r\n",
    "a method that HTTP does not know": "FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a request without a Host": "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two Host headers": "GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n",
    "two lengths": "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a length and chunks":
      "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "a chunk without a length": `PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    "a proxy's method": "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a control character in a header": "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: a\u0001b\r\n\r\n",
  };
  for (const [name, text] of Object.entries(malformed)) {
    it(`answers ${name} with an error body and an exchange`, async () => {
      await expectError(running.sandbox.url, await sendRaw(running.sandbox.url, text), 400);
    });
  }

  it("answers a header of more than 16 KiB with 431", async () => {
    const text = `${HEAD}\r\nX-Long: ${"x".repeat(16_384)}\r\n\r\n`;
    const answer = await sendRaw(running.sandbox.url, text);
    expect(await expectError(running.sandbox.url, answer, 431)).to.equal(
      "The header is larger than 16384 bytes",
    );
  });
});

/** The whole process stands still, the sandbox and the client alike. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe("limits of time", () => {
  for (const [name, length, status] of [
    ["answers a request that came in time, although the process stood still before it was read", 0, 400],
    ["refuses one that is still not whole when its time is over once more", 9, 408],
  ] as const) {
    it(name, async () => {
      const running = await startTestSandbox();
      const config = readConfig({ SANDBOX_PORT: "0", SANDBOX_DATA: `${running.folder}/still` });
      const limits = { headerBytes: 16_384, requestMs: 200, checkMs: 20 };
      const { url, close } = await startSandbox(config, () => undefined, { limits });
      const socket = await open(url);
      await fetch(`${url}/healthz`);
      socket.write(`${HEAD}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
      standStill(400);
      const answer = parse(await readToEnd(socket));
      expect(answer.status, answer.body).to.equal(status);
      await close();
      await running.stop();
    });
  }

  const cases: Readonly<Record<string, string>> = {
    "a head that never ends": "GET / HTTP/1.1\r\nHost: localhost\r\nX-",
    "a body that never ends": `${HEAD}\r\nContent-Length: 9\r\n\r\n{`,
  };
  for (const [name, text] of Object.entries(cases)) {
    it(`answers ${name} with 408 and closes the connection`, async () => {
      const running = await startTestSandbox();
      const config = readConfig({ SANDBOX_PORT: "0", SANDBOX_DATA: `${running.folder}/short` });
      const limits = { headerBytes: 16_384, requestMs: 200, checkMs: 20 };
      const { url, close } = await startSandbox(config, () => undefined, { limits });
      try {
        const explanation = await expectError(url, await sendRaw(url, text), 408);
        expect(explanation).to.equal("The request was not complete within 0.2 seconds");
        const listed = await fetch(`${url}/_sandbox/v1/exchanges?refusal=request-too-slow`);
        const { exchanges } = (await listed.json()) as { readonly exchanges: readonly Exchange[] };
        const [, seconds] =
          /^The connection was open for ([\d.]+) seconds\.$/.exec(exchanges[0]?.notes[0] ?? "") ?? [];
        expect(Number(seconds), "nobody is told to be slow who was not").to.be.at.least(0.2);
      } finally {
        await close();
        await running.stop();
      }
    });
  }
});
