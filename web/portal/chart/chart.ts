/*! uPlot, (c) Leon Sorokin, MIT License. */
import uPlot from "uplot";

/** One line of a chart, or one part of its stacked bars. */
export interface ChartSeries {
  /** The custom property of its colour. */
  readonly colour: `--${string}`;
  readonly kind: "bar" | "dashed" | "line";
  /** One for each time; null where there is nothing to show. */
  readonly values: readonly (number | null)[];
}

export interface ChartWish {
  /** Where each span of time begins: milliseconds since 1970. */
  readonly times: readonly number[];
  readonly lengthMs: number;
  /** Bars stand on one another in this order, the first at the bottom. */
  readonly series: readonly ChartSeries[];
  readonly isUtc: boolean;
  readonly valueText: (value: number) => string;
  /** Over which of the times the pointer is. */
  readonly onPoint: (index: number | undefined) => void;
}

/** Draws into the element, with its width and height, until it is closed; in the colours of the page as they are now. */
export function openChart(host: HTMLElement, wish: ChartWish): () => void {
  let plot = drawn(host, wish);
  const anew = (): void => {
    plot.destroy();
    plot = drawn(host, wish);
  };
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", anew);
  const observer = new ResizeObserver(() => {
    plot.setSize(sizeOf(host));
  });
  observer.observe(host);
  return () => {
    observer.disconnect();
    scheme.removeEventListener("change", anew);
    plot.destroy();
  };
}

function drawn(host: HTMLElement, wish: ChartWish): uPlot {
  const { times, lengthMs, isUtc } = wish;
  const style = getComputedStyle(host);
  const colour = (name: string): string => style.getPropertyValue(name);
  const start = (times[0] ?? 0) / 1_000;
  const end = ((times.at(-1) ?? 0) + lengthMs) / 1_000;
  const layers = stacked(wish.series);
  const options: uPlot.Options = {
    ...sizeOf(host),
    tzDate: (seconds) => {
      const date = new Date(seconds * 1_000);
      return isUtc ? uPlot.tzDate(date, "Etc/UTC") : date;
    },
    legend: { show: false },
    cursor: cursorOf(wish, start),
    scales: { x: { range: [start, end] }, y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
    axes: axesOf(wish, colour, style.fontFamily),
    series: [{}, ...layers.map((layer) => seriesOf(layer, colour(layer.colour)))],
    hooks: { setCursor: [tellPoint(wish)] },
  };
  const values = layers.map((layer) => [...layer.values]);
  return new uPlot(options, [times.map((at) => at / 1_000), ...values], host);
}

function axesOf(
  { isUtc, valueText }: ChartWish,
  colour: (name: string) => string,
  font: string,
): uPlot.Axis[] {
  const axis: uPlot.Axis = {
    stroke: colour("--soft-ink"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: `12px ${font}`,
  };
  return [
    { ...axis, size: 36, values: (_plot, seconds) => timeTexts(seconds, isUtc) },
    { ...axis, size: 64, values: (_plot, values) => values.map(valueText) },
  ];
}

/** A span is meant from its beginning to its end, and not the beginning that is nearest. */
function cursorOf({ times, lengthMs }: ChartWish, start: number): uPlot.Cursor {
  const indexOf = (seconds: number): number => Math.floor((seconds - start) / (lengthMs / 1_000));
  return {
    y: false,
    drag: { setScale: false },
    points: { show: false },
    dataIdx: (_plot, _series, _nearest, seconds) => Math.min(times.length - 1, indexOf(seconds)),
  };
}

function tellPoint({ onPoint }: ChartWish): (plot: uPlot) => void {
  return ({ cursor: { idxs, left = -1 } }) => {
    onPoint(left < 0 ? undefined : (idxs?.[1] ?? undefined));
  };
}

/** Bars as high as themselves and all below them, the highest first, so that the lower ones are drawn over them. */
function stacked(series: readonly ChartSeries[]): readonly ChartSeries[] {
  const below: number[] = [];
  const bars = series.filter(({ kind }) => kind === "bar");
  const layers = bars.map((bar) => ({
    ...bar,
    values: bar.values.map((value, index) => (below[index] = (below[index] ?? 0) + (value ?? 0))),
  }));
  return [...layers.toReversed(), ...series.filter(({ kind }) => kind !== "bar")];
}

function seriesOf({ kind }: ChartSeries, colour: string): uPlot.Series {
  if (kind === "bar") {
    const paths = uPlot.paths.bars?.({ size: [0.9, 48], align: 1 });
    return { fill: colour, width: 0, points: { show: false }, ...(paths && { paths }) };
  }
  return {
    stroke: colour,
    width: 2,
    spanGaps: true,
    points: { size: 5, fill: colour },
    ...(kind === "dashed" && { dash: [6, 4] }),
  };
}

const DAY = 86_400;

/** Seconds since 1970 as short as the seconds between two of them allow. */
function timeTexts(all: readonly number[], isUtc: boolean): string[] {
  const step = (all[1] ?? 0) - (all[0] ?? 0);
  const [from, to] = step >= DAY ? [5, 10] : step >= 60 ? [11, 16] : [11, 19];
  const texts = all.map((seconds) =>
    // Swedish dates are those of ISO 8601.
    new Date(seconds * 1_000).toLocaleString("sv-SE", isUtc ? { timeZone: "UTC" } : {}).slice(from, to),
  );
  // Parts of a second have no text of their own.
  return texts.map((text, index) => (text === texts[index - 1] ? "" : text));
}

function sizeOf(host: HTMLElement): { readonly width: number; readonly height: number } {
  return { width: host.clientWidth, height: host.clientHeight };
}
