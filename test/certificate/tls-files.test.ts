import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { loadTlsFiles } from "../../server/certificate/tls-files.ts";
import { revocationList } from "../../server/certificate/revocation.ts";
import { FileError } from "../../server/document/file-problem.ts";
import { DAY_MS, makeTestCertificates } from "../support/certificates.ts";
import type { TestCertificates } from "../support/certificates.ts";

type Name = "server.crt" | "server.key" | "ca.crt" | "revoked.crl";

const damaged = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;

function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const protection = { cipher: "aes-256-cbc", passphrase: "hush" };
  return privateKey.export({ type: "pkcs8", format: "pem", ...protection }).toString();
}

/** What stands in a file instead, and what is said of it. */
const FAULTY: Readonly<
  Record<
    string,
    readonly [Name, (own: TestCertificates, other: TestCertificates) => string | Promise<string>, RegExp]
  >
> = {
  "no certificate": ["server.crt", () => "hello", /^it contains no certificate in PEM format$/],
  "a damaged certificate": ["server.crt", () => damaged("CERTIFICATE"), /^the certificate is damaged$/],
  "no key": ["server.key", () => "", /^it contains no private key in PEM format$/],
  "a damaged key": ["server.key", () => damaged("PRIVATE KEY"), /^the private key is damaged$/],
  "an encrypted key": ["server.key", encryptedKey, /^the private key is encrypted; keys with a passphrase/],
  "another certificate's key": [
    "server.key",
    (_, other) => other.server.key,
    /^the private key does not belong to the certificate in .*server\.crt$/,
  ],
  "no authority": ["ca.crt", (own) => own.server.key, /^it contains no certificate in PEM format$/],
  "no revocation list": [
    "revoked.crl",
    (own) => own.authorityPem,
    /^it contains no revocation list in PEM format$/,
  ],
  "a damaged revocation list": ["revoked.crl", () => damaged("X509 CRL"), /^the revocation list is damaged$/],
  "a revocation list of another authority of that name": [
    "revoked.crl",
    (_, other) => revocationList(other.authority, [], Date.now()),
    /^the revocation list is missing for CN=gateway-sandbox development CA,O=gateway-sandbox$/,
  ],
  "a revocation list for one of two authorities": [
    "ca.crt",
    (own, other) => own.authorityPem + other.authorityPem,
    /^the revocation list is missing for CN=gateway-sandbox development CA,O=gateway-sandbox$/,
  ],
};

describe("the files of the TLS listener", () => {
  let folder: string;
  let own: TestCertificates;
  let other: TestCertificates;
  const path = (name: Name): string => join(folder, "own", name);
  const load = (now = Date.now()): ReturnType<typeof loadTlsFiles> =>
    loadTlsFiles(
      {
        cert: path("server.crt"),
        key: path("server.key"),
        clientCa: path("ca.crt"),
        crl: path("revoked.crl"),
      },
      now,
    );
  const refusal = async (now?: number): Promise<string> => {
    const error = await load(now).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(FileError);
    return (error as FileError).message;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-tls-"));
    own = await makeTestCertificates(join(folder, "own"));
    other = await makeTestCertificates(join(folder, "other"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [name, [file, content, says]] of Object.entries(FAULTY)) {
    it(`are refused for ${name}, with the file and one sentence`, async () => {
      await writeFile(path(file), await content(own, other));
      const message = await refusal();
      const blamed = name.includes("one of two") ? "revoked.crl" : file;
      expect(message.startsWith(`${path(blamed)}: `), message).to.equal(true);
      expect(message.slice(path(blamed).length + 2)).to.match(says);
    });
  }

  for (const file of ["server.crt", "server.key", "ca.crt", "revoked.crl"] as const) {
    it(`are refused when ${file} is not there`, async () => {
      await rm(path(file));
      expect(await refusal()).to.equal(`${path(file)}: the file cannot be read`);
    });
  }

  it("are refused when the revocation list is out of date", async () => {
    const message = await refusal(Date.now() + 3_651 * DAY_MS);
    expect(message).to.match(/the revocation list expired at \d{4}-\d\d-\d\dT/);
  });

  it("may hold several authorities, each with a list of its own", async () => {
    await writeFile(path("ca.crt"), own.authorityPem + other.authorityPem);
    const lists = await Promise.all(
      ["own", "other"].map((name) => readFile(join(folder, name, "revoked.crl"), "utf8")),
    );
    await writeFile(path("revoked.crl"), lists.join(""));
    expect((await load()).crl).to.deep.equal(lists.map((list) => list.trim()));
  });
});
