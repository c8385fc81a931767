import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { ChartWish } from "../chart/chart.ts";
import { attempt } from "../state/api.ts";

interface ChartFrameProps {
  readonly title: string;
  /** What the colours mean. */
  readonly keys: readonly (readonly [kind: string, words: string])[];
  readonly wish: Omit<ChartWish, "onPoint">;
  /** What there is at one of the times. */
  readonly pointText: (index: number) => string;
}

/** A chart with its legend. What draws it is loaded when the first one is shown. */
export function ChartFrame({ title, keys, wish, pointText }: ChartFrameProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const point = useSignal<number | undefined>(undefined);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    void attempt(async () => {
      const { openChart } = await import("../chart/chart.ts");
      if (isGone || host.current === null) return;
      close = openChart(host.current, { ...wish, onPoint: (index) => (point.value = index) });
    });
    return () => {
      isGone = true;
      close?.();
    };
  }, [wish.times, wish.isUtc]);
  return (
    <figure class="chart">
      <h3>{title}</h3>
      <ul class="legend" aria-label={`Legend of ${title}`}>
        {keys.map(([kind, words]) => (
          <li key={kind} class={kind}>
            {words}
          </li>
        ))}
      </ul>
      <div
        class="chart-canvas"
        ref={host}
        role="img"
        aria-label={`${title} over time; the numbers stand below`}
      />
      <figcaption class="soft">{point.value === undefined ? "" : pointText(point.value)}</figcaption>
    </figure>
  );
}
