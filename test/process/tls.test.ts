import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { tlsClient } from "../support/tls-client.ts";
import { inFolder, run, startServer } from "./built-server.ts";
import type { Ending } from "./built-server.ts";

const TLS = {
  SANDBOX_TLS_PORT: "0",
  SANDBOX_TLS_CERT: "certificates/server.crt",
  SANDBOX_TLS_KEY: "certificates/server.key",
  SANDBOX_TLS_CLIENT_CA: "certificates/ca.crt",
  SANDBOX_TLS_CRL: "certificates/revoked.crl",
};

async function makeCertificates(folder: string, ...given: readonly string[]): Promise<Ending> {
  return run({ folder, arguments: ["certificates", ...given] }).ended;
}

describe("the program over TLS", () => {
  it("names both addresses in the ready line, and takes the certificates that it made", () =>
    inFolder(async (folder) => {
      expect(await makeCertificates(folder, "--merchant", "TESTTLS")).to.deep.equal({
        code: 0,
        signal: null,
      });
      const server = await startServer({ folder, environment: TLS });
      const [, url = ""] = / and (https:\/\/127\.0\.0\.1:\d+) \(merchants TEST…/.exec(server.readyLine) ?? [];
      const text = (name: string): Promise<string> => readFile(join(folder, "certificates", name), "utf8");
      const certificate = {
        certificate: await text("client-TESTTLS.crt"),
        key: await text("client-TESTTLS.key"),
      };
      const path = "/api/rest/version/100/merchant/TESTTLS/order/none";
      const answer = await tlsClient(url, await text("ca.crt"))({ path, certificate });
      expect(answer.status).to.equal(400);
      expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    }));

  it("ends with 2 and one sentence when a file is wrong, and starts nothing", () =>
    inFolder(async (folder) => {
      await makeCertificates(folder);
      await writeFile(join(folder, "certificates/server.key"), "none");
      const program = run({ folder, environment: TLS });
      expect(await program.ended).to.deep.equal({ code: 2, signal: null });
      expect(program.stdout()).to.equal("");
      expect(program.stderr()).to.equal(
        "gateway-sandbox: certificates/server.key: it contains no private key in PEM format\n",
      );
      expect(await readdir(folder)).to.deep.equal(["certificates"]);
    }));

  it("ends with 2 rather than overwrite", () =>
    inFolder(async (folder) => {
      await makeCertificates(folder);
      const program = run({ folder, arguments: ["certificates"] });
      expect((await program.ended).code).to.equal(2);
      expect(program.stderr()).to.match(/^gateway-sandbox: certificates already contains a CA, .*\n$/);
    }));
});
