import type { Page } from "../../../store/store.ts";
import { pageFields } from "../kernel/paging.ts";
import type { AskedPage, FoundPage } from "../kernel/paging.ts";

const PAGE_MAX = 200;
/** So many are looked at for one page at most, so that a search does not hold up payments. */
const LOOKED_AT_MAX = 2_000;

export const STORED_PAGE = pageFields("older than", { maximum: PAGE_MAX, default: 50 });

/** What the description of a list says; `what` the store holds of it. */
export function pagesOf(what: string): string {
  return (
    "If next is present, there are older ones: repeat the call with after set to it. " +
    `A page ends at limit, or after ${LOOKED_AT_MAX} ${what} have been searched, so that it may be empty.`
  );
}

/** How rows are found in what the store lists. */
interface Search<T, R> {
  readonly list: (page: Page) => Promise<readonly T[]>;
  readonly idOf: (stored: T) => string;
  /** Newest first. */
  readonly foundIn: (stored: T) => readonly R[];
  /** What after is set to for what is older than the row. */
  readonly nextOf: (row: R) => string;
  /** The same for what is older than all rows of the stored one. */
  readonly nextBehind: (stored: T) => string;
}

/** A page of rows, newest first; `begun` are those that stand before what the store lists after `after`. */
export async function searched<T, R>(
  { list, idOf, foundIn, nextOf, nextBehind }: Search<T, R>,
  { after, limit }: AskedPage,
  begun: readonly R[] = [],
): Promise<FoundPage<R>> {
  const found = [...begun];
  let last: T | undefined;
  for (let lookedAt = 0; found.length <= limit && lookedAt < LOOKED_AT_MAX; lookedAt += PAGE_MAX) {
    const page = await list({
      limit: PAGE_MAX,
      after: last === undefined ? after : idOf(last),
      newestFirst: true,
    });
    for (const stored of page) found.push(...foundIn(stored));
    last = page.length < PAGE_MAX ? undefined : page.at(-1);
    if (last === undefined) break;
  }
  const end = found[limit - 1];
  // One more than fits shows that there is another page.
  if (end !== undefined && found.length > limit) return { rows: found.slice(0, limit), next: nextOf(end) };
  return { rows: found, next: last && nextBehind(last) };
}
