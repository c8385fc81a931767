import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, run, startServer } from "./built-server.ts";

interface RefusedStart {
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Files to write first, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly code: 2 | 3;
  /** All of stderr, behind the program's name. */
  readonly says: string | RegExp;
}

const SCENARIO = "version: 1\nname: mine\nrulez: []\n";
const scenario = ["--scenario-folder", ".", "--scenarios"];

const CASES: Readonly<Record<string, RefusedStart>> = {
  "an unknown flag": {
    arguments: ["--prot", "1"],
    code: 2,
    says: "unknown flag --prot for start; did you mean --port?",
  },
  "an unknown command": {
    arguments: ["nothing"],
    code: 2,
    says: "unknown command 'nothing'; see --help",
  },
  "an argument too many": {
    arguments: ["start", "now"],
    code: 2,
    says: "'now' is one argument too many; see --help",
  },
  "a flag without its value": {
    arguments: ["--port"],
    code: 2,
    says: "Option '--port <value>' argument missing",
  },
  "a card number as an argument, without repeating it": {
    arguments: ["4111111111111111"],
    code: 2,
    says: "unknown command '411111xxxxxx1111'; see --help",
  },
  "a bad flag": {
    arguments: ["--port", "eighty"],
    code: 2,
    says: "configuration: --port must be a whole number from 0 to 65535",
  },
  "addresses of notifications that are none, without repeating them": {
    arguments: ["--notification-hosts", "http://x", "--notification-url", "https://user:word@host/"],
    code: 2,
    says:
      "configuration: --notification-url must be an https URL, or an http URL of this machine, " +
      "without a user name or secret in it; --notification-hosts must be comma-separated host names or addresses as " +
      "in URLs, without scheme or port",
  },
  "bad variables, all at once": {
    environment: { SANDBOX_MODE: "lax", SANDBOX_CLOCK: "noon", SANDBOX_SEDE: "7" },
    code: 2,
    says:
      "configuration: SANDBOX_SEDE is not a known setting; " +
      "SANDBOX_MODE must be one of strict, gateway, observe; " +
      "SANDBOX_CLOCK must be a time such as 2030-01-31T12:00:00Z",
  },
  "a bad variable in .env": {
    files: { ".env": "SANDBOX_MODE=lax" },
    code: 2,
    says: "configuration: SANDBOX_MODE must be one of strict, gateway, observe",
  },
  "a .env that is a folder": {
    files: { ".env/file": "" },
    code: 2,
    says: "configuration: .env cannot be read",
  },
  "a broken scenario file": {
    arguments: [...scenario, "mine"],
    files: { "mine.yaml": SCENARIO },
    code: 2,
    says: './mine.yaml:3:1 unknown key "rulez"; did you mean "rules"?',
  },
  "a scenario that is not there": {
    arguments: [...scenario, "other"],
    files: { "mine.yaml": "version: 1\n" },
    code: 2,
    says: '.: there is no scenario "other" (known: mine)',
  },
  "a scenario folder that is not there": {
    arguments: ["--scenario-folder", "nowhere"],
    code: 2,
    says: /^nowhere: the folder cannot be read: .*ENOENT/,
  },
  "a data folder that is a file": {
    arguments: ["--data", "taken"],
    files: { taken: "" },
    code: 3,
    says: "the data folder taken is a file; name a folder",
  },
  "a data folder below a file": {
    arguments: ["--data", "taken/below"],
    files: { taken: "" },
    code: 3,
    says: /^the data folder taken\/below cannot be used: ENOTDIR/,
  },
  "a data folder where none can be made": {
    arguments: ["--data", "/proc/none/below"],
    code: 3,
    says: /^the data folder \/proc\/none\/below cannot be used: E/,
  },
  "a host that is not ours": {
    arguments: ["--host", "203.0.113.9", "--port", "0"],
    code: 3,
    says: "cannot listen on 203.0.113.9 port 0: the host is not an address of this machine",
  },
};

describe("a start that is refused", () => {
  for (const [name, { files = {}, code, says, ...invocation }] of Object.entries(CASES)) {
    it(`tells of ${name} in a sentence and ends with ${code}`, () =>
      inFolder(async (folder) => {
        for (const [file, content] of Object.entries(files)) {
          await mkdir(join(folder, file, ".."), { recursive: true });
          await writeFile(join(folder, file), content);
        }
        const program = run({ ...invocation, folder });
        expect(await program.ended).to.deep.equal({ code, signal: null });
        expect(program.stdout()).to.equal("");
        const [, sentence] = /^gateway-sandbox: (.*)\n$/.exec(program.stderr()) ?? [];
        if (typeof says === "string") expect(sentence, program.stderr()).to.equal(says);
        else expect(sentence, program.stderr()).to.match(says);
      }));
  }

  it("tells of a port that is taken, and lets the data folder go", () =>
    inFolder(async (folder) => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const port = String((other.address() as AddressInfo).port);
      const program = run({ folder, arguments: ["--port", port] });
      expect((await program.ended).code).to.equal(3);
      expect(program.stderr()).to.equal(
        `gateway-sandbox: cannot listen on 127.0.0.1 port ${port}: ` +
          "it is already in use; choose another with --port, or 0 for a free one\n",
      );
      const left = await readdir(join(folder, ".sandbox"));
      expect(left.filter((file) => file.startsWith("lock"))).to.deep.equal([]);
      other.close();
    }));

  it("tells of a data folder that another sandbox uses, and leaves that one alone", () =>
    inFolder(async (folder) => {
      const first = await startServer({ folder });
      const second = run({ folder, arguments: ["--port", "0"] });
      expect((await second.ended).code).to.equal(3);
      expect(second.stderr()).to.equal(
        `gateway-sandbox: the data folder .sandbox is in use by process ${first.pid}; ` +
          "stop it, or choose another folder\n",
      );
      expect((await fetch(`${first.url}/readyz`)).status).to.equal(200);
      await first.stop();
    }));
});
