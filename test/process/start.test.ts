import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { SETTINGS } from "../../server/sandbox/settings/settings.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder, run, startServer } from "./built-server.ts";
import type { Invocation, RunningServer } from "./built-server.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A port that was free a moment ago may be somebody else's by now. */
const unlessTaken =
  (port: string) =>
  (error: unknown): undefined => {
    if (!String(error).includes(`port ${port}: it is already in use`)) throw error;
  };

describe("the started program", () => {
  it("says in one line where it is, who may call and with what, and answers a payment there", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder, arguments: ["--quiet"] });
      expect(server.stdout()).to.match(
        /^gateway-sandbox ready at http:\/\/127\.0\.0\.1:\d+ \(merchants TEST…, password sandbox\)\n$/,
      );
      const call = { order: "order-1", transaction: "1", body: pay() };
      expect((await clientOf(server.url, "TESTSTART").put(call)).status).to.equal(201);
      expect((await request(server.url).get("/healthz")).status).to.equal(200);
      expect((await request(server.url).get("/readyz")).status).to.equal(200);
      expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
      expect(await readdir(folder), "data folder").to.deep.equal([".sandbox"]);
      expect(server.stdout(), "nothing but the ready line").to.equal(server.readyLine);
    }));

  it("tells each request in a line of JSON behind the ready line", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder });
      await clientOf(server.url, "TESTSTART").put({ order: "order-1", transaction: "1", body: pay() });
      await server.stop();
      const [, line = ""] = server.stdout().split("\n");
      const told = {
        merchant: "TESTSTART",
        operation: "PAY",
        order: "order-1",
        status: 201,
        words: "APPROVED",
      };
      expect(JSON.parse(line)).to.include(told);
    }));

  const ports: Readonly<Record<string, (port: string) => Omit<Invocation, "folder">>> = {
    PORT: (port) => ({ environment: { PORT: port, SANDBOX_PORT: "" } }),
    "SANDBOX_PORT over PORT": (port) => ({ environment: { PORT: "1", SANDBOX_PORT: port } }),
    "--port over SANDBOX_PORT": (port) => ({
      environment: { SANDBOX_PORT: "1" },
      arguments: ["start", "--port", port],
    }),
  };
  for (const [name, invocationFor] of Object.entries(ports)) {
    it(`listens where ${name} says`, () =>
      inFolder(async (folder) => {
        const start = (port: string): Promise<RunningServer | undefined> =>
          startServer({ ...invocationFor(port), folder }).catch(unlessTaken(port));
        let [port, server] = ["", undefined as RunningServer | undefined];
        while (server === undefined) {
          port = String(await freePort());
          server = await start(port);
        }
        expect(server.url).to.equal(`http://127.0.0.1:${port}`);
        await server.stop();
      }));
  }

  it("starts in a container beside a service that is called sandbox, and says what it left out", () =>
    inFolder(async (folder) => {
      const environment = {
        PORT: "0",
        SANDBOX_PORT: "tcp://10.0.0.1:8620",
        SANDBOX_SERVICE_HOST: "10.0.0.1",
      };
      const server = await startServer({ folder, environment });
      await server.stop();
      const note = '"event":"variables-ignored","variables":"SANDBOX_PORT, SANDBOX_SERVICE_HOST"';
      expect(server.stderr()).to.contain(note);
    }));

  it("takes a free port for --port 0, another one for each", () =>
    inFolder(async (folder) => {
      const one = await startServer({ folder, arguments: ["--port", "0", "--data", "one"] });
      const other = await startServer({ folder, arguments: ["--port", "0", "--data", "other"] });
      expect(one.url).to.not.equal(other.url);
      await Promise.all([one.stop(), other.stop()]);
    }));

  it("prints the control token when it is bound beyond loopback, and only then", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder, environment: { SANDBOX_HOST: "0.0.0.0" } });
      const token = /, control token ([0-9a-f]{48})\)\n$/.exec(server.readyLine)?.[1] ?? "";
      const url = server.url.replace("0.0.0.0", "127.0.0.1");
      const exchanges = `${url}/_sandbox/v1/exchanges`;
      expect((await fetch(exchanges)).status).to.equal(401);
      const given = await fetch(exchanges, { headers: { Authorization: `Bearer ${token}` } });
      expect(given.status).to.equal(200);
      await server.stop();
    }));

  it("names an IPv6 address so that it can be used", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder, arguments: ["--host", "::1"] });
      expect(server.url).to.match(/^http:\/\/\[::1\]:\d+$/);
      expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
      await server.stop();
    }));

  it("reads .env under the environment, and flags over both", () =>
    inFolder(async (folder) => {
      const lines = ["SANDBOX_PASSWORD=from-env-file", "SANDBOX_DATA=from-env-file", "SANDBOX_MODE=observe"];
      await writeFile(join(folder, ".env"), lines.join("\n"));
      const server = await startServer({
        folder,
        environment: { SANDBOX_DATA: "from-environment", SANDBOX_MODE: "gateway" },
        arguments: ["--mode", "strict"],
      });
      expect(server.readyLine, "a secret from outside is hidden").to.contain(
        "password as SANDBOX_PASSWORD says)",
      );
      expect(await readdir(folder)).to.have.members([".env", "from-environment"]);
      const client = clientOf(server.url, "TESTSTART", "from-env-file");
      const response = await client.put({ order: "order-1", transaction: "1", body: pay() });
      expect((await client.why(response)).contract?.mode).to.equal("strict");
      await server.stop();
    }));

  it("says beyond loopback what is open, and hides every secret that came from outside", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder, arguments: ["--host", "0.0.0.0"] });
      expect(server.readyLine).to.match(/control token [0-9a-f]{48}\)\n$/);
      expect(await server.stop(), "stopped cleanly").to.deep.equal({ code: 0, signal: null });
      const told = server.stderr();
      expect(told).to.contain('"event":"default-password"').and.to.contain('"event":"no-tls"');
      const environment = {
        SANDBOX_PASSWORD: "hush-password",
        SANDBOX_CONTROL_TOKEN: "hush-token-of-many-letters",
      };
      const closed = await startServer({ folder, environment, arguments: ["--host", "0.0.0.0"] });
      await closed.stop();
      expect(closed.stderr()).to.not.contain("default-password");
      expect(closed.stdout()).to.contain(
        "password as SANDBOX_PASSWORD says, control token as SANDBOX_CONTROL_TOKEN says",
      );
      expect(closed.stdout() + closed.stderr()).to.not.contain("hush");
    }));

  it("does not show the passwords of a merchant file", () =>
    inFolder(async (folder) => {
      const merchants =
        "merchants: [{ id: ONE, passwords: [hush-1, hush-2] }, { id: TWO, passwords: [hush-3] }]";
      await writeFile(join(folder, "merchants.yaml"), merchants);
      const server = await startServer({ folder, arguments: ["--merchants", "merchants.yaml"] });
      expect(server.readyLine).to.contain("(merchants ONE, TWO, password as the merchant file says)");
      await server.stop();
      expect(server.stdout() + server.stderr()).to.not.contain("hush");
    }));

  it("explains every flag, its variable and default with --help, and starts nothing", () =>
    inFolder(async (folder) => {
      const help = run({ folder, arguments: ["--help"] });
      expect(await help.ended).to.deep.equal({ code: 0, signal: null });
      const words = help.stdout().replace(/\s+/g, " ");
      for (const { variable, fallback, meaning, rule } of Object.values(SETTINGS)) {
        const flag = `--${variable.slice("SANDBOX_".length).toLowerCase().replaceAll("_", "-")}`;
        const standard = fallback === undefined || fallback === "" ? "" : ` (default: ${fallback})`;
        expect(words, variable).to.contain(`${flag} ${meaning} ${variable}: ${rule}${standard} `);
      }
      expect([help.stderr(), await readdir(folder)]).to.deep.equal(["", []]);
    }));

  it("tells its version with --version", () =>
    inFolder(async (folder) => {
      const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
      const version = run({ folder, arguments: ["--version"] });
      expect((await version.ended).code).to.equal(0);
      expect(version.stdout()).to.equal(`${(JSON.parse(manifest) as { version: string }).version}\n`);
    }));
});
