import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigError, readConfig, serviceVariables, withSecretFiles } from "../server/sandbox/config.ts";
import { SETTINGS } from "../server/sandbox/settings/settings.ts";
import type { Environment } from "../server/sandbox/config.ts";
import { envExample } from "../scripts/docs/env-example.ts";

describe("configuration", () => {
  it("is documented in .env.example, every variable with its meaning and default (npm run docs)", async () => {
    const file = await readFile(new URL("../.env.example", import.meta.url), "utf8");
    expect(file).to.equal(envExample());
    for (const { variable, meaning } of Object.values(SETTINGS))
      expect(meaning, variable).to.match(/^\S.*\.$/);
  });

  it("has a default for everything that needs one", () => {
    expect(readConfig({})).to.include({ host: "127.0.0.1", port: 8620, mode: "strict", versions: "merged" });
  });

  it("takes PORT, and SANDBOX_PORT over it", () => {
    expect(readConfig({ PORT: "9000" }).port).to.equal(9000);
    expect(readConfig({ PORT: "9000", SANDBOX_PORT: "9001" }).port).to.equal(9001);
  });

  it("takes an empty variable as one that is not set", () => {
    expect(readConfig({ SANDBOX_MODE: "", SANDBOX_MERCHANTS: "" })).to.include({ mode: "strict" });
  });

  it("leaves out what orchestrators set for a service that is called sandbox", () => {
    const addresses = {
      SANDBOX_SERVICE_HOST: "10.0.0.1",
      SANDBOX_SERVICE_PORT: "8620",
      SANDBOX_SERVICE_PORT_HTTP: "8620",
      SANDBOX_PORT: "tcp://10.0.0.1:8620",
      SANDBOX_PORT_8620_TCP: "tcp://10.0.0.1:8620",
      SANDBOX_PORT_8620_TCP_PROTO: "tcp",
      SANDBOX_PORT_8620_TCP_PORT: "8620",
      SANDBOX_PORT_8620_TCP_ADDR: "10.0.0.1",
      SANDBOX_TLS_SERVICE_HOST: "10.0.0.2",
      SANDBOX_TLS_PORT: "tcp://10.0.0.2:8643",
      SANDBOX_TLS_PORT_8643_TCP: "tcp://10.0.0.2:8643",
    };
    expect(readConfig({ ...addresses, PORT: "9000" })).to.include({ port: 9000, tlsPort: undefined });
    expect(serviceVariables(addresses)).to.have.members(Object.keys(addresses));
    expect(serviceVariables({ SANDBOX_PORT: "8620", SANDBOX_HOST: "::" })).to.deep.equal([]);
  });

  const faulty: readonly (readonly [Environment, string])[] = [
    [{ SANDBOX_PORT: "eighty" }, "SANDBOX_PORT must be a whole number from 0 to 65535"],
    [{ SANDBOX_PORT: "70000" }, "SANDBOX_PORT must be a whole number from 0 to 65535"],
    [{ SANDBOX_MODE: "lax" }, "SANDBOX_MODE must be one of strict, gateway, observe"],
    [{ SANDBOX_VERSIONS: "all" }, "SANDBOX_VERSIONS must be one of merged, exact"],
    [{ SANDBOX_CLOCK: "noon" }, "SANDBOX_CLOCK must be a time such as 2030-01-31T12:00:00Z"],
    [{ SANDBOX_LOG_LEVEL: "loud" }, "SANDBOX_LOG_LEVEL must be one of error, warn, info, silent"],
    [{ SANDBOX_JOURNAL_SIZE: "-1" }, "SANDBOX_JOURNAL_SIZE must be a whole number"],
    [{ SANDBOX_SEDE: "7" }, "SANDBOX_SEDE is not a known setting"],
    [{ SANDBOX_TLS_PORT: "0", SANDBOX_TLS_CERT: "a" }, "SANDBOX_TLS_PORT needs SANDBOX_TLS_KEY"],
    [{ SANDBOX_TLS_PORT: "0", SANDBOX_TLS_KEY: "a" }, "SANDBOX_TLS_PORT needs SANDBOX_TLS_CERT"],
    [{ SANDBOX_TLS_CERT: "a" }, "SANDBOX_TLS_CERT needs SANDBOX_TLS_PORT"],
    [{ SANDBOX_TLS_KEY: "a" }, "SANDBOX_TLS_KEY needs SANDBOX_TLS_PORT"],
    [{ SANDBOX_TLS_CLIENT_CA: "a" }, "SANDBOX_TLS_CLIENT_CA needs SANDBOX_TLS_PORT"],
    [{ SANDBOX_TLS_CRL: "a" }, "SANDBOX_TLS_CRL needs SANDBOX_TLS_CLIENT_CA"],
    [{ SANDBOX_CONTROL_TOKEN: "fifteen letters" }, "SANDBOX_CONTROL_TOKEN must be a secret of at least 16"],
    [{ SANDBOX_TRUSTED_PROXIES: "proxy.example" }, "SANDBOX_TRUSTED_PROXIES must be comma-separated IP"],
    [{ SANDBOX_TRUSTED_PROXIES: "10.0.0.0/33" }, "SANDBOX_TRUSTED_PROXIES must be comma-separated IP"],
    [{ SANDBOX_METRICS: "on" }, "SANDBOX_METRICS must be one of token, open, off"],
    [{ SANDBOX_JOURNAL_ROTATE: "4096" }, "SANDBOX_JOURNAL_ROTATE must be a whole number of bytes"],
    [{ SANDBOX_JOURNAL_ROTATE: "1 MiB" }, "SANDBOX_JOURNAL_ROTATE must be a whole number of bytes"],
    [{ SANDBOX_JOURNAL_ROTATE: "9999999" }, "SANDBOX_JOURNAL_ROTATE needs SANDBOX_JOURNAL"],
    [{ SANDBOX_NOTIFICATIONS: "yes" }, "SANDBOX_NOTIFICATIONS must be one of off, on"],
    [
      { SANDBOX_NOTIFICATION_URL: "http://shop.example/hook" },
      "SANDBOX_NOTIFICATION_URL must be an https URL",
    ],
    [
      { SANDBOX_NOTIFICATION_URL: "http://127.0.0.1.shop.example/" },
      "SANDBOX_NOTIFICATION_URL must be an https URL",
    ],
    [{ SANDBOX_NOTIFICATION_URL: "https://user@host/" }, "SANDBOX_NOTIFICATION_URL must be an https URL"],
    [{ SANDBOX_NOTIFICATION_URL: "https://host/?pin=4321" }, "SANDBOX_NOTIFICATION_URL must be an https URL"],
    [{ SANDBOX_NOTIFICATION_HOSTS: "http://x" }, "SANDBOX_NOTIFICATION_HOSTS must be comma-separated host"],
    [{ SANDBOX_NOTIFICATION_HOSTS: "a.example,b:80" }, "SANDBOX_NOTIFICATION_HOSTS must be comma-separated"],
    [{ SANDBOX_OTLP_TRACES_ENDPOINT: "collector:4318" }, "SANDBOX_OTLP_TRACES_ENDPOINT must be an http"],
    [{ SANDBOX_OTLP_TRACES_ENDPOINT: "https://me:secret@collector/" }, "without a user name in it"],
    [{ SANDBOX_OTLP_HEADERS: "X-Key=a" }, "SANDBOX_OTLP_HEADERS needs SANDBOX_OTLP_TRACES_ENDPOINT"],
    [{ SANDBOX_OTLP_HEADERS: "X-Key" }, "SANDBOX_OTLP_HEADERS must be comma-separated name=value pairs"],
    [{ SANDBOX_OTLP_HEADERS: "X-Key=%zz" }, "with values percent-encoded"],
    [{ SANDBOX_NOTIFICATION_SECRET: "two words" }, "SANDBOX_NOTIFICATION_SECRET must be visible ASCII"],
    [
      { SANDBOX_NOTIFICATION_RETRIES: "5,soon" },
      "SANDBOX_NOTIFICATION_RETRIES must be comma-separated seconds",
    ],
    [
      { SANDBOX_NOTIFICATION_RETRIES: "86401" },
      "SANDBOX_NOTIFICATION_RETRIES must be comma-separated seconds",
    ],
    [
      { SANDBOX_NOTIFICATION_RETRIES: "1,".repeat(20) + "1" },
      "SANDBOX_NOTIFICATION_RETRIES must be comma-separated",
    ],
  ];
  for (const [environment, message] of faulty) {
    it(`refuses ${JSON.stringify(environment)} in one sentence`, () => {
      expect(() => readConfig(environment)).to.throw(ConfigError, message);
    });
  }

  it("reads the schedule of retries in seconds, and none for one attempt only", () => {
    const read = (text: string): unknown =>
      readConfig({ SANDBOX_NOTIFICATION_RETRIES: text }).notificationRetries;
    expect(["", "0.5, 30", "none"].map(read)).to.deep.equal([[5_000, 30_000, 300_000], [500, 30_000], []]);
  });

  it("takes a notification address of this machine, and any by https", () => {
    const read = (text: string): unknown => readConfig({ SANDBOX_NOTIFICATION_URL: text }).notificationUrl;
    const urls = ["http://localhost:9000/a", "http://[::1]/", "http://127.0.0.2", "https://shop.example/a"];
    expect(urls.map(read)).to.deep.equal(urls);
  });

  it("takes hosts of notifications by name and address, parted by commas", () => {
    const read = (text: string): unknown =>
      readConfig({ SANDBOX_NOTIFICATION_HOSTS: text }).notificationHosts;
    expect(read(" Hooks.example, 10.0.0.1,fd00::1,")).to.deep.equal(["Hooks.example", "10.0.0.1", "fd00::1"]);
    expect(read("")).to.deep.equal([]);
  });

  it("names everything that is wrong at once", () => {
    const read = (): unknown => readConfig({ SANDBOX_PORT: "x", SANDBOX_MODE: "y" });
    expect(read).to.throw(ConfigError, /SANDBOX_PORT .*; SANDBOX_MODE /);
  });
});

