import { text, whole } from "./endpoint.ts";
import { Problem } from "./problem.ts";

/** The page that a caller asks for. */
export interface AskedPage {
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Bounds {
  readonly maximum: number;
  readonly default: number;
}

/** The members of a query that ask for a page; `place` says where its rows stand to the one that after names. */
export function pageFields<const B extends Bounds>(place: "behind" | "older than", bounds: B) {
  return {
    after: { ...text, description: `Only those ${place} this one: next of the previous page.` },
    limit: { description: "Maximum number.", ...whole({ minimum: 1, ...bounds }) },
  } as const;
}

/** Of lists that are whole in memory: who asks for no page gets all that there usually are. */
export const WHOLE_PAGE = pageFields("behind", { maximum: 1_000, default: 1_000 });

export const MORE = "If next is present, there are more: repeat the call with after set to it.";

/** The member of an answer that leads to the next page. */
export const NEXT = { ...text, description: "Set after to this value to get the next page." } as const;

export interface FoundPage<R> {
  readonly rows: readonly R[];
  readonly next: string | undefined;
}

/** A page of a list that is whole in memory. */
export function pageOf<R>(
  all: readonly R[],
  { after, limit }: AskedPage,
  idOf: (row: R) => string,
): FoundPage<R> {
  const place = after === undefined ? -1 : all.findIndex((row) => idOf(row) === after);
  if (after !== undefined && place < 0)
    throw new Problem(
      400,
      "Invalid after",
      "after must name a row that is still listed, for example next of the previous page; without it the list begins anew.",
    );
  const rows = all.slice(place + 1, place + 1 + limit);
  const last = rows.at(-1);
  const hasMore = last !== undefined && place + 1 + limit < all.length;
  return { rows, next: hasMore ? idOf(last) : undefined };
}
