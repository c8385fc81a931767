import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { PemPair } from "../../server/certificate/authority.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { DAY_MS, makeTestCertificates, startTlsSandbox } from "../support/certificates.ts";
import type { TestCertificates, TlsSandbox } from "../support/certificates.ts";
import { pay } from "../support/requests.ts";
import { exchangeOf, tlsClient } from "../support/tls-client.ts";
import type { TlsAnswer, TlsClient } from "../support/tls-client.ts";

const orderOf = (merchantId: string): string => `/api/rest/version/100/merchant/${merchantId}/order/order-1`;
const payOf = (merchantId: string, order: string): string =>
  `/api/rest/version/100/merchant/${merchantId}/order/${order}/transaction/1`;

/** Every certificate that a caller of these tests can show. */
type Shown =
  | "good"
  | "expired"
  | "early"
  | "revoked"
  | "stranger"
  | "twin"
  | "server"
  | "nobody"
  | "numbered";

async function shownCertificates(
  own: TestCertificates,
  others: TestCertificates,
): Promise<Readonly<Record<Shown, PemPair>>> {
  return {
    good: await own.client("TESTSHOP"),
    expired: await own.client("TESTSHOP", -1_000 * DAY_MS),
    early: await own.client("TESTSHOP", 10 * DAY_MS),
    revoked: await own.client("TESTSHOP"),
    stranger: await others.client("TESTSHOP"),
    // A self-signed one that says the very same as the authority.
    twin: { certificate: others.authorityPem, key: others.authorityKey },
    server: own.server,
    nobody: await own.client("SHOP"),
    numbered: await own.client("TEST5123450000000008"),
  };
}

describe("client certificates", () => {
  let folder: string;
  let own: TestCertificates;
  let certificates: Readonly<Record<Shown, PemPair>>;
  let running: TlsSandbox;
  let call: TlsClient;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"));
    own = await makeTestCertificates(join(folder, "own"));
    const others = await makeTestCertificates(join(folder, "others"));
    certificates = await shownCertificates(own, others);
    await own.revoke([certificates.revoked]);
    running = await startTlsSandbox(own.environment);
    call = tlsClient(running.tlsUrl, own.authorityPem);
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const why = (answer: TlsAnswer): ReturnType<typeof exchangeOf> => exchangeOf(running.sandbox.url, answer);

  const expectRejected = (answer: TlsAnswer): void => {
    expectValidAnswer(answer.body, "error", 100);
    const error = { cause: "REQUEST_REJECTED", supportCode: answer.exchangeId };
    expect([answer.status, answer.body]).to.deep.equal([403, { error, result: "ERROR" }]);
    expect(answer.challenge).to.equal(undefined);
  };

  for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
    it(`pays in ${maxVersion} without an Authorization header`, async () => {
      const path = payOf("TESTSHOP", `order-${maxVersion}`);
      const answer = await call({ path, certificate: certificates.good, body: pay(), maxVersion });
      expect(answer.status).to.equal(201);
      expectValidAnswer(answer.body, "transaction", 100);
      const exchange = await why(answer);
      expect(exchange).to.include({ authentication: "certificate-accepted", merchantId: "TESTSHOP" });
      const { fingerprint256 } = new X509Certificate(certificates.good.certificate);
      expect(exchange.notes.join()).to.contain(
        `CN=TESTSHOP,O=gateway-sandbox, SHA-256 fingerprint ${fingerprint256}`,
      );
    });
  }

  const refused: readonly (readonly [Shown, authentication: string, explanation: RegExp])[] = [
    ["expired", "certificate-expired", /has expired$/],
    ["early", "certificate-not-yet-valid", /not valid yet$/],
    ["revoked", "certificate-revoked", /has been revoked$/],
    ["stranger", "certificate-untrusted", /not signed/],
    ["twin", "certificate-untrusted", /not signed/],
    ["server", "certificate-untrusted", /for clients/],
    ["nobody", "certificate-unmapped", /not assigned to a merchant$/],
    ["numbered", "certificate-unmapped", /not assigned to a merchant$/],
  ];
  for (const [name, authentication, explanation] of refused) {
    for (const credentials of [undefined, "merchant.TESTSHOP:sandbox"]) {
      it(`rejects the ${name} one ${credentials ? "also beside the right password" : "and says why"}`, async () => {
        const path = payOf("TESTSHOP", "order-rejected");
        const answer = await call({ path, certificate: certificates[name], credentials, body: pay() });
        expectRejected(answer);
        const exchange = await why(answer);
        expect(exchange).to.include({ authentication, committed: false });
        expect(exchange.merchantId).to.equal(undefined);
        expect(exchange.request.body, "never read").to.equal(undefined);
        expect(exchange.refusal?.explanation).to.match(explanation);
        expect(JSON.stringify(exchange)).to.not.contain("5123450000000008");
      });
    }
  }

  it("leaves nothing behind of what it rejected", async () => {
    const path = payOf("TESTSHOP", "order-rejected");
    expect((await call({ path, certificate: certificates.good })).status).to.equal(400);
  });

  it("refuses another merchant's path as it does with a password", async () => {
    const answer = await call({ path: orderOf("TESTOTHER"), certificate: certificates.good });
    expect([answer.status, answer.text]).to.deep.equal([
      403,
      '{"error":{"cause":"INVALID_REQUEST","explanation":' +
        '"Authenticated entity not authorised to perform operation for target entity"},"result":"ERROR"}',
    ]);
    expect(await why(answer)).to.include({ authentication: "certificate-foreign", merchantId: "TESTSHOP" });
  });

  it("answers a missing one without a password with 401 and a challenge", async () => {
    const answer = await call({ path: orderOf("TESTSHOP") });
    expect([answer.status, answer.challenge]).to.deep.equal([401, 'Basic realm="gateway-sandbox"']);
    expect(await why(answer)).to.include({ authentication: "missing" });
  });

  it("takes a password instead, right or wrong", async () => {
    const right = {
      path: payOf("TESTSHOP", "order-basic"),
      credentials: "merchant.TESTSHOP:sandbox",
      body: pay(),
    };
    const accepted = await call(right);
    expect(accepted.status).to.equal(201);
    expect(await why(accepted)).to.include({ authentication: "accepted" });
    const wrong = await call({ ...right, credentials: "merchant.TESTSHOP:guess" });
    expect(wrong.status).to.equal(401);
    expect(await why(wrong)).to.include({ authentication: "wrong" });
  });

  it("decide alone when they are good, and the exchange says that the header was not read", async () => {
    const shown = { path: payOf("TESTSHOP", "order-both"), certificate: certificates.good };
    const answer = await call({ ...shown, credentials: "merchant.TESTOTHER:guess", body: pay() });
    expect(answer.status).to.equal(201);
    expect((await why(answer)).notes.join()).to.contain("the Authorization header was ignored");
  });

  it("are not asked for where the gateway tells whether it operates, and by the control API", async () => {
    for (const path of ["/api/rest/version/100/information", "/_sandbox/v1/health"]) {
      expect((await call({ path, certificate: certificates.expired })).status, path).to.equal(200);
    }
  });
});
