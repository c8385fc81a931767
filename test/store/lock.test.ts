import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { StoreLocked, StoreUnavailable } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, KEY, refusalOf } from "./sample-orders.ts";
import { startProcess, type StartedProcess } from "./started-process.ts";

describe("the lock of a data folder", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
  });

  afterEach(() => folder.dispose());

  /** The name of a lock file as this process makes it, with some of its parts otherwise. */
  async function lockName(
    change: (parts: { pid: string; start: string; host: string }) => object,
  ): Promise<string> {
    const store = await folder.open();
    const [name = ""] = await folder.names("lock");
    await store.close();
    const [, pid = "", start = "", host = ""] = name.split(".");
    const parts = { pid, start, host, ...change({ pid, start, host }) };
    return join(folder.path, `lock.${parts.pid}.${parts.start}.${parts.host}.00000000`);
  }

  it("keeps a second store of the same process out, until the first is closed", async () => {
    const store = await folder.open();
    const refusal = await refusalOf(folder.open());
    expect(refusal).to.be.instanceOf(StoreLocked);
    expect(refusal).to.include({ folder: folder.path, pid: process.pid });
    expect(refusal).to.have.property("message").that.includes(folder.path).and.includes(String(process.pid));
    await store.close();
    await (await folder.open()).close();
    expect(await folder.names("lock")).to.deep.equal([]);
  });

  it("keeps another process out while the holder lives, and lets it in once the holder was killed", async function () {
    if (process.platform === "win32") this.skip();
    const holder = startProcess("hold", folder.path);
    await holder.said(1);
    expect(await refusalOf(folder.open()))
      .to.be.instanceOf(StoreLocked)
      .with.property("pid", holder.pid);
    await holder.kill();
    await (await folder.open()).close();
    expect(folder.events.map((event) => event.event)).to.deep.equal(["store-lock-taken-over"]);
  });

  it("takes over from a dead process whose pid another process has now", async function () {
    if (process.platform !== "linux") this.skip();
    await writeFile(await lockName(({ start }) => ({ start: `${start}1` })), "");
    await (await folder.open()).close();
    expect(await folder.names("lock")).to.deep.equal([]);
  });

  const elsewhere: readonly [string, (host: string) => string][] = [
    ["another host", () => "another-host"],
    // The name that a release before gave its lock.
    ["a release before", (host) => host.split("-")[0] ?? ""],
    ["another container under the same host name", (host) => `${host}1`],
  ];
  for (const [where, change] of elsewhere) {
    for (const doesBeat of [true, false]) {
      const what = doesBeat
        ? `keeps out of a folder that ${where} uses`
        : `takes over from ${where} that is silent`;
      it(what, async () => {
        // No process of this namespace has the pid.
        const path = await lockName(({ host }) => ({ host: change(host), pid: "999999999" }));
        await writeFile(path, "");
        const opening = refusalOf(
          folder.open({ lockTiming: { beatMs: 1000, watchMs: 100 } }).then((store) => store.close()),
        );
        await folder.logged("store-lock-watched");
        for (let beat = 0; doesBeat && beat < 1000 && !(await isSettled(opening)); beat += 1)
          await writeFile(path, "");
        const refusal = await opening;
        if (doesBeat) {
          expect(refusal).to.be.instanceOf(StoreLocked).with.property("pid", 999999999);
          expect(refusal).to.have.property("message").that.includes("of another machine or container");
        } else expect(refusal).to.equal(undefined);
        expect(await folder.names("lock")).to.have.length(doesBeat ? 1 : 0);
      });
    }
  }

  it("does not count a lock that its owner takes away while it is watched", async () => {
    const path = await lockName(() => ({ host: "another-host" }));
    await writeFile(path, "");
    const opening = folder.open({ lockTiming: { beatMs: 1000, watchMs: 2000 } });
    await folder.logged("store-lock-watched");
    await rm(path);
    await (await opening).close();
    expect(folder.events.map((event) => event.event)).to.deep.equal(["store-lock-watched"]);
  });

  it("lets one of two containers in that start at once under one host name, and the other when it was killed", async function () {
    const inContainer = "unshare --user --map-root-user --pid --fork --kill-child";
    if (spawnSync("sh", ["-c", `${inContainer} true`]).status !== 0) this.skip();
    this.timeout(60_000);
    const start = (): StartedProcess =>
      startProcess("hold", folder.path, `exec 2>/dev/null ${inContainer} "$0" "$@"`);
    const [one, other] = [start(), start()];
    await Promise.race([one.ended(), other.ended()]);
    const [holder, refused] = other.lines.includes("open") ? [other, one] : [one, other];
    await Promise.all([holder.said(1), refused.ended()]);
    expect([holder.lines.includes("open"), refused.lines.includes("open")]).to.deep.equal([true, false]);
    await holder.kill();
    await (await folder.open({ lockTiming: { beatMs: 2000, watchMs: 100 } })).close();
    expect(folder.events.map((event) => event.event)).to.deep.equal([
      "store-lock-watched",
      "store-lock-taken-over",
    ]);
  });

  it("lets one of many in that start at the same time, with a dead lock in the way", async () => {
    for (let round = 0; round < 10; round += 1) {
      await writeFile(await lockName(() => ({ pid: "999999999" })), "");
      const openings = await Promise.allSettled(Array.from({ length: 6 }, () => folder.open()));
      const stores = openings.flatMap((opening) => (opening.status === "fulfilled" ? [opening.value] : []));
      expect(stores).to.have.length(1);
      const refusals = openings.flatMap((opening) =>
        opening.status === "rejected" ? [opening.reason as unknown] : [],
      );
      for (const refusal of refusals) expect(refusal).to.be.instanceOf(StoreLocked);
      await stores[0]?.close();
    }
  });

  it("stops writing when its lock was taken away", async () => {
    const store = await folder.open({ lockTiming: { beatMs: 5, watchMs: 5 } });
    await add(store, KEY, "1");
    for (const name of await folder.names("lock")) await rm(join(folder.path, name));
    await folder.logged("store-lock-lost");
    expect(await refusalOf(add(store, KEY, "2"))).to.be.instanceOf(StoreUnavailable);
    expect(store.trouble()).to.be.a("string");
    await store.close();
  });

  it("notices that its lock was taken away before it writes again, however seldom it touches it", async () => {
    const store = await folder.open({ lockTiming: { beatMs: 3_600_000, watchMs: 5 } });
    for (const name of await folder.names("lock")) await rm(join(folder.path, name));
    const before = await folder.read("log-1.ndjson");
    expect(await refusalOf(add(store, KEY, "1"))).to.be.instanceOf(StoreUnavailable);
    expect((await folder.read("log-1.ndjson")).equals(before)).to.equal(true);
    await store.close();
  });

  it("does not take other files for locks", async () => {
    await mkdir(folder.path);
    const names = ["lock", "lock.txt", "lock.x.y.z.00000000"];
    for (const name of names) await writeFile(join(folder.path, name), "");
    await (await folder.open()).close();
    expect(await folder.names("lock")).to.deep.equal(names.sort());
  });
});

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  const winner = await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))]);
  return winner !== pending;
}
