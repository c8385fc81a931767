import { expect } from "chai";
import { createJournalWriter } from "../../server/journal/journal-writer.ts";
import type { JournalTarget, JournalWriter } from "../../server/journal/journal-writer.ts";
import { exchangeOf } from "./sample-exchange.ts";

const LINE_BYTES = Buffer.byteLength(`${JSON.stringify(exchangeOf("1"))}\n`);

/** A file in memory on a disk that can be full, and then takes half of what it is given. */
interface Disk extends JournalTarget {
  full: boolean;
  readonly ids: () => unknown[];
  appends: number;
}

function createDisk(): Disk {
  let [text, whole] = ["", 0];
  const disk: Disk = {
    full: false,
    appends: 0,
    append: async (bytes) => {
      disk.appends += 1;
      await Promise.resolve();
      const given = Buffer.from(bytes).toString();
      text += disk.full ? given.slice(0, given.length / 2) : given;
      if (disk.full) throw new Error("ENOSPC: no space left on device");
      whole = text.length;
    },
    mend: () => {
      text = text.slice(0, whole);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    ids: () =>
      text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as { id: unknown }).id),
  };
  return disk;
}

describe("the writer of the journal's file", () => {
  let disk: Disk;
  let writer: JournalWriter;
  let events: string[];
  const start = (pendingMax?: number): void => {
    disk = createDisk();
    events = [];
    const log = (level: string, event: string, fields: object): void => {
      events.push(`${level} ${event} ${JSON.stringify(fields)}`);
    };
    writer = createJournalWriter(disk, log, pendingMax);
  };
  beforeEach(() => {
    start();
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const append = (...ids: number[]): void => {
    for (const id of ids) writer.append(exchangeOf(String(id)));
  };

  it("writes in order, and many at once while the disk is busy", async () => {
    const ids = Array.from({ length: 500 }, (_, id) => id);
    append(...ids);
    await writer.close();
    expect(disk.ids()).to.deep.equal(ids.map(String));
    expect(disk.appends).to.equal(2);
    expect(events).to.deep.equal([]);
  });

  it("keeps single appends small", async () => {
    for (const id of ["1", "2", "3", "4"]) writer.append(exchangeOf(id, { notes: ["x".repeat(600_000)] }));
    await writer.close();
    expect(disk.ids()).to.deep.equal(["1", "2", "3", "4"]);
    expect(disk.appends).to.equal(4);
  });

  it("says once that it cannot write, tries again with the next exchange, and loses nothing", async () => {
    disk.full = true;
    append(1);
    await settled();
    append(2);
    await settled();
    expect(writer.healthy()).to.equal(false);
    await settled();
    disk.full = false;
    append(3);
    await settled();
    expect(writer.healthy()).to.equal(true);
    await writer.close();
    expect(disk.ids()).to.deep.equal(["1", "2", "3"]);
    expect(events).to.deep.equal([
      'error journal-file-cannot-write {"reason":"ENOSPC: no space left on device"}',
      'info journal-file-writes-again {"lost":0}',
    ]);
  });

  it("recovers without a request when its health is asked for", async () => {
    disk.full = true;
    append(1);
    await settled();
    disk.full = false;
    expect(writer.healthy()).to.equal(false);
    await settled();
    expect(writer.healthy()).to.equal(true);
    await writer.close();
    expect(disk.ids()).to.deep.equal(["1"]);
  });

  it("keeps a bounded number waiting, says once that it lost others, and stays unhealthy", async () => {
    start(LINE_BYTES * 2);
    disk.full = true;
    append(1, 2, 3, 4);
    await settled();
    disk.full = false;
    append(5);
    await settled();
    append(6);
    await settled();
    expect(writer.healthy()).to.equal(false);
    await writer.close();
    expect(disk.ids()).to.deep.equal(["1", "2", "6"]);
    expect(events).to.deep.equal([
      "error journal-file-loses-exchanges {}",
      'error journal-file-cannot-write {"reason":"ENOSPC: no space left on device"}',
      'info journal-file-writes-again {"lost":3}',
      'error journal-file-incomplete {"lost":3}',
    ]);
  });

  it("tries once more when it is closed, and says what is missing when it cannot", async () => {
    disk.full = true;
    append(1, 2);
    await writer.close();
    expect(events.at(-1)).to.equal('error journal-file-incomplete {"lost":2}');
  });
});
