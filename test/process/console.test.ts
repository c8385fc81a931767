import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { open, readToEnd } from "../http/raw-http.ts";
import { inFolder, MAIN } from "./built-server.ts";

type Line = Readonly<Record<string, unknown>>;

/** So that a test that fails leaves none behind. */
const alive: ChildProcess[] = [];

const READY = /^gateway-sandbox ready at (http:\S+) /;

interface Streams {
  readonly out?: number | "pipe";
  readonly err?: "ignore" | "pipe";
}

/** A start whose lines go to a pipe, or to the file, and nobody reads them unless a test does. */
async function started(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  { out = "pipe", err = "ignore" }: Streams = {},
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<unknown[]> }> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: { PATH: process.env["PATH"], SANDBOX_PORT: "0", ...environment },
    stdio: ["ignore", out, err],
  });
  alive.push(child);
  await once(child, "spawn");
  return { child, ended: once(child, "exit") };
}

/** The first line, which says where it is; nothing behind it is read. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  const [chunk] = (await once(stdout ?? process.stdin, "data")) as [Buffer];
  stdout?.pause();
  return READY.exec(chunk.toString())?.[1] ?? "";
}

const ASK = "GET /api/rest/version/100/information HTTP/1.1\r\nHost: localhost\r\n";
/** How many requests follow each other on a connection, whose last one closes it, and how many connections there are. */
const IN_A_ROW = 100;
const CALLERS = 16;

/** Asks so often, and counts the answers that came. */
async function asked(url: string, times: number): Promise<number> {
  let [sent, answered] = [0, 0];
  const ask = async (): Promise<void> => {
    while (sent < times) {
      const count = Math.min(IN_A_ROW, times - sent);
      sent += count;
      const socket = await open(url);
      socket.write(`${`${ASK}\r\n`.repeat(count - 1)}${ASK}Connection: close\r\n\r\n`);
      const answers = await readToEnd(socket);
      answered += answers.split("HTTP/1.1 200 OK\r\n").length - 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, ask));
  return answered;
}

const linesIn = (printed: string): readonly Line[] =>
  printed
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

const MANY = 20_000;

describe("the lines of a start outside a terminal", () => {
  afterEach(() => {
    for (const child of alive.splice(0)) child.kill("SIGKILL");
  });

  it("hold nobody up when they go to a pipe that nobody reads, neither requests nor an end", () =>
    inFolder(async (folder) => {
      const { child, ended } = await started(folder);
      expect(await asked(await addressOf(child), MANY)).to.equal(MANY);
      child.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
    }));

  it("say how many were left out as soon as somebody reads, and go on", () =>
    inFolder(async (folder) => {
      const { child, ended } = await started(folder);
      const url = await addressOf(child);
      await asked(url, MANY);
      const all = text(child.stdout ?? process.stdin);
      await asked(url, 10);
      child.kill("SIGTERM");
      await ended;
      const lines = linesIn(await all);
      const leftOut = lines
        .filter(({ event }) => event === "lines-left-out")
        .map(({ count }) => Number(count));
      const shown = lines.filter(({ event }) => event === undefined).length;
      expect(shown + leftOut.reduce((sum, count) => sum + count, 0)).to.equal(MANY + 10);
      expect(leftOut[0]).to.be.greaterThan(MANY / 2);
    }));

  it("all reach a file, also the last ones before an end", () =>
    inFolder(async (folder) => {
      const file = join(folder, "out.txt");
      const out = openSync(file, "a");
      const { child, ended } = await started(folder, {}, { out });
      closeSync(out);
      while (!READY.test(readFileSync(file, "utf8"))) await new Promise(setImmediate);
      expect(await asked(READY.exec(readFileSync(file, "utf8"))?.[1] ?? "", 500)).to.equal(500);
      child.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
      expect(linesIn(readFileSync(file, "utf8")).map(({ status }) => status)).to.deep.equal(
        Array(500).fill(200),
      );
    }));

  it("end when their reader has gone, and the sandbox does not", () =>
    inFolder(async (folder) => {
      const { child, ended } = await started(folder);
      const url = await addressOf(child);
      child.stdout?.destroy();
      expect(await asked(url, 1_000)).to.equal(1_000);
      child.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
    }));

  it("are none when the process says nothing at all", () =>
    inFolder(async (folder) => {
      const { child, ended } = await started(folder, { SANDBOX_LOG_LEVEL: "silent" });
      const url = await addressOf(child);
      const rest = text(child.stdout ?? process.stdin);
      await asked(url, 10);
      child.kill("SIGTERM");
      await ended;
      expect(await rest).to.equal("");
    }));
});

