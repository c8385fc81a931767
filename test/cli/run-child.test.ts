import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { catchSignals, runChild } from "../../server/cli/run/child.ts";
import type { ChildEnd } from "../../server/cli/run/child.ts";

/** Says in a file who it is when it is ready, as what it prints goes to the terminal. */
const READY = 'const { renameSync, writeFileSync } = require("node:fs");';
const HERE = 'writeFileSync(file + "~", String(process.pid)); renameSync(file + "~", file);';
const program = (before: string): string => `${READY} const [, file] = process.argv;
  ${before} ${HERE} setInterval(() => {}, 1000);`;

const ENDS = program("");
const STAYS = program('for (const it of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(it, () => {});');
const ENDS_WELL = program(
  'for (const it of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(it, () => process.exit(0));',
);

/** What has ended and waits for somebody to take it away does nothing any more. */
const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return existsSync("/proc/self") ? false : process.kill(pid, 0);
  }
};

describe("the command of a run, and a signal", () => {
  let folder: string;
  let source: EventEmitter;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "run-child-"));
    source = new EventEmitter();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const pidOf = async (name: string): Promise<number> => {
    for (;;) {
      const text = await readFile(join(folder, name), "utf8").catch(() => "");
      if (text !== "") return Number(text);
      await pause(5);
    }
  };
  const run = (file: string, given: readonly string[], graceMs: number): Promise<ChildEnd> => {
    const signals = catchSignals(source, false);
    return runChild(
      { file, arguments: given, environment: process.env },
      { signals, graceMs, isOnTerminal: false },
    );
  };
  const node = (text: string, graceMs = 20_000): Promise<ChildEnd> =>
    run(process.execPath, ["-e", text, join(folder, "pid")], graceMs);
  /** A shell that has started two programs, and ends by any signal at once. */
  const shell = (text: string, graceMs: number): Promise<ChildEnd> => {
    const one = (name: string): string => `"$0" -e "$1" "$2/${name}" &`;
    const script = `${one("first")} ${one("second")} wait`;
    return run("sh", ["-c", script, process.execPath, text, folder], graceMs);
  };

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    for (const [what, text] of [
      ["ends by it", ENDS],
      ["ends well all the same", ENDS_WELL],
    ] as const) {
      it(`gets ${signal}, and the code is ${code} when it ${what}`, async () => {
        const ended = node(text);
        const pid = await pidOf("pid");
        source.emit(signal, signal);
        expect(await ended).to.deep.equal({ code, fault: undefined });
        expect(isAlive(pid)).to.equal(false);
      });
    }
  }

  it("is killed when it goes on for too long", async () => {
    const ended = node(STAYS, 200);
    const pid = await pidOf("pid");
    source.emit("SIGTERM", "SIGTERM");
    expect(await ended).to.deep.equal({ code: 143, fault: undefined });
    expect(isAlive(pid)).to.equal(false);
  });

  for (const [what, text, graceMs] of [
    ["ends", ENDS, 20_000],
    ["is killed", STAYS, 200],
  ] as const) {
    it(`leaves nothing behind of what it has started: that ${what}`, async () => {
      const ended = shell(text, graceMs);
      const pids = await Promise.all(["first", "second"].map(pidOf));
      source.emit("SIGTERM", "SIGTERM");
      expect((await ended).code).to.equal(143);
      expect(pids.filter(isAlive)).to.deep.equal([]);
    });
  }

  it("is not started when the signal was there before it", async () => {
    const signals = catchSignals(source, false);
    source.emit("SIGTERM", "SIGTERM");
    const command = { file: "there-is-no-such-command", arguments: [], environment: {} };
    expect(await runChild(command, { signals, graceMs: 0, isOnTerminal: false })).to.deep.equal({
      code: 143,
      fault: undefined,
    });
  });

  it("is left the interrupt of a terminal, which it gets itself", () => {
    const signals = catchSignals(source, true);
    source.emit("SIGINT", "SIGINT");
    expect(signals.first()).to.equal(undefined);
    source.emit("SIGTERM", "SIGTERM");
    expect(signals.first()).to.equal("SIGTERM");
    signals.release();
    expect(source.eventNames()).to.deep.equal([]);
  });
});
