import { expect } from "chai";
import { commandHelp, helpText, readArguments } from "../../server/cli/kernel/arguments.ts";
import { readCertificateOptions } from "../../server/cli/certificates/options.ts";
import type { Command, Invocation } from "../../server/cli/kernel/command.ts";
import { COMMANDS } from "../../server/cli/commands.ts";
import { settingsOf } from "../../server/cli/start/command.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";

const read = (line: string): ReturnType<typeof readArguments> =>
  readArguments(line.split(" ").filter(Boolean), { SANDBOX_PORT: "1", OTHER: "x" }, COMMANDS);

/** What a command that is to be run was given. */
function invoked(line: string): { readonly command: Command; readonly invocation: Invocation } {
  const asked = read(line);
  if (asked.kind !== "run") throw new Error(`'${line}' runs nothing`);
  return asked;
}

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
      const { command, invocation } = invoked(line);
      expect(command).to.equal(COMMANDS.get("start"));
      expect(settingsOf(invocation)).to.deep.equal(environment);
    });
  }

  it("takes every flag of certificates, and its standard values", () => {
    const line =
      "certificates --host a.test --out made --merchant A --host ::1 --merchant B --merchant A --revoke c";
    expect(readCertificateOptions(invoked(line).invocation.given)).to.deep.equal({
      ...{ folder: "made", hosts: ["a.test", "::1"], merchants: ["A", "B"], revoke: ["c"] },
    });
    expect(readCertificateOptions(invoked("certificates").invocation.given)).to.deep.equal({
      ...{ folder: "certificates", hosts: [], merchants: [], revoke: [] },
    });
  });

  const refused: Readonly<Record<string, string>> = {
    nothing: "unknown command 'nothing'; see --help",
    startt: "unknown command 'startt'; did you mean 'start'?",
    constructor: "unknown command 'constructor'; see --help",
    "orders TESTSHOP": "'TESTSHOP' is one argument too many; did you mean --merchant TESTSHOP?",
    "orders TESTSHOP o-1": "'TESTSHOP o-1' is one argument too many; see --help",
    "start now": "'now' is one argument too many; see --help",
    "start --revoke x": "unknown flag --revoke for start; see --help",
    "start -p 1": "unknown flag --p for start; see --help",
    "certificates --port 1": "unknown flag --port for certificates; see --help",
    "certificates --merchant A/B": "'A/B' is not a valid merchant id",
    "certificates --merchant 5123450000000008": "'5123450000000008' is not a valid merchant id",
    "certificates --host a_b": "'a_b' is not a valid host name or address",
    "--prt 1": "unknown flag --prt for start; did you mean --port?",
    "--port": "Option '--port <value>' argument missing",
  };
  for (const [line, says] of Object.entries(refused)) {
    it(`refuses '${line}' in one sentence`, () => {
      expect(() => readCertificateOptions(invoked(line).invocation.given))
        .to.throw(UsageError)
        .with.property("message", says);
    });
  }

  it("shows the flags of run before the command that it runs", () => {
    const command = COMMANDS.get("run");
    if (command === undefined) throw new Error("there is no run");
    expect(commandHelp("run", command)).to.include("gateway-sandbox run [flags] -- command [arguments]\n");
  });

  it("shows the defaults that run has, where they are not those of start", () => {
    const helpOf = (name: string): string => {
      const flags = COMMANDS.get("run")?.flags ?? [];
      return flags.find((flag) => flag.name === name)?.help ?? "";
    };
    const defaults = {
      port: "0, a free one",
      data: "a temporary folder",
      "log-level": "warn",
      watch: "off",
      "journal-size": "100000",
      mode: "strict",
    };
    for (const [name, standard] of Object.entries(defaults))
      expect(helpOf(name), name).to.match(new RegExp(` \\(default: ${standard}\\)$`));
  });

  for (const [name, command] of COMMANDS) {
    it(`shows the flags of ${name} in columns that do not run together`, () => {
      const lines = commandHelp(name, command).split("\n");
      for (const flag of command.flags) {
        const line = lines.find((text) => text.startsWith(`  --${flag.name} `));
        expect(line, flag.name).to.match(/^ {2}--[a-z-]+ {2,}\S/);
      }
    });
  }

  it("shows the flags of a start in columns that do not run together", () => {
    const lines = helpText(COMMANDS)
      .split("\n")
      .filter((line) => line.includes("SANDBOX_"));
    expect(lines.length).to.be.greaterThan(20);
    const places = lines.map((line) => /^( {2}--[a-z-]+ {2,})(SANDBOX_[A-Z_]+ {2,})\S/.exec(line));
    expect(new Set(places.map((place) => place?.[1]?.length)).size).to.equal(1);
    expect(new Set(places.map((place) => place?.[2]?.length)).size).to.equal(1);
  });
});
