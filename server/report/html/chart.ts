import { ENDINGS } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import type { ReportBucket, ReportSeries } from "../report.ts";
import { countOf, keysOf, shownBuckets } from "../wording.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

const WIDTH = 860;
const HEIGHT = 260;
const LEFT = 52;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 28;
const GAP = 2;
const BAR_MAX = 48;
const LABELS_MAX = 8;

/** What a bar is made of, from the bottom: everything that came to the same. */
interface Layer {
  readonly ending: Ending;
  readonly keys: readonly string[];
}

/** Stacked bars over time, drawn without any script. */
export function chartOf(series: ReportSeries, id: string): Markup {
  const layers = layersOf(series);
  const buckets = shownBuckets(series.buckets);
  const ticks = ticksUpTo(Math.max(0, ...buckets.map(totalOf)));
  const highest = ticks.at(-1) ?? 1;
  const total = buckets.reduce((sum, bucket) => sum + totalOf(bucket), 0);
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH}"
      height="${HEIGHT}"
      role="img"
      aria-labelledby="${id}-title ${id}-text"
    >
      <title id="${id}-title">${series.title}</title>
      <desc id="${id}-text">
        ${total} in ${buckets.length} bars over time: ${layers.map(({ ending }) => ending).join(", ")}. The
        table below has the numbers.
      </desc>
      ${ticks.map((tick) => gridLine(tick, highest))}
      ${buckets.map((bucket, index) => bar(bucket, layers, { index, count: buckets.length, highest }))}
      ${axisLabels(buckets)}
    </svg>
    <ul class="legend" aria-label="Legend of ${series.title}">
      ${layers.map(legendItem)}
    </ul>
  </figure>`;
}

function layersOf(series: ReportSeries): readonly Layer[] {
  const keys = keysOf(series);
  return ENDINGS.map((ending) => ({
    ending,
    keys: keys.filter((key) => endingIn(series, key) === ending),
  })).filter((layer) => layer.keys.length > 0);
}

/** Keys may be any words, those that every object knows among them. */
function endingIn({ endings }: ReportSeries, key: string): Ending {
  return Object.hasOwn(endings, key) ? (endings[key] ?? "done") : "done";
}

function legendItem({ ending, keys }: Layer): Markup {
  return html`<li>
    <svg width="12" height="12" aria-hidden="true"><rect class="key ${ending}" width="12" height="12" /></svg
    >${ending} <span class="soft">${keys.join(", ")}</span>
  </li>`;
}

function gridLine(tick: number, highest: number): Markup {
  const y = heightOf(highest - tick, highest) + TOP;
  return html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" />
    <text class="axis" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${tick}</text>`;
}

interface Slot {
  readonly index: number;
  readonly count: number;
  readonly highest: number;
}

/** The middle of a bar. */
function middleOf(index: number, count: number): number {
  return LEFT + ((index + 0.5) * (WIDTH - LEFT - RIGHT)) / count;
}

function bar(bucket: ReportBucket, layers: readonly Layer[], { index, count, highest }: Slot): Markup {
  const width = Math.min(BAR_MAX, Math.max(1, (WIDTH - LEFT - RIGHT) / count - GAP));
  const x = rounded(middleOf(index, count) - width / 2);
  const parts = layers.map(({ ending, keys }) => ({
    ending,
    value: keys.reduce((sum, key) => sum + countOf(bucket.counts, key), 0),
  }));
  let below = 0;
  const rects = parts.flatMap(({ ending, value }) => {
    if (value === 0) return [];
    below += value;
    const y = rounded(heightOf(highest - below, highest) + TOP);
    return [
      html`<rect
        class="bar ${ending}"
        x="${x}"
        y="${y}"
        width="${rounded(width)}"
        height="${rounded(heightOf(value, highest))}"
      >
        <title>${bucket.at}: ${value} ${ending}</title>
      </rect>`,
    ];
  });
  return html`${rects}`;
}

function axisLabels(buckets: readonly ReportBucket[]): readonly Markup[] {
  const every = Math.ceil(buckets.length / LABELS_MAX);
  const labels = timeLabels(buckets.map(({ at }) => at));
  return labels.flatMap((label, index) =>
    index % every === 0
      ? [
          html`<text
            class="axis"
            x="${rounded(middleOf(index, buckets.length))}"
            y="${HEIGHT - 8}"
            text-anchor="middle"
          >
            ${label}
          </text>`,
        ]
      : [],
  );
}

function heightOf(value: number, highest: number): number {
  return rounded((value / highest) * (HEIGHT - TOP - BOTTOM));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const STEPS = [1, 2, 5, 10];
const TICKS = 4;

export function totalOf({ counts }: ReportBucket): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Round numbers from 0 to at least the largest, whole ones as they count something. */
export function ticksUpTo(largest: number): readonly number[] {
  const rough = Math.max(1, largest / TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => factor * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The shortest form of the times that still tells them apart; they are shown in UTC. */
export function timeLabels(times: readonly string[]): readonly string[] {
  const forms: readonly (readonly [from: number, to: number])[] = [
    [11, 16],
    [11, 19],
    [5, 10],
    [5, 16],
  ];
  const isOneDay = new Set(times.map((at) => at.slice(0, 10))).size <= 1;
  const fitting = (isOneDay ? forms : forms.slice(2)).find(
    ([from, to]) => new Set(times.map((at) => at.slice(from, to))).size === times.length,
  );
  return times.map((at) =>
    (fitting === undefined ? at.replace("T", " ") : at.slice(...fitting)).replace("T", " "),
  );
}
