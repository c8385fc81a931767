import { gzipSync, deflateSync, brotliCompressSync } from "node:zlib";
import { expect } from "chai";
import type { Json } from "../../server/domain/json.ts";
import { pay } from "../support/requests.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { openRaw } from "./raw-connection.ts";
import { sendRaw } from "./raw-http.ts";
import type { RawAnswer } from "./raw-http.ts";

const HEAD = [
  "Host: localhost",
  `Authorization: Basic ${Buffer.from("merchant.TESTLIMITS:sandbox").toString("base64")}`,
  "Connection: close",
];
const MIB = 1_048_576;

const nested = (levels: number): Json => (levels === 0 ? "deep" : [nested(levels - 1)]);
const wide = (members: number): Json =>
  Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 1]));
const padded = (bytes: number): string => {
  const body = JSON.stringify(pay());
  return " ".repeat(bytes - Buffer.byteLength(body)) + body;
};

interface Sent {
  readonly body: string | Buffer;
  readonly headers?: readonly string[];
}

describe("limits of a body", () => {
  let running: TestSandbox;
  let count = 0;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const put = ({ body, headers = [] }: Sent): Promise<RawAnswer> => {
    count += 1;
    const path = `/api/rest/version/100/merchant/TESTLIMITS/order/order-${count}/transaction/1`;
    const lines = [...HEAD, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
    const head = [`PUT ${path} HTTP/1.1`, ...lines].join("\r\n");
    return sendRaw(running.sandbox.url, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]));
  };

  const expectRefusal = async (answer: RawAnswer, status: number, says: string): Promise<void> => {
    const body = JSON.parse(answer.body) as { readonly error: { readonly explanation: string } };
    expectValidAnswer(body, "error", 100);
    expect(body.error.explanation).to.contain(says);
    expect([answer.status, answer.headers["content-type"]]).to.deep.equal([
      status,
      "application/json;charset=UTF-8",
    ]);
    const id = answer.headers["x-sandbox-exchange"] ?? "";
    const found = await fetch(`${running.sandbox.url}/_sandbox/v1/exchanges/${id}`);
    const exchange = (await found.json()) as { readonly answer: { readonly status: number } };
    expect(exchange.answer.status, "in the exchange").to.equal(status);
    const order = await clientOf(running.sandbox.url, "TESTLIMITS").getOrder(`order-${count}`);
    expect(order.status, "nothing is stored").to.equal(400);
  };

  const payload = "Json encoded payload error: ";
  const refused: Readonly<Record<string, Sent & { readonly status?: number; readonly says: string }>> = {
    "a body of one byte over 1 MiB": {
      body: padded(MIB + 1),
      status: 413,
      says: "The body is larger than 1048576 bytes",
    },
    "a small body that unpacks to more than 1 MiB": {
      body: gzipSync(padded(20 * MIB)),
      headers: ["Content-Encoding: gzip"],
      status: 413,
      says: "The body is larger than 1048576 bytes",
    },
    "33 levels": {
      body: JSON.stringify(nested(33)),
      says: `${payload}the body is nested deeper than 32 levels`,
    },
    "half a million levels": {
      body: "[".repeat(MIB / 2) + "]".repeat(MIB / 2),
      says: "nested deeper than 32 levels",
    },
    "2,001 members": {
      body: JSON.stringify(wide(2_001)),
      says: `${payload}the body has more than 2000 members`,
    },
    "2,001 elements of a list": {
      body: JSON.stringify(Array.from({ length: 2_001 }, () => 1)),
      says: "more than 2000 members",
    },
    "an unknown content encoding": {
      body: "{}",
      headers: ["Content-Encoding: zip"],
      says: "The content encoding is not supported; supported are gzip, deflate, br and identity",
    },
    "a body that is not packed as it says": {
      body: JSON.stringify(pay()),
      headers: ["Content-Encoding: gzip"],
      says: "The body cannot be decompressed",
    },
    "a packed body that is cut": {
      body: gzipSync(JSON.stringify(pay())).subarray(0, 60),
      headers: ["Content-Encoding: gzip"],
      says: "The body cannot be decompressed",
    },
    "an unknown charset": {
      body: "{}",
      headers: ["Content-Type: application/json; charset=klingon"],
      says: `${payload}the body cannot be read, its charset is not supported`,
    },
    "bytes that are no UTF-8": {
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      says: `${payload}the body cannot be read, its bytes are not valid in its charset`,
    },
    "an empty body": { body: "", says: "Missing parameter 'apiOperation'" },
    "a body of blanks": { body: "  \n", says: `${payload}Unexpected end of the payload` },
    "a list": { body: "[]", says: "The body must be a JSON object" },
    null: { body: "null", says: "The body must be a JSON object" },
    "a text": { body: '"PAY"', says: "The body must be a JSON object" },
    "broken JSON": {
      body: '{"order":1,  abc}',
      says: `${payload}Unexpected character 'a' at [character 14 line 1]`,
    },
  };
  for (const [name, { status = 400, says, ...sent }] of Object.entries(refused)) {
    it(`refuses ${name} with ${status}`, async () => expectRefusal(await put(sent), status, says));
  }

  for (const [path, head] of Object.entries({
    "/api/rest/version/100/merchant/TESTLIMITS/order/long/transaction/1": `PUT {path} HTTP/1.1\r\n${HEAD[1] ?? ""}`,
    "/_sandbox/v1/exchanges/wait": "POST {path} HTTP/1.1",
    "/checkout/pay/any": "POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded",
  })) {
    it(`refuses a body that says it is too long before a byte of it comes, at ${path}`, async () => {
      const connection = await openRaw(Number(new URL(running.sandbox.url).port));
      connection.send(
        `${head.replace("{path}", path)}\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n`,
      );
      const [answer] = await connection.answers(1);
      connection.socket.destroy();
      expect(answer?.status).to.equal(413);
      expect(answer?.body).to.match(/The body is larger than \d+ bytes/);
    });
  }

  const json = JSON.stringify(pay());
  const taken: Readonly<Record<string, Sent>> = {
    "a body of exactly 1 MiB": { body: padded(MIB) },
    "a gzip body": { body: gzipSync(json), headers: ["Content-Encoding: gzip"] },
    "a deflate body": { body: deflateSync(json), headers: ["Content-Encoding: deflate"] },
    "a br body": { body: brotliCompressSync(json), headers: ["Content-Encoding: br"] },
    "an identity body": { body: json, headers: ["Content-Encoding: identity"] },
    "a body with a byte order mark": { body: `\ufeff${json}` },
    "a body of another content type": { body: json, headers: ["Content-Type: text/plain"] },
    "a body of no content type": { body: json },
    "UTF-8 that is named": { body: json, headers: ['Content-Type: application/json; charset="UTF-8"'] },
    "UTF-16 that is named": {
      body: Buffer.from(json, "utf16le"),
      headers: ["Content-Type: application/json; charset=utf-16le"],
    },
  };
  for (const [name, sent] of Object.entries(taken)) {
    it(`takes ${name}`, async () => {
      const answer = await put(sent);
      expect([answer.status, answer.headers["content-type"]], answer.body).to.deep.equal([
        201,
        "application/json;charset=UTF-8",
      ]);
    });
  }

  it("refuses names around a value that everything that names it would have to repeat", async () => {
    const [long, short] = ["n".repeat(2_001), "n".repeat(1_990)];
    const around = (name: string): string => JSON.stringify({ ...pay(), [name]: { [name]: { a: 1, b: 2 } } });
    const says = "the body has a value whose path is longer than 4000 characters";
    await expectRefusal(await put({ body: around(long) }), 400, says);
    expect((await put({ body: around(short) })).body).to.contain("Unexpected parameter 'nnn");
  });

  it("takes 32 levels and 2,000 members as far as the contract", async () => {
    for (const value of [nested(31), wide(1_980)]) {
      const answer = await put({ body: JSON.stringify({ ...pay(), strange: value }) });
      expect(answer.body).to.contain("Unexpected parameter 'strange");
    }
  });

  for (const member of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    it(`refuses the member ${member} as it refuses every unknown one, wherever it stands`, async () => {
      const bodies = [
        `{"${member}":"x",${json.slice(1)}`,
        json.replace('"order":{', `"order":{"${member}":"x",`),
      ];
      for (const [index, body] of bodies.entries()) {
        const answer = await put({ body });
        const field = index === 0 ? member : `order.${member}`;
        expect(JSON.parse(answer.body)).to.deep.equal({
          error: {
            cause: "INVALID_REQUEST",
            explanation: `Unexpected parameter '${field}'`,
            field,
            validationType: "UNSUPPORTED",
          },
          result: "ERROR",
        });
      }
    });
  }

  it("takes the last of two members of one name, as JSON parsers do", async () => {
    const answer = await put({ body: json.replace('"amount":', '"amount":"1.00","amount":') });
    expect(answer.body).to.contain('"amount":100');
  });

  it("takes a header of almost 16 KiB", async () => {
    const answer = await put({ body: json, headers: [`X-Long: ${"x".repeat(15_800)}`] });
    expect(answer.status).to.equal(201);
  });

  it("takes no notice of an expectation that it does not know", async () => {
    expect((await put({ body: json, headers: ["Expect: miracle"] })).status).to.equal(201);
  });

  it("asks for no body that it refuses for its length, and ends the connection", async () => {
    const lines = [...HEAD.slice(0, 2), "Expect: 100-continue", "Content-Length: 99999999"];
    const path = "/api/rest/version/100/merchant/TESTLIMITS/order/long/transaction/1";
    const head = [`PUT ${path} HTTP/1.1`, ...lines].join("\r\n");
    const answer = await sendRaw(running.sandbox.url, `${head}\r\n\r\n`);
    expect([answer.status, answer.headers["connection"]]).to.deep.equal([413, "close"]);
  });
});
