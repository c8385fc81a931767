import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { PemPair } from "../../server/certificate/authority.ts";
import { revocationList } from "../../server/certificate/revocation.ts";
import { DAY_MS, makeTestCertificates, startTlsSandbox } from "../support/certificates.ts";
import type { TestCertificates } from "../support/certificates.ts";
import { pay } from "../support/requests.ts";
import { exchangeOf, tlsClient } from "../support/tls-client.ts";
import type { TlsAnswer } from "../support/tls-client.ts";

const orderOf = (merchantId: string): string => `/api/rest/version/100/merchant/${merchantId}/order/order-1`;
const payOf = (merchantId: string): string => `${orderOf(merchantId)}/transaction/1`;

const expectRejected = ({ status, body }: TlsAnswer): void => {
  expect(status).to.equal(403);
  expect(body).to.have.nested.property("error.cause", "REQUEST_REJECTED");
};

describe("client certificates, by revocation list and merchant file,", () => {
  let folder: string;
  let own: TestCertificates;
  let good: PemPair;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"));
    own = await makeTestCertificates(folder);
    good = await own.client("TESTSHOP");
  });
  after(() => rm(folder, { recursive: true }));

  it("are revoked whatever their serial number begins with", async () => {
    const revoked = await Promise.all(Array.from({ length: 16 }, () => own.client("TESTSHOP")));
    await own.revoke(revoked);
    const other = await startTlsSandbox(own.environment);
    try {
      const callOther = tlsClient(other.tlsUrl, own.authorityPem);
      for (const certificate of revoked) {
        expectRejected(await callOther({ path: orderOf("TESTSHOP"), certificate }));
      }
      const spared = await callOther({ path: orderOf("TESTSHOP"), certificate: good });
      expect(spared.status).to.equal(400);
    } finally {
      await other.stop();
    }
  });

  it("are all rejected while the revocation list is not valid", async () => {
    const list = await revocationList(own.authority, [], Date.now() + DAY_MS);
    const file = join(folder, "early.crl");
    await writeFile(file, list);
    const other = await startTlsSandbox({ ...own.environment, SANDBOX_TLS_CRL: file });
    try {
      const callOther = tlsClient(other.tlsUrl, own.authorityPem);
      const answer = await callOther({ path: orderOf("TESTSHOP"), certificate: good });
      expectRejected(answer);
      const { authentication } = await exchangeOf(other.sandbox.url, answer);
      expect(authentication).to.equal("certificate-unchecked");
    } finally {
      await other.stop();
    }
  });

  it("stand for the merchant of the file whose fingerprint or subject they have", async () => {
    const bySubject = await own.named({ O: ["Shop, Ltd"], CN: ["shop"], OU: ["Staging", "Web"] });
    const almost = await own.named({ O: ["Shop, Ltd"], CN: ["shop"], OU: ["Staging"] });
    const { fingerprint256 } = new X509Certificate(good.certificate);
    const file = join(folder, "merchants.yaml");
    const merchants = [
      { id: "BY_SUBJECT", subject: "CN = shop, OU=Staging,OU=Web, O=Shop\\, Ltd" },
      { id: "BY_PRINT", fingerprint: fingerprint256.replaceAll(":", "").toLowerCase() },
      { id: "LESS_EXACT", subject: "CN=TESTSHOP,O=gateway-sandbox" },
    ].map(({ id, ...name }) => ({ id, passwords: ["x"], certificates: [name] }));
    await writeFile(file, JSON.stringify({ merchants }));
    const other = await startTlsSandbox({ ...own.environment, SANDBOX_MERCHANTS: file });
    try {
      const callOther = tlsClient(other.tlsUrl, own.authorityPem);
      const taken: readonly (readonly [string, PemPair])[] = [
        ["BY_SUBJECT", bySubject],
        ["BY_PRINT", good],
        ["LESS_EXACT", await own.client("TESTSHOP")],
      ];
      for (const [id, certificate] of taken) {
        expect((await callOther({ path: payOf(id), certificate, body: pay() })).status, id).to.equal(201);
      }
      expectRejected(await callOther({ path: orderOf("BY_SUBJECT"), certificate: almost }));
      const foreign = await callOther({ path: orderOf("BY_PRINT"), certificate: bySubject });
      expect(foreign.status).to.equal(403);
    } finally {
      await other.stop();
    }
  });
});
