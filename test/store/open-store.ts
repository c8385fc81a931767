import type { Store } from "../../server/store/store.ts";

/** One set of data of the implementation under test. */
export interface StoreUnderTest {
  /** Opens a store over the same data each time; the one before is closed by then. */
  open(): Promise<Store>;
  dispose(): Promise<void>;
}

/** The store of the running test. */
export interface OpenStore {
  readonly now: Store;
  reopen(): Promise<void>;
}

/** Gives each test of the suite a store over data of its own. */
export function eachWithStore(create: () => Promise<StoreUnderTest>): OpenStore {
  let data: StoreUnderTest | undefined;
  let store: Store | undefined;

  beforeEach(async () => {
    data = await create();
    store = await data.open();
  });

  afterEach(async () => {
    await store?.close();
    await data?.dispose();
  });

  return {
    get now() {
      if (store === undefined) throw new Error("there is a store only while a test runs");
      return store;
    },
    reopen: async () => {
      await store?.close();
      store = await data?.open();
    },
  };
}
