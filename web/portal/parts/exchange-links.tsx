import type { VNode } from "preact";
import { hrefOf } from "../state/place.ts";

const SHOWN_MAX = 5;

/** Leads to the exchanges that show something, to the first of them if they are many. */
export function ExchangeLinks({ ids }: { readonly ids: readonly string[] }): VNode {
  const more = ids.length - SHOWN_MAX;
  return (
    <span class="links">
      {ids.slice(0, SHOWN_MAX).map((id) => (
        <a key={id} class="digits" href={hrefOf({ page: "traffic", open: id })}>
          {id.slice(0, 8)}
        </a>
      ))}
      {more > 0 ? <span class="soft">{`and ${more} more`}</span> : undefined}
    </span>
  );
}
