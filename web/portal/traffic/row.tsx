import type { VNode } from "preact";
import type { ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import { EndingBadge, nameOf } from "../parts/badge.tsx";
import { hrefOf, place } from "../state/place.ts";
import { shownTime, spanOf } from "../state/times.ts";

/** One exchange in the list. */
export function Row({ row, isSelected }: { readonly row: ExchangeRow; readonly isSelected: boolean }): VNode {
  const { id, at, moment, order, transaction, words, ending, durationMs } = row;
  const { amount, currency, status } = row;
  const about = row.operation === undefined ? [] : [order, transaction];
  return (
    <a
      class={`row ${ending}`}
      href={hrefOf({ page: "traffic", open: id, query: place.value.query })}
      aria-current={isSelected ? "true" : undefined}
    >
      <span class="row-head">
        <b>{nameOf(row)}</b>
        <span class="digits about">{about.filter((it) => it !== undefined).join(" / ")}</span>
        <span class="digits money">{amount === undefined ? "" : `${amount} ${currency ?? ""}`}</span>
        <time class="digits soft" dateTime={at}>
          {shownTime(at, moment)}
        </time>
      </span>
      <span class="row-foot">
        <EndingBadge ending={ending} />
        <span class="digits status">{status === 0 ? "—" : status}</span>
        <span class="words">{words}</span>
        <span class="digits soft span">{spanOf(durationMs)}</span>
      </span>
    </a>
  );
}
