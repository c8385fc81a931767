import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { makeCertificates } from "../../server/cli/certificates/certificates.ts";
import type { CertificateOptions } from "../../server/cli/certificates/options.ts";
import { readRevocationList } from "../../server/certificate/revocation.ts";
import { startTlsSandbox } from "../support/certificates.ts";
import { tlsClient } from "../support/tls-client.ts";

const PATH = "/api/rest/version/100/merchant/TESTSHOP/order/none";

describe("gateway-sandbox certificates", () => {
  let root: string;
  let folder: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "sandbox-certificates-"));
    folder = join(root, "made", "here");
  });
  afterEach(() => rm(root, { recursive: true }));

  const file = (name: string): string => join(folder, name);
  const make = (options: Partial<CertificateOptions> = {}): Promise<string> =>
    makeCertificates({ folder, hosts: [], merchants: [], revoke: [], ...options }, Date.now());
  const refusal = async (options: Partial<CertificateOptions>): Promise<string> => {
    const before = await contents();
    const error = await make(options).catch((thrown: unknown) => thrown);
    expect(await contents(), "files").to.deep.equal(before);
    expect(error).to.be.instanceOf(Error);
    return (error as Error).message.replaceAll(folder, "here");
  };
  /** Of every file in the folder. */
  const contents = async (): Promise<Readonly<Record<string, string>>> => {
    const names: readonly string[] = await readdir(folder).catch(() => []);
    const texts = names.map(async (name) => [name, await readFile(file(name), "utf8")] as const);
    return Object.fromEntries(await Promise.all(texts));
  };
  const certificate = async (name: string): Promise<X509Certificate> =>
    new X509Certificate(await readFile(file(name), "utf8"));

  /** The settings that the report prints. */
  const settingsOf = (report: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...report.matchAll(/^ {2}(SANDBOX_\w+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value] as const,
      ),
    );

  it("makes what a sandbox and a client need, and prints the settings that make them work", async () => {
    const report = await make();
    const running = await startTlsSandbox({ ...settingsOf(report), SANDBOX_TLS_PORT: "0" });
    try {
      const call = tlsClient(running.tlsUrl, await readFile(file("ca.crt"), "utf8"));
      const [crt, key] = ["client-TESTSHOP.crt", "client-TESTSHOP.key"].map(file);
      const pair = {
        certificate: await readFile(crt ?? "", "utf8"),
        key: await readFile(key ?? "", "utf8"),
      };
      expect((await call({ path: PATH, certificate: pair })).text).to.contain("Unable to find order");
    } finally {
      await running.stop();
    }
  });

  it("keeps keys for their owner, and prints none", async () => {
    const report = await make();
    const modes: Record<string, number> = {};
    for (const name of await readdir(folder)) modes[name] = (await stat(file(name))).mode & 0o077;
    const keys = Object.keys(modes).filter((name) => name.endsWith(".key"));
    expect(keys).to.have.members(["ca.key", "server.key", "client-TESTSHOP.key"]);
    for (const name of keys) expect(modes[name], name).to.equal(0);
    expect(report).to.not.contain("PRIVATE KEY");
  });

  it("names the server by the given hosts as well", async () => {
    await make({ hosts: ["sandbox.test", "192.0.2.7"] });
    const server = await certificate("server.crt");
    for (const host of ["localhost", "sandbox.test"]) expect(server.checkHost(host), host).to.equal(host);
    for (const address of ["127.0.0.1", "::1", "192.0.2.7"])
      expect(server.checkIP(address)).to.equal(address);
    expect(server.checkHost("elsewhere.test")).to.equal(undefined);
  });

  it("prints each merchant's fingerprint for the merchant file", async () => {
    const report = await make({ merchants: ["SHOP_EU", "SHOP_US"] });
    for (const id of ["SHOP_EU", "SHOP_US"]) {
      const { fingerprint256 } = await certificate(`client-${id}.crt`);
      expect(report).to.contain(`  - id: ${id}\n    certificates: [{ fingerprint: "${fingerprint256}" }]`);
    }
  });

  it("adds to a folder by the authority that is there", async () => {
    await make();
    const before = await contents();
    await make({ merchants: ["TESTTWO"] });
    const added = await certificate("client-TESTTWO.crt");
    expect(added.verify((await certificate("ca.crt")).publicKey)).to.equal(true);
    expect(await contents()).to.include(before);
  });

  it("names the server by a further host, and keeps the authority, the other names and all other files", async () => {
    await make({ hosts: ["sandbox.test", "192.0.2.7"] });
    const { "server.crt": old, "server.key": oldKey, ...others } = await contents();
    const report = await make({ hosts: ["staging.test"] });
    expect(report).to.match(/^Renewed .*server\.crt, .*server\.key\. Restart the sandbox/);
    const server = await certificate("server.crt");
    for (const host of ["localhost", "sandbox.test", "staging.test"])
      expect(server.checkHost(host), host).to.equal(host);
    for (const address of ["127.0.0.1", "::1", "192.0.2.7"])
      expect(server.checkIP(address)).to.equal(address);
    expect(server.verify((await certificate("ca.crt")).publicKey)).to.equal(true);
    expect(server.checkPrivateKey(createPrivateKey(await readFile(file("server.key"))))).to.equal(true);
    expect((await stat(file("server.key"))).mode & 0o077).to.equal(0);
    const { "server.crt": fresh, "server.key": freshKey, ...kept } = await contents();
    expect(kept).to.deep.equal(others);
    expect([fresh === old, freshKey === oldKey]).to.deep.equal([false, false]);
  });

  it("leaves a server certificate of another authority as it is", async () => {
    await make();
    const elsewhere = join(root, "elsewhere");
    await make({ folder: elsewhere });
    await writeFile(file("server.crt"), await readFile(join(elsewhere, "server.crt")));
    expect(await refusal({ hosts: ["sandbox.test"] })).to.equal(
      "here/server.crt was not signed by the CA in the same folder, and is not overwritten",
    );
  });

  it("revokes certificates one after another, each once", async () => {
    await make({ merchants: ["TESTA", "TESTB"] });
    for (const id of ["TESTA", "TESTB", "TESTA"]) await make({ revoke: [file(`client-${id}.crt`)] });
    const revoked = readRevocationList(await readFile(file("revoked.crl"), "utf8"));
    const serials = ["TESTA", "TESTB"].map(
      async (id) => (await certificate(`client-${id}.crt`)).serialNumber,
    );
    const listed = revoked.map(({ serialNumber }) => serialNumber.replace(/^00/, "").toUpperCase());
    expect(listed).to.deep.equal(await Promise.all(serials));
  });

  it("revokes nothing in a folder without an authority", async () => {
    await writeFile(join(root, "some.crt"), "");
    expect(await refusal({ revoke: [join(root, "some.crt")] })).to.equal(
      "here contains no CA that could revoke certificates",
    );
  });

  const refused: Readonly<Record<string, readonly [(made: string) => Partial<CertificateOptions>, string]>> =
    {
      "to do nothing": [
        () => ({}),
        "here already contains a CA, which is not overwritten; " +
          "add --merchant, --host or --revoke, or choose another folder with --out",
      ],
      "to overwrite a client's certificate": [
        () => ({ merchants: ["TESTNEW", "TESTSHOP"] }),
        "here/client-TESTSHOP.crt already exists, and is not overwritten",
      ],
      "to revoke what is not there": [
        (made) => ({ revoke: [join(made, "client-TESTX.crt")] }),
        "here/client-TESTX.crt: file not found",
      ],
      "to revoke what is no certificate": [
        (made) => ({ revoke: [join(made, "server.key")] }),
        "here/server.key: it does not contain a readable certificate",
      ],
    };
  for (const [name, [options, says]] of Object.entries(refused)) {
    it(`refuses ${name}, and changes no file`, async () => {
      await make();
      expect(await refusal(options(folder))).to.equal(says);
    });
  }

  it("refuses to revoke a certificate of another authority of that name", async () => {
    await make();
    const elsewhere = join(root, "elsewhere");
    await make({ folder: elsewhere });
    const foreign = join(elsewhere, "client-TESTSHOP.crt");
    expect(await refusal({ revoke: [foreign] })).to.equal(`${foreign} was not signed by the CA in here`);
  });

  it("refuses an authority without its key, and one that is damaged", async () => {
    await make();
    await writeFile(file("ca.key"), "damaged");
    expect(await refusal({ merchants: ["TESTB"] })).to.equal(
      "here/ca.key: it does not contain a readable private key",
    );
    await rm(file("ca.key"));
    expect(await refusal({ merchants: ["TESTB"] })).to.equal("here/ca.key: file not found");
  });
});
