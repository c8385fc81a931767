import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { makeTestCertificates, startTlsSandbox } from "../support/certificates.ts";
import type { TestCertificates, TlsSandbox } from "../support/certificates.ts";
import { FUNDS } from "../support/requests.ts";
import { tlsClient } from "../support/tls-client.ts";
import type { TlsAnswer, TlsCall } from "../support/tls-client.ts";

const SESSIONS = "/api/rest/version/100/merchant/TESTSHOP/session";

describe("a session's id as the password beside a client certificate", () => {
  let folder: string;
  let own: TestCertificates;
  let others: TestCertificates;
  let running: TlsSandbox;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"));
    own = await makeTestCertificates(join(folder, "own"));
    others = await makeTestCertificates(join(folder, "others"));
    running = await startTlsSandbox(own.environment);
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const update = async (certificate: TlsCall["certificate"]): Promise<TlsAnswer> => {
    const made = await request(running.sandbox.url)
      .post(SESSIONS)
      .auth("merchant.TESTSHOP", "sandbox")
      .send({ session: { authenticationLimit: 1 } });
    const id = textAt(made.body as Json, "session.id") ?? "";
    const credentials = `merchant.TESTSHOP:${id}`;
    const call = tlsClient(running.tlsUrl, own.authorityPem);
    return call({ path: `${SESSIONS}/${id}`, certificate, credentials, body: { sourceOfFunds: FUNDS } });
  };

  it("opens the session when no certificate is shown", async () => {
    expect((await update(undefined)).status).to.equal(200);
  });

  it("does not stand in for a bad certificate", async () => {
    const answer = await update(await others.client("TESTSHOP"));
    expect([answer.status, textAt(answer.body, "error.cause")]).to.deep.equal([403, "REQUEST_REJECTED"]);
  });

  it("is not read beside a good one, which decides", async () => {
    expect((await update(await own.client("TESTSHOP"))).status).to.equal(200);
    expect((await update(await own.client("TESTOTHER"))).status).to.equal(403);
  });
});
