import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect } from "chai";
import { loadTlsFiles } from "../../server/certificate/tls-files.ts";
import type { TlsMaterial } from "../../server/certificate/tls-files.ts";
import { FAULT_KINDS, FAULT_PLACES, faultFits } from "../../server/domain/record/effects.ts";
import { listen } from "../../server/http/server/server.ts";
import type { Listening } from "../../server/http/server/server.ts";
import { makeTestCertificates } from "../support/certificates.ts";
import { FAULT_CASES } from "./fault-cases.ts";
import type { FaultCase } from "./fault-cases.ts";
import { BODY, faultPath, faultyGateway } from "./faulty-gateway.ts";
import type { FaultyGateway } from "./faulty-gateway.ts";
import { answersIn, bodyOf, openRaw, requestFor } from "./raw-connection.ts";
import type { RawConnection } from "./raw-connection.ts";
import { openRelay, recordTypesOf } from "./relay.ts";

const TEXT = JSON.stringify(BODY);
const HALF = Math.floor(Buffer.byteLength(TEXT) / 2);
const ENDINGS = FAULT_CASES.filter(({ ending }) => ending !== "kept");
/** The type of TLS records that `close_notify` comes in (RFC 5246 section 7.2.1). */
const ALERT = 21;
const nameOf = ({ at, kind }: FaultCase): string => `${kind} ${at}`;

