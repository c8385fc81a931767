import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { expect } from "chai";
import { readConfig } from "../../server/sandbox/config.ts";
import { REQUEST_LIMITS } from "../../server/http/server/broken-request.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { makeTestCertificates, startTlsSandbox } from "../support/certificates.ts";
import type { TestCertificates, TlsSandbox } from "../support/certificates.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { tlsClient } from "../support/tls-client.ts";
import { open, parse, readToEnd } from "./raw-http.ts";

const BODY = JSON.stringify(pay());
const HEAD = [
  "PUT /api/rest/version/100/merchant/TESTSHOP/order/order-slow/transaction/1 HTTP/1.1",
  "Host: localhost",
  `Authorization: Basic ${Buffer.from("merchant.TESTSHOP:sandbox").toString("base64")}`,
  `Content-Length: ${BODY.length}`,
].join("\r\n");
const ORDER = "/api/rest/version/100/merchant/TESTSHOP/order/order-1";

describe("the TLS listener", () => {
  let folder: string;
  let own: TestCertificates;
  let running: TlsSandbox;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"));
    own = await makeTestCertificates(folder);
    running = await startTlsSandbox(own.environment);
  });
  afterEach(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const openTls = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
    const { hostname, port } = new URL(running.tlsUrl);
    const socket = connect({ host: hostname, port: Number(port), ca: own.authorityPem, ...options });
    await once(socket, "secureConnect");
    return socket;
  };

  it("serves the same orders as the plain one", async () => {
    const plain = clientOf(running.sandbox.url, "TESTSHOP");
    expect((await plain.put({ order: "order-1", transaction: "1", body: pay() })).status).to.equal(201);
    const answer = await tlsClient(
      running.tlsUrl,
      own.authorityPem,
    )({
      path: ORDER,
      certificate: await own.client("TESTSHOP"),
    });
    expect([answer.status, answer.body["status"]]).to.deep.equal([200, "CAPTURED"]);
  });

  it("takes no certificate for proof, and asks for none, without authorities to check it by", async () => {
    const other = await startTlsSandbox({
      ...own.environment,
      SANDBOX_TLS_CLIENT_CA: "",
      SANDBOX_TLS_CRL: "",
    });
    try {
      const call = tlsClient(other.tlsUrl, own.authorityPem);
      const certificate = await own.client("TESTSHOP");
      expect((await call({ path: ORDER, certificate })).status).to.equal(401);
      const credentials = "merchant.TESTSHOP:sandbox";
      expect((await call({ path: ORDER, certificate, credentials })).status).to.equal(400);
    } finally {
      await other.stop();
    }
  });

  for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
    it(`verifies the certificate of every connection anew in ${maxVersion}`, async () => {
      const { certificate: cert, key } = await own.client("TESTSHOP");
      const first = await openTls({ cert, key, maxVersion });
      let session: Buffer | undefined = first.getSession();
      first.on("session", (given: Buffer) => (session = given));
      const closed = readToEnd(first);
      first.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      expect(await closed).to.match(/^HTTP\/1\.1 200 /);
      const second = await openTls({ maxVersion, ...(session ? { session } : {}) });
      expect(second.isSessionReused()).to.equal(false);
      const answered = readToEnd(second);
      second.write(`GET ${ORDER} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(parse(await answered).status, "without the certificate").to.equal(401);
    });
  }

  it("closes a connection that does not speak TLS, and goes on", async () => {
    const socket = await open(running.tlsUrl.replace("https:", "http:"));
    const closed = readToEnd(socket);
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await closed).to.not.contain("HTTP/");
    const call = tlsClient(running.tlsUrl, own.authorityPem);
    const { status, body } = await call({ path: "/_sandbox/v1/exchanges" });
    expect([status, body]).to.deep.equal([200, { exchanges: [] }]);
  });

  it("closes a connection on which TLS is not agreed on in time", async () => {
    const config = readConfig({ ...own.environment, SANDBOX_PORT: "0", SANDBOX_DATA: join(folder, "data") });
    const other = await startSandbox(config, () => undefined, {
      limits: { ...REQUEST_LIMITS, requestMs: 200 },
    });
    const socket = await open((other.tlsUrl ?? "").replace("https:", "http:"));
    const closed = readToEnd(socket);
    // The first bytes of a greeting.
    socket.write(Buffer.from([0x16, 0x03, 0x01]));
    expect(await closed).to.equal("");
    const exchanges = await fetch(`${other.url}/_sandbox/v1/exchanges`);
    expect(await exchanges.json()).to.deep.equal({ exchanges: [] });
    await other.close();
  });

  it("answers what is no HTTP with the gateway's error body", async () => {
    const socket = await openTls();
    const answered = readToEnd(socket);
    socket.write("nonsense\r\n\r\n");
    expect(parse(await answered)).to.deep.include({ status: 400 });
  });

  it("lets an upload finish when the sandbox stops, and closes idle connections at once", async () => {
    const other = await startTlsSandbox(own.environment);
    const { hostname, port } = new URL(other.tlsUrl);
    const address = { host: hostname, port: Number(port), ca: own.authorityPem };
    const [upload, unused] = [connect(address), connect(address)];
    await Promise.all([once(upload, "secureConnect"), once(unused, "secureConnect")]);
    const unsecured = await open(other.tlsUrl.replace("https:", "http:"));
    const answered = readToEnd(upload);
    const idle = Promise.all([unused, unsecured].map(readToEnd));
    upload.write(`${HEAD}\r\n\r\n${BODY.slice(0, 20)}`);
    // The sandbox has the head for certain when it has answered another request that came later.
    await tlsClient(other.tlsUrl, own.authorityPem)({ path: "/_sandbox/v1/health" });
    const started = performance.now();
    const stopped = other.stop();
    await idle;
    upload.write(BODY.slice(20));
    expect(parse(await answered).status).to.equal(201);
    await stopped;
    expect(performance.now() - started).to.be.lessThan(3_000);
  });

  it("leaves nothing open, and the data folder free, when its port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = String((other.address() as AddressInfo).port);
    const data = join(folder, "data");
    const config = readConfig({
      ...own.environment,
      SANDBOX_PORT: "0",
      SANDBOX_TLS_PORT: port,
      SANDBOX_DATA: data,
    });
    const message = await startSandbox(config, () => undefined).catch((error: unknown) => String(error));
    expect(message).to.equal(
      `Error: cannot listen on 127.0.0.1 port ${port}: ` +
        "it is already in use; choose another with --tls-port, or 0 for a free one",
    );
    expect((await readdir(data)).filter((name) => name.startsWith("lock"))).to.deep.equal([]);
    other.close();
  });
});
