import { expect } from "chai";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { idsOf, KEY } from "./sample-orders.ts";
import { startProcess } from "./started-process.ts";

describe("a process that runs a store", () => {
  let folder: LogFolder;

  beforeEach(async function () {
    if (process.platform === "win32") this.skip();
    folder = await createLogFolder();
  });

  afterEach(() => folder.dispose());

  it("loses nothing that it confirmed when it is killed under load, again and again", async function () {
    this.timeout(60_000);
    const confirmed = new Map<string, number>();
    let compacted = 0;
    for (const lines of [20, 400, 1500, 3000]) {
      const process = startProcess("commit", folder.path);
      await process.said(lines);
      await process.kill();
      // The last line may be cut; it then names a smaller number than it should.
      for (const line of process.lines.slice(0, -1)) takeLine(confirmed, line);
      const store = await folder.open();
      for (const [orderId, count] of confirmed) {
        const ids = (await idsOf(store, { ...KEY, orderId })) ?? [];
        expect(ids.length, orderId).to.be.at.least(count);
        expect(ids, orderId).to.deep.equal(ids.map((_, index) => String(Number(ids[0]) + index)));
        const session = await store.findRecord(KEY.merchantId, { kind: "session", id: orderId });
        expect(session, orderId).to.deep.equal({ last: ids.at(-1) });
      }
      await store.close();
      compacted = Math.max(compacted, (await folder.names("snapshot")).length);
    }
    expect(confirmed.size).to.be.above(1000);
    expect(compacted).to.equal(1);
    expect(folder.events.filter((event) => event.level === "error")).to.deep.equal([]);
  });

  it("meets a really full disk half way through a write, refuses it, and goes on", async () => {
    // 4096 blocks of 512 or 1024 bytes, as the shell counts; what is larger fails half way with EFBIG.
    const process = startProcess("full-disk", folder.path, "ulimit -f 4096");
    await process.ended();
    expect(process.lines).to.deep.equal([
      "open",
      "logged store-cannot-write",
      "refused true false",
      "ids before,after true",
    ]);
    const store = await folder.open();
    expect(await idsOf(store, KEY)).to.deep.equal(["before", "after"]);
    await store.close();
    expect(folder.events).to.deep.equal([]);
  });
});

function takeLine(confirmed: Map<string, number>, line: string): void {
  const [word, orderId = "", count] = line.split(" ");
  if (word === "confirmed") confirmed.set(orderId, Number(count));
  else expect(line).to.be.oneOf(["open", "logged store-cut-line-dropped", "logged store-lock-taken-over"]);
}
