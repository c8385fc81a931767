import type { Store } from "../../../server/store/store.ts";
import { createLogFolder } from "../../store/log-folder.ts";
import { unsyncedFiles } from "../../store/unsynced-files.ts";

/** Gives each test of the suite that calls this an empty store, which goes when the test ends. */
export function storeOfEachTest(take: (store: Store) => void): void {
  let end: () => Promise<void>;
  beforeEach(async () => {
    const folder = await createLogFolder();
    const store = await folder.open({ files: unsyncedFiles });
    end = async () => {
      await store.close();
      await folder.dispose();
    };
    take(store);
  });
  afterEach(() => end());
}