describe("the log on standard error", () => {
  afterEach(() => {
    for (const child of alive.splice(0)) child.kill("SIGKILL");
  });

  const logging = async (folder: string) => {
    const environment = { SANDBOX_ACCESS_LOG: "on" };
    const { child, ended } = await started(folder, environment, { err: "pipe" });
    const url = await addressOf(child);
    child.stdout?.resume();
    return { child, ended, url };
  };

  it("holds nobody up when nobody reads it, neither payments nor an end", () =>
    inFolder(async (folder) => {
      const { child, ended, url } = await logging(folder);
      expect(await asked(url, MANY)).to.equal(MANY);
      child.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
    }));

  it("counts the lines that found no room, so that none is missing without a word", () =>
    inFolder(async (folder) => {
      const { child, ended, url } = await logging(folder);
      await asked(url, MANY);
      const all = text(child.stderr ?? process.stdin);
      await asked(url, 10);
      child.kill("SIGTERM");
      await ended;
      const lines = linesIn(await all);
      const [leftOut] = lines.filter(({ event }) => event === "lines-left-out");
      expect(leftOut).to.have.keys("time", "level", "event", "count");
      const shown = lines.filter(({ event }) => event === "exchange" || event === "stopping").length;
      // The last line says that it stops, and finds room or not.
      expect(shown + Number(leftOut?.["count"])).to.equal(MANY + 10 + 1);
      expect(leftOut?.["count"]).to.be.greaterThan(MANY / 2);
    }));

  it("may lose its reader, and the sandbox goes on", () =>
    inFolder(async (folder) => {
      const { child, ended, url } = await logging(folder);
      child.stderr?.destroy();
      expect(await asked(url, 1_000)).to.equal(1_000);
      child.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
    }));
});

describe("a start in a terminal", () => {
  afterEach(() => {
    for (const child of alive.splice(0)) child.kill("SIGKILL");
  });

  const headers = { Authorization: `Basic ${Buffer.from("merchant.TESTSHOP:wrong").toString("base64")}` };

  /** What stands on the terminal, with all its streams, once a client with a wrong password got so many answers. */
  const shown = (times: number, flags: string, last: RegExp): Promise<string> =>
    inFolder(async (folder) => {
      const command = `exec "${process.execPath}" "${MAIN}" ${flags}`;
      const terminal = spawn("script", ["-qefc", command, "/dev/null"], {
        cwd: folder,
        env: { PATH: process.env["PATH"], SANDBOX_PORT: "0", SHELL: "/bin/sh" },
        stdio: ["ignore", "pipe", "ignore"],
      });
      alive.push(terminal);
      let text = "";
      terminal.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      const seen = async (sign: RegExp): Promise<void> => {
        while (!sign.test(text)) await once(terminal.stdout, "data");
      };
      await seen(READY);
      const url = `${READY.exec(text)?.[1] ?? ""}/api/rest/version/100/merchant/TESTSHOP/order/1`;
      for (let time = 0; time < times; time += 1) await (await fetch(url, { headers })).text();
      await seen(last);
      const ended = once(terminal, "exit");
      terminal.kill("SIGTERM");
      await ended;
      return text;
    });

  it("tells a wrong password once, in the line of the request", async () => {
    expect(await shown(1, "", /401 Invalid .* ms/))
      .to.not.contain("wrong-password")
      .and.not.contain('{"');
  });

  it("warns of many wrong passwords beside the lines of their requests", async () => {
    const told = await shown(8, "", /(401 Invalid [^]*){8} ms/);
    expect(told).to.match(/warn\S* {2}wrong-password {2}merchant TESTSHOP .*attempts 8/);
  });

  it("warns of the first one where requests have no lines", async () => {
    const warning = /warn\S* {2}wrong-password {2}merchant TESTSHOP .*attempts 1/;
    expect(await shown(1, "--quiet", warning)).to.not.contain("401 Invalid");
  });

  it("tells events as JSON with --log json", async () => {
    const told = linesIn((await shown(1, "--log json", /"status":401/)).replaceAll("\r", ""));
    expect(told.map(({ event }) => event)).to.include("wrong-password");
  });
});
