import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createKeeping } from "../../../server/gateway/merchants/keeping/keeping.ts";
import type { KeepingStore } from "../../../server/gateway/merchants/keeping/kept-orders.ts";
import { openPostgresStore } from "../../../server/store/postgres/postgres-store.ts";
import type { RecordKind, Store } from "../../../server/store/store.ts";
import { createLogFolder } from "../../store/log-folder.ts";
import { change } from "../../store/sample-records.ts";
import { unsyncedFiles } from "../../store/unsynced-files.ts";
import { itWithPostgres, openPostgres } from "../../support/postgres.ts";

const KIND = "risk-assessment";
const LIMIT = 100;
/** A sixteenth beyond it, and what is begun at the same time. */
const MOST = LIMIT + 6 + 50;

function keepingOf(store: Store): KeepingStore & { readonly told: Record<string, number> } {
  const told: Record<string, number> = {};
  const kept = createKeeping({
    ...{ store, clock: () => 0, limitOf: () => LIMIT },
    evicted: (_merchantId, what, count) => {
      told[what] = (told[what] ?? 0) + count;
    },
    reportBug: (error) => {
      throw error;
    },
  });
  return { ...kept, told };
}

/** Fifty at a time; gives the most records that there were. */
async function stream(
  { store }: KeepingStore,
  { kind, name, count }: { readonly kind: RecordKind; readonly name: string; readonly count: number },
): Promise<number> {
  let most = 0;
  for (let at = 0; at < count; at += 50) {
    const ids = Array.from({ length: 50 }, (_, index) => `${name} ${at + index}`);
    await Promise.all(
      ids.map((id) => change(store, "M", { kind, id, value: { request: { text: "x".repeat(500) } } })),
    );
    most = Math.max(most, await store.countRecords("M", kind));
  }
  return most;
}

describe("a long stream of records", () => {
  it("stays within its limit, in memory and on disk", async function () {
    this.timeout(60_000);
    const folder = await createLogFolder();
    const inner = await folder.open({ files: unsyncedFiles, compactAboveBytes: 200_000 });
    const kept = keepingOf(inner);
    expect(await stream(kept, { kind: KIND, name: "one", count: 20_000 })).to.be.within(LIMIT, MOST);
    expect(kept.told).to.have.keys("riskAssessments");
    expect(kept.told["riskAssessments"]).to.be.above(20_000 - MOST);
    await inner.close();
    const sizes = (await readdir(folder.path)).map(
      async (name) => (await stat(join(folder.path, name))).size,
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).to.be.below(2_000_000);
    await folder.dispose();
  });

  itWithPostgres("stays within its limit in PostgreSQL, with two processes that keep it", async function () {
    this.timeout(60_000);
    const postgres = await openPostgres();
    const url = await postgres.newData();
    const open = () => openPostgresStore({ url, connections: 4, log: () => undefined });
    const stores = [await open(), await open()];
    await Promise.all(
      stores.map((store, index) =>
        stream(keepingOf(store), { kind: KIND, name: `process ${index}`, count: 1_000 }),
      ),
    );
    expect(await stores[0]?.countRecords("M", KIND)).to.be.within(LIMIT, LIMIT + 12);
    await Promise.all(stores.map((store) => store.close()));
    await postgres.stop();
  });
});