describe("a broken answer on its connection", () => {
  let folder: string;
  let tls: TlsMaterial;
  let authority: string;
  let gateway: FaultyGateway;
  let listening: Listening;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "faults-"));
    const { authorityPem, environment } = await makeTestCertificates(folder);
    const { SANDBOX_TLS_CERT: cert = "", SANDBOX_TLS_KEY: key = "" } = environment;
    tls = await loadTlsFiles({ cert, key, clientCa: undefined, crl: undefined }, Date.now());
    authority = authorityPem;
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(() => listening.close());

  const start = async (isTls: boolean): Promise<() => Promise<RawConnection>> => {
    gateway = faultyGateway();
    const where = { host: "127.0.0.1", port: 0, tls: isTls ? tls : undefined };
    listening = await listen(gateway.app, gateway.parts, where);
    return () => openRaw(listening.port, isTls ? authority : undefined);
  };

  /** Nothing can be sent on it any more, or the next answer on it is right. */
  const expectEnding = async (connection: RawConnection, { ending, comes }: FaultCase): Promise<void> => {
    if (ending === "kept") {
      connection.send(requestFor("/fine"));
      const [, next] = await connection.answers(2);
      expect(next).to.deep.include({ status: 201, body: TEXT });
      return;
    }
    expect(await connection.ending).to.equal(ending);
    const body = bodyOf(connection.bytes());
    if (comes === "nothing") expect(connection.bytes().length).to.equal(0);
    else expect(body.equals(Buffer.from(TEXT).subarray(0, HALF)), "half of the body").to.equal(true);
  };

  const expectRecord = ({ at, kind, status, body }: FaultCase): void => {
    const lost = at === "before-commit" ? undefined : { status: 201, body: BODY };
    expect(gateway.exchanges[0]?.fault).to.deep.equal({ at, kind, lost });
    expect(gateway.exchanges[0]?.answer).to.deep.equal({ status, body });
  };

  for (const isTls of [false, true]) {
    for (const fault of FAULT_CASES) {
      it(`is seen and recorded as it is: ${nameOf(fault)}${isTls ? " over TLS" : ""}`, async () => {
        const connection = await (await start(isTls))();
        connection.send(requestFor(faultPath(fault.at, fault.kind)));
        if (fault.comes === "whole") {
          const [answer] = await connection.answers(1);
          expect([answer?.status, answer?.headers["content-type"]]).to.deep.equal([fault.status, fault.type]);
          expect(answer?.headers["retry-after"]).to.equal(fault.status === 503 ? "1" : undefined);
          if (fault.body === undefined)
            expect(() => void JSON.parse(answer?.body ?? "")).to.throw(SyntaxError);
          else expect(JSON.parse(answer?.body ?? "")).to.deep.equal(fault.body);
        }
        await expectEnding(connection, fault);
        if (fault.comes === "half") {
          const head = connection.bytes().toString("latin1");
          expect(head).to.match(/^HTTP\/1\.1 201 Created\r\n/);
          expect(head).to.contain(`\r\nContent-Length: ${Buffer.byteLength(TEXT)}\r\n`);
        }
        expectRecord(fault);
      });
    }

    for (const fault of ENDINGS) {
      it(`comes after the answers of earlier requests: ${nameOf(fault)}${isTls ? " over TLS" : ""}`, async () => {
        const connection = await (await start(isTls))();
        const broken = faultPath(fault.at, fault.kind);
        connection.send(requestFor("/held", "GET"), requestFor(broken), requestFor("/fine"));
        // The third has been answered to nobody when another connection was answered after it.
        while (gateway.exchanges.length < 2) await new Promise(setImmediate);
        expect(connection.bytes().length).to.equal(0);
        gateway.release();
        expect(await connection.ending).to.equal(fault.ending);
        expect(answersIn(connection.bytes()).map(({ status, body }) => [status, body])).to.deep.equal([
          [201, TEXT],
        ]);
        const rest = bodyOf(bodyOf(connection.bytes()).subarray(Buffer.byteLength(TEXT)));
        expect(rest.length).to.equal(fault.comes === "half" ? HALF : 0);
      });
    }
  }

  for (const { at, kind } of ENDINGS.filter(({ ending }) => ending === "end")) {
    it(`says goodbye in TLS before the connection closes: ${kind} ${at}`, async () => {
      await start(true);
      const relay = await openRelay(listening.port);
      const socket = connectTls({
        host: "127.0.0.1",
        port: relay.port,
        ca: authority,
        maxVersion: "TLSv1.2",
      });
      socket.write(requestFor(faultPath(at, kind)));
      await once(socket.resume(), "close");
      relay.close();
      expect(recordTypesOf(relay.received()).at(-1)).to.equal(ALERT);
    });
  }

  it("breaks no other connection", async () => {
    const open = await start(false);
    const other = await open();
    other.send(requestFor("/held", "GET"));
    while (gateway.held() === 0) await new Promise(setImmediate);
    for (const { at, kind, ending } of ENDINGS) {
      const connection = await open();
      connection.send(requestFor(faultPath(at, kind)));
      expect(await connection.ending).to.equal(ending);
    }
    gateway.release();
    other.send(requestFor("/fine"));
    expect((await other.answers(2)).map(({ status }) => status)).to.deep.equal([201, 201]);
  });

  for (const fault of FAULT_CASES) {
    it(`has no body for HEAD: ${nameOf(fault)}`, async () => {
      const connection = await (await start(false))();
      connection.send(requestFor(faultPath(fault.at, fault.kind), "HEAD"));
      if (fault.ending === "kept") {
        while (bodyEnd(connection.bytes()) < 0) await new Promise(setImmediate);
        connection.send(requestFor("/fine", "HEAD"));
        while (bodyEnd(bodyOf(connection.bytes())) < 0) await new Promise(setImmediate);
        expect(bodyOf(bodyOf(connection.bytes())).length).to.equal(0);
        return;
      }
      expect(await connection.ending).to.equal(fault.ending);
      expect(bodyOf(connection.bytes()).length).to.equal(0);
      expect(connection.bytes().length > 0).to.equal(fault.comes === "half");
    });
  }

  it("is the same bytes every time", async () => {
    const open = await start(false);
    for (const at of FAULT_PLACES) {
      const bodies = await Promise.all(
        [1, 2].map(async () => {
          const connection = await open();
          connection.send(requestFor(faultPath(at, "garbage")));
          await connection.answers(1);
          connection.socket.destroy();
          return bodyOf(connection.bytes()).toString("hex");
        }),
      );
      expect(bodies[0]).to.equal(bodies[1]);
    }
  });

  it("begins rightly when it turns to garbage in its middle", async () => {
    const connection = await (await start(false))();
    connection.send(requestFor(faultPath("mid-body", "garbage")));
    await connection.answers(1);
    const body = bodyOf(connection.bytes());
    expect(body.length).to.equal(Buffer.byteLength(TEXT));
    expect(body.subarray(0, HALF).equals(Buffer.from(TEXT).subarray(0, HALF))).to.equal(true);
    expect(body[HALF]).to.not.equal(Buffer.from(TEXT)[HALF]);
  });

  it("can be everywhere that makes sense, and is tested there", () => {
    const fitting = FAULT_PLACES.flatMap((at) =>
      FAULT_KINDS.filter((kind) => faultFits(at, kind)).map((kind) => `${kind} ${at}`),
    );
    expect(FAULT_CASES.map(nameOf).sort()).to.deep.equal(fitting.sort());
  });
});

const bodyEnd = (bytes: Buffer): number => bytes.indexOf("\r\n\r\n");
