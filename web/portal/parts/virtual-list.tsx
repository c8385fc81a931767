import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";

interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  /** Height of a row, in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly show: (item: T) => VNode;
  /** The row that stays in sight. */
  readonly selected: string | undefined;
  readonly onReading: (isReading: boolean) => void;
  /** Goes up when the list shall show its beginning. */
  readonly toTop: number;
}

/** Rows above and below those in sight, so that nothing flashes. */
const MARGIN = 6;

/** A list of any length, of which only what is in sight is in the page. */
export function VirtualList<T>(props: VirtualListProps<T>): VNode {
  const { label, items, rowHeight, keyOf, show, selected, onReading, toTop } = props;
  const view = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const first = Math.max(0, Math.floor(top.value / rowHeight) - MARGIN);
  const last = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + MARGIN);
  const tell = (): void => {
    const it = view.current;
    if (it !== null)
      onReading(it.scrollTop > 0 || it.matches(":hover") || it.contains(document.activeElement));
  };
  useHeight(view, height);
  useEffect(
    () => () => {
      onReading(false);
    },
    [],
  );
  useEffect(() => {
    if (toTop > 0) view.current?.scrollTo({ top: 0 });
  }, [toTop]);
  useEffect(() => {
    keepInSight(
      view.current,
      items.findIndex((item) => keyOf(item) === selected),
      rowHeight,
    );
  }, [selected]);
  return (
    <div
      class="rows"
      ref={view}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
        tell();
      }}
      onMouseEnter={tell}
      onMouseLeave={tell}
      onFocusIn={tell}
      onFocusOut={() => setTimeout(tell)}
    >
      <div role="list" aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, index) => (
          <div
            key={keyOf(item)}
            class="row-place"
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ transform: `translateY(${(first + index) * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {show(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Keeps the height that is in sight. */
function useHeight(view: RefObject<HTMLElement | null>, height: Signal<number>): void {
  useEffect(() => {
    const it = view.current;
    if (it === null) return undefined;
    const observer = new ResizeObserver(() => (height.value = it.clientHeight));
    observer.observe(it);
    return () => {
      observer.disconnect();
    };
  }, []);
}

function keepInSight(view: HTMLElement | null, index: number, rowHeight: number): void {
  if (view === null || index < 0) return;
  const start = index * rowHeight;
  if (start < view.scrollTop) view.scrollTo({ top: start });
  const end = start + rowHeight - view.clientHeight;
  if (end > view.scrollTop) view.scrollTo({ top: end });
}
