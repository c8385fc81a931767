import { expect } from "chai";
import { readArguments } from "../../server/cli/arguments.ts";
import { UsageError } from "../../server/cli/usage-error.ts";

const read = (line: string): ReturnType<typeof readArguments> =>
  readArguments(line.split(" ").filter(Boolean), { SANDBOX_PORT: "1", OTHER: "x" });

describe("the command line", () => {
  const starts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "": { SANDBOX_PORT: "1", OTHER: "x" },
    start: { SANDBOX_PORT: "1", OTHER: "x" },
    "start --port 2": { SANDBOX_PORT: "2", OTHER: "x" },
    "--port 2 start": { SANDBOX_PORT: "2", OTHER: "x" },
    "--port 2 --port 3": { SANDBOX_PORT: "3", OTHER: "x" },
    "--tls-client-ca ca.crt": { SANDBOX_PORT: "1", OTHER: "x", SANDBOX_TLS_CLIENT_CA: "ca.crt" },
  };
  for (const [line, environment] of Object.entries(starts)) {
    it(`takes '${line}' as a start, flags over the environment`, () => {
      expect(read(line)).to.deep.equal({ command: "start", environment });
    });
  }

  it("takes every flag of certificates, and its standard values", () => {
    const line =
      "certificates --host a.test --out made --merchant A --host ::1 --merchant B --merchant A --revoke c";
    expect(read(line)).to.deep.equal({
      command: "certificates",
      wish: { folder: "made", hosts: ["a.test", "::1"], merchants: ["A", "B"], revoke: ["c"] },
    });
    expect(read("certificates")).to.deep.equal({
      command: "certificates",
      wish: { folder: "certificates", hosts: [], merchants: [], revoke: [] },
    });
  });

  const refused: Readonly<Record<string, string>> = {
    check: "there is no command 'check'; see --help",
    constructor: "there is no command 'constructor'; see --help",
    "start now": "'now' is too much; see --help",
    "start --revoke x": "'--revoke' is no flag of start; see --help",
    "certificates --port 1": "'--port' is no flag of certificates; see --help",
    "certificates --merchant A/B": "'A/B' is no merchant id",
    "certificates --merchant 5123450000000008": "'5123450000000008' is no merchant id",
    "certificates --host a_b": "'a_b' is no host name and no address",
    "--prot 1": "Unknown option '--prot'",
  };
  for (const [line, says] of Object.entries(refused)) {
    it(`refuses '${line}' in one sentence`, () => {
      expect(() => read(line))
        .to.throw(UsageError)
        .with.property("message", says);
    });
  }
});
