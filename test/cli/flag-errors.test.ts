import { expect } from "chai";
import { COMMANDS } from "../../server/cli/commands.ts";
import type { Environment } from "../../server/sandbox/config.ts";
import { complaintOf, runCommand } from "./running-command.ts";

interface Case {
  readonly line: string;
  readonly environment?: Environment;
  readonly says: string;
}

const PORT = "must be a whole number from 0 to 65535";
const MODE = "must be one of strict, gateway, observe";

const CASES: readonly Case[] = [
  { line: "start --port 99999", says: `configuration: --port ${PORT}` },
  { line: "run --port 99999 -- true", says: `configuration: --port ${PORT}` },
  { line: "run --mode lax -- true", says: `configuration: --mode ${MODE}` },
  {
    line: "start --port 99999",
    environment: { SANDBOX_MODE: "lax" },
    says: `configuration: --port ${PORT}; SANDBOX_MODE ${MODE}`,
  },
  { line: "start", environment: { SANDBOX_PORT: "99999" }, says: `configuration: SANDBOX_PORT ${PORT}` },
  {
    line: "start --tls-port 8443",
    says: "configuration: --tls-port needs --tls-cert; --tls-port needs --tls-key",
  },
  {
    line: "start --port 1",
    environment: { SANDBOX_TLS_PORT: "8443" },
    says: "configuration: SANDBOX_TLS_PORT needs SANDBOX_TLS_CERT; SANDBOX_TLS_PORT needs SANDBOX_TLS_KEY",
  },
];

describe("what is wrong with a setting", () => {
  for (const { line, environment = {}, says } of CASES) {
    it(`is told by the name it was given by: ${line} with ${JSON.stringify(environment)}`, async () => {
      const [name = "", ...words] = line.split(" ");
      const command = COMMANDS.get(name);
      if (command === undefined) throw new Error(`unknown command ${name}`);
      const complaint = await complaintOf(runCommand(command, words, environment));
      expect(complaint.message).to.equal(says);
      expect(complaint.name).to.equal("ConfigError");
    });
  }
});
