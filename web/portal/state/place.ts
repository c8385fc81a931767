import { signal } from "@preact/signals";

/** Where one is: it all stands in the address, so that it can be kept, sent and reloaded. */
export interface Place {
  readonly page: string;
  /** What of the page is open, such as the id of an exchange. */
  readonly open: string | undefined;
  /** Filters. */
  readonly query: Readonly<Record<string, string>>;
}

export const place = signal<Place>(read(location.hash));

addEventListener("hashchange", () => {
  place.value = read(location.hash);
});

/** The merchant that is looked at stays, unless another one is given. */
export function hrefOf({ page, open, query = {} }: Partial<Place> & Pick<Place, "page">): string {
  const { merchant = "" } = place.value.query;
  const given = Object.entries({ merchant, ...query }).filter(([, value]) => value !== "");
  const search = new URLSearchParams(given).toString();
  const path = open === undefined ? page : `${page}/${encodeURIComponent(open)}`;
  return `#/${path}${search === "" ? "" : `?${search}`}`;
}

export function go(to: Parameters<typeof hrefOf>[0]): void {
  location.hash = hrefOf(to);
}

/** Changes filters and stays on the page; every letter of a search is no step of its own to go back to. */
export function filterBy(change: Readonly<Record<string, string>>): void {
  const { page, open, query } = place.value;
  history.replaceState(undefined, "", hrefOf({ page, open, query: { ...query, ...change } }));
  place.value = read(location.hash);
}

function read(hash: string): Place {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/");
  const open = rest.join("/");
  return {
    page: page === "" ? "start" : page,
    open: open === "" ? undefined : decoded(open),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** An address that somebody typed may be anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
