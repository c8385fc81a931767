import { Refusal } from "../../domain/record/refusal.ts";
import type { Found, Store, Work, WorkKey } from "../../store/store.ts";
import { keepRecord, recorded, resultOf } from "../column/run-record.ts";
import type { RunRecord } from "../column/run-record.ts";

/** One attempt at work on a token, whose key names as many records as have been found out. */
export interface Attempt<Reach, R> {
  readonly key: WorkKey;
  readonly work: (found: Found, record: RunRecord) => Work<Reached<Reach, R>>;
}

/** What the attempt came to, or what the next one has to reach instead. */
export type Reached<Reach, R> = { readonly result: R } | { readonly further: Reach };

/** Each attempt finds out one more record, of which there are three, or meets a change by another request. */
const ATTEMPTS_MAX = 8;

/**
 * Which card a token is of, only the work itself finds out, so that it is attempted until its key names all that it is
 * about.
 */
export async function transactReaching<Reach, R>(
  store: Store,
  draft: RunRecord,
  first: Reach,
  attempt: (reach: Reach) => Attempt<Reach, R> | Promise<Attempt<Reach, R>>,
): Promise<R> {
  let reach = first;
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const { key, work } = await attempt(reach);
    const ran = await store.transact(key, (found) => recorded(draft, (record) => work(found, record)));
    // What only found out more is not what happened.
    if ("thrown" in ran || "result" in ran.result) keepRecord(draft, ran.record);
    const reached = resultOf(ran);
    if ("result" in reached) return reached.result;
    reach = reached.further;
  }
  throw new Refusal("busy", "The token is being updated; send the same request again");
}
