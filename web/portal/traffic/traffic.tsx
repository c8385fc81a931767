import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { NothingFound } from "../parts/filter-bar.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import {
  hasGap,
  isLoaded,
  isPaused,
  isReading,
  reload,
  rows,
  ROWS_MAX,
  showWaiting,
  unseen,
} from "../state/feed.ts";
import { onKeys } from "../state/keys.ts";
import { go, hrefOf, place } from "../state/place.ts";
import { attempt } from "../state/api.ts";
import { Detail } from "./detail.tsx";
import { Filters, FILTERS } from "./filters.tsx";
import { isShown } from "./matching.ts";
import { Pins } from "./pins.tsx";
import { Row } from "./row.tsx";

const ROW_HEIGHT = 68;

/** Everything that came in, as it comes, beside the one exchange that is looked at. */
export function Traffic(): VNode {
  const toTop = useSignal(0);
  const { open, query } = place.value;
  const shown = rows.value.filter((row) => isShown(row, query));
  const showNew = (): void => {
    showWaiting();
    toTop.value += 1;
  };
  useEffect(
    () =>
      onKeys({
        j: () => {
          step(1);
        },
        k: () => {
          step(-1);
        },
        n: showNew,
        p: () => (isPaused.value = !isPaused.peek()),
        Escape: () => {
          go({ page: "traffic", query: place.peek().query });
        },
      }),
    [],
  );
  return (
    <div class={open === undefined ? "panes" : "panes open"}>
      <section class="pane list-pane" aria-label="Traffic">
        <Filters shown={shown.length} />
        <Comparing />
        <Pins />
        <p class="spoken" role="status">
          {newsWords()}
        </p>
        <News onShow={showNew} />
        {shown.length === 0 ? <Nothing /> : undefined}
        <VirtualList
          label="Exchanges, newest first"
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ id }) => id}
          show={(row) => <Row row={row} isSelected={row.id === open} />}
          selected={open}
          onReading={(reading) => (isReading.value = reading)}
          toTop={toTop.value}
        />
      </section>
      {open === undefined ? <Hint /> : <Detail key={open} id={open} />}
    </div>
  );
}

/** To the next row or the one before, of those that are there when the key is pressed. */
function step(by: number): void {
  const { open, query } = place.peek();
  const shown = rows.peek().filter((row) => isShown(row, query));
  const next = shown[Math.max(0, shown.findIndex(({ id }) => id === open) + by)];
  if (next !== undefined) go({ page: "traffic", open: next.id, query });
}

/** Which exchange the next one is compared with. */
function Comparing(): VNode | undefined {
  const { open, query } = place.value;
  const { with: chosen } = query;
  if (chosen === undefined || chosen !== open) return undefined;
  return (
    <p class="news" role="status">
      Choose the exchange to compare with.
      <a class="button small" href={hrefOf({ page: "traffic", open, query: { ...query, with: "" } })}>
        Never mind
      </a>
    </p>
  );
}

/** Said once and not with every exchange that comes: a count would be read out without end. */
function newsWords(): string {
  if (hasGap.value) return "More came than fits here";
  return unseen.value > 0 ? "New exchanges have come" : "";
}

function News({ onShow }: { readonly onShow: () => void }): VNode {
  return (
    <div class="news">
      {hasGap.value ? (
        <button type="button" class="small" onClick={() => void attempt(reload)}>
          More came than fits here: load the list again
        </button>
      ) : undefined}
      {unseen.value > 0 ? (
        <button type="button" class="small main" onClick={onShow}>
          {unseen.value} new
        </button>
      ) : undefined}
      {rows.value.length >= ROWS_MAX ? (
        <span class="soft">Older ones than these 10,000 are not shown.</span>
      ) : undefined}
    </div>
  );
}

function Nothing(): VNode | undefined {
  if (!isLoaded.value) return <p class="empty soft">Loading…</p>;
  if (rows.value.length > 0) return <NothingFound names={FILTERS} />;
  return (
    <p class="empty">
      Nothing has come in yet. <a href={hrefOf({ page: "start" })}>Send a first payment</a>, or point your
      client here.
    </p>
  );
}

function Hint(): VNode {
  return (
    <section class="pane detail-pane hint" aria-label="Exchange">
      <p class="soft">Choose an exchange to see why it was answered as it was.</p>
    </section>
  );
}
