import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";

const ROOT = new URL("../../", import.meta.url);

async function done(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${script}/main.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, TEST_CHROMIUM: "/nowhere/chromium" },
  });
  const told = { out: "", err: "" };
  child.stdout.on("data", (part: Buffer) => (told.out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (told.err += part.toString()));
  await once(child, "close");
  return { code: child.exitCode, ...told };
}

describe("the repository's own scripts", function () {
  this.timeout(60_000);
  for (const script of ["bench", "corpus", "fuzz", "screenshots", "soak"]) {
    it(`say how ${script} is used, and of an option that they do not know which one it is`, async () => {
      const [help, slip] = await Promise.all([done(script, "--help"), done(script, "--no-such-option")]);
      expect(help).to.deep.include({ code: 0, err: "" });
      expect(help.out).to.match(/^usage: npm run /);
      expect(slip).to.deep.include({ code: 2, out: "" });
      expect(slip.err).to.match(/^Unknown option '--no-such-option'.*\nusage: npm run /);
    });
  }

  it("say what to install where screenshots finds no browser", async () => {
    expect(await done("screenshots")).to.deep.equal({
      code: 2,
      out: "",
      err: "There is no browser at /nowhere/chromium; install it with: apt-get install chromium-headless-shell\n",
    });
  });
});