describe("secrets in files", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "secrets-"));
    writeFileSync(join(folder, "token"), "a token out of a file\n");
    writeFileSync(join(folder, "empty"), "\n");
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("takes what stands in the file, without the line break at its end", () => {
    const read = withSecretFiles({
      SANDBOX_CONTROL_TOKEN_FILE: join(folder, "token"),
      SANDBOX_PASSWORD_FILE: "",
    });
    expect(readConfig(read).controlToken).to.equal("a token out of a file");
  });

  for (const [what, file, environment, says] of [
    ["that is not there", "none", {}, "the file that SANDBOX_PASSWORD_FILE names cannot be read"],
    ["that is empty", "empty", {}, "the file that SANDBOX_PASSWORD_FILE names is empty"],
    [
      "beside the variable",
      "token",
      { SANDBOX_PASSWORD: "x" },
      "set SANDBOX_PASSWORD or SANDBOX_PASSWORD_FILE, not both",
    ],
  ] as const) {
    it(`refuses a file ${what}`, () => {
      const given = { ...environment, SANDBOX_PASSWORD_FILE: join(folder, file) };
      expect(() => withSecretFiles(given)).to.throw(ConfigError, says);
    });
  }

  it("knows of no file for what is no secret", () => {
    const read = withSecretFiles({ SANDBOX_MODE_FILE: join(folder, "token") });
    expect(() => readConfig(read)).to.throw(ConfigError, "SANDBOX_MODE_FILE is not a known setting");
  });
});
