import { expect } from "chai";
import { createVault } from "../../server/gateway/secrets/vault.ts";
import { storeNewSession } from "../../server/gateway/sessions/new-session.ts";
import type { NewSession } from "../../server/gateway/sessions/new-session.ts";
import { openLogStore } from "../../server/store/log-store.ts";
import type { Store } from "../../server/store/store.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("the life of sessions", () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-life-"));
    store = await openLogStore({ folder, log: () => undefined });
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const newSession = async (now: number, merchantId = "SHOP"): Promise<string> => {
    const parts = { store, vault: createVault(store.secret, randomBytes), random: randomBytes };
    const begun = { apiVersion: undefined, authenticationLimit: 5, updateStatus: "NO_UPDATE" } as const;
    const made: NewSession = { ...begun, merchantId, now, content: {} };
    return (await storeNewSession(parts, made)).id;
  };
  const kept = async (merchantId = "SHOP"): Promise<readonly string[]> =>
    (await store.listRecords(merchantId, "session", { limit: 100, after: undefined })).map(({ id }) => id);

  it("ends a day after they expired: new ones sweep them out", async () => {
    const [first, second] = [await newSession(0), await newSession(MINUTE)];
    const third = await newSession(DAY + 15 * MINUTE - 1);
    expect(await kept()).to.deep.equal([first, second, third]);
    const fourth = await newSession(DAY + 15 * MINUTE);
    expect(await kept()).to.deep.equal([second, third, fourth]);
  });

  it("does not end by another merchant's", async () => {
    const first = await newSession(0);
    await newSession(9 * DAY, "OTHER");
    expect(await kept()).to.deep.equal([first]);
  });

  it("leaves no more than were made of late, however many there were", async () => {
    for (let count = 0; count < 40; count += 1) await newSession(0);
    for (let count = 0; count < 4; count += 1) await newSession(9 * DAY);
    expect(await kept()).to.have.length(4);
  });
});
