import type { VNode } from "preact";
import { ARROWS, arrowName } from "../../../server/domain/order/transitions.ts";
import type { StatusBefore } from "../../../server/domain/order/transitions.ts";
import { statusWords as words } from "./badge.tsx";

/** A step that an order has taken. */
export interface WayStep {
  readonly from: string;
  readonly to: string;
  /** The operation or the type of transaction that led there. */
  readonly by: string;
}

/** Where each status stands: column and row. The arrows are those of the gateway's own table of transitions. */
const PLACES: Readonly<Record<StatusBefore, readonly [column: number, row: number]>> = {
  AUTHENTICATION_INITIATED: [1, 0],
  AUTHENTICATED: [2, 0],
  AUTHENTICATION_NOT_NEEDED: [3, 0],
  AUTHENTICATION_UNSUCCESSFUL: [4, 0],
  INITIATED: [1, 1],
  CANCELLED: [2, 1],
  PARTIALLY_REFUNDED: [4, 1],
  NEW: [0, 2],
  AUTHORIZED: [1, 2],
  PARTIALLY_CAPTURED: [2, 2],
  CAPTURED: [3, 2],
  REFUNDED: [4, 2],
  FAILED: [0, 3],
  VERIFIED: [1, 3],
  DISBURSED: [2, 3],
  REFUND_REQUESTED: [3, 3],
  EXCESSIVELY_REFUNDED: [4, 3],
};

const [WIDTH, HEIGHT] = [116, 38];
const [COLUMN, ROW, EDGE] = [148, 74, 8];
const [FULL_WIDTH, FULL_HEIGHT] = [4 * COLUMN + WIDTH + 2 * EDGE, 3 * ROW + HEIGHT + 2 * EDGE + 22];

interface DiagramProps {
  readonly way: readonly WayStep[];
}

/** The statuses of an order: the way that this one has come, and where it can go from there. */
export function StateDiagram({ way }: DiagramProps): VNode {
  const now = way.at(-1)?.to ?? "NEW";
  const passed = new Set(way.flatMap(({ from, to }) => [from, to]));
  const next = nextOf(now);
  const told = way.map(({ from, to, by }) => `${words(from)} to ${words(to)} by ${words(by)}`).join(", ");
  return (
    <figure class="diagram">
      <div class="diagram-view" role="group" tabIndex={0} aria-label="State diagram, to scroll">
        <svg
          viewBox={`0 0 ${FULL_WIDTH} ${FULL_HEIGHT}`}
          width={FULL_WIDTH}
          height={FULL_HEIGHT}
          role="img"
          aria-label={`State diagram: ${told === "" ? "nothing has happened yet" : told}`}
        >
          <defs>
            <Head id="head-way" />
            <Head id="head-next" />
          </defs>
          {next.map(({ to, by }) => (
            <Arrow key={to} from={now} to={to} kind="next" title={by.join(", ")} />
          ))}
          {way.map(({ from, to, by }, index) => (
            <Arrow key={index} from={from} to={to} kind="way" title={by} />
          ))}
          {(Object.keys(PLACES) as readonly StatusBefore[]).map((status) => (
            <Status key={status} status={status} kind={kindOf(status, now, passed, next)} />
          ))}
        </svg>
      </div>
      <figcaption class="soft">
        {next.length === 0
          ? `Nothing leads on from ${words(now)}.`
          : `Dashed: where ${words(now)} can lead. ${next.map(({ to, by }) => `${words(to)} (${by.map(words).join(", ")})`).join("; ")}.`}
      </figcaption>
    </figure>
  );
}

interface Next {
  readonly to: string;
  readonly by: readonly string[];
}

/** What a success of each type leads to; orders that a capture or refund opened are as the others here. */
function nextOf(now: string): readonly Next[] {
  const arrows = ARROWS.filter(({ from, to }) => from === now && to !== now);
  return [...new Set(arrows.map(({ to }) => to))].map((to) => ({
    to,
    by: [...new Set(arrows.filter((it) => it.to === to).map(arrowName))],
  }));
}

function kindOf(
  status: string,
  now: string,
  passed: ReadonlySet<string>,
  next: readonly Next[],
): "far" | "next" | "now" | "passed" {
  if (status === now) return "now";
  if (passed.has(status)) return "passed";
  return next.some(({ to }) => to === status) ? "next" : "far";
}

function Head({ id }: { readonly id: string }): VNode {
  return (
    <marker
      id={id}
      class={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="7"
      markerHeight="7"
      orient="auto"
    >
      <path d="M0 0 8 4 0 8z" />
    </marker>
  );
}

function Status({ status, kind }: { readonly status: StatusBefore; readonly kind: string }): VNode {
  const [x, y] = centreOf(status);
  const lines = twoLines(words(status));
  return (
    <g class={`state ${kind}`}>
      <rect x={x - WIDTH / 2} y={y - HEIGHT / 2} width={WIDTH} height={HEIGHT} rx="8" />
      <text x={x} y={y + (lines.length === 1 ? 4 : -3)} text-anchor="middle">
        {lines.map((line, index) => (
          <tspan key={line} x={x} dy={index === 0 ? 0 : 14}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

/** Words of more than fifteen letters do not fit in one line. */
function twoLines(text: string): readonly string[] {
  const [first = "", ...rest] = text.split(" ");
  return text.length <= 15 || rest.length === 0 ? [text] : [first, rest.join(" ")];
}

interface ArrowProps {
  readonly from: string;
  readonly to: string;
  readonly kind: "next" | "way";
  readonly title: string;
}

function Arrow({ from, to, kind, title }: ArrowProps): VNode {
  return (
    <path
      class={`arrow ${kind}`}
      d={from === to ? loopAt(from) : curve(from, to)}
      marker-end={`url(#head-${kind})`}
    >
      <title>{title}</title>
    </path>
  );
}

type Point = readonly [x: number, y: number];

function centreOf(status: string): Point {
  const [column, row] = PLACES[status as StatusBefore];
  return [EDGE + WIDTH / 2 + column * COLUMN, EDGE + HEIGHT / 2 + row * ROW + 22];
}

/** Bent, so that the way there and the way back are two lines, and neither runs through the boxes between. */
function curve(from: string, to: string): string {
  const [[x1, y1], [x2, y2]] = [centreOf(from), centreOf(to)];
  const bend = 0.2;
  const middle: Point = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend];
  const [start, end] = [borderOf([x1, y1], middle), borderOf([x2, y2], middle)];
  return `M${point(start)} Q${point(middle)} ${point(end)}`;
}

/** A transaction that leaves the status as it is. */
function loopAt(status: string): string {
  const [x, y] = centreOf(status);
  const top = y - HEIGHT / 2;
  return `M${point([x - 14, top])} C${point([x - 22, top - 20])} ${point([x + 22, top - 20])} ${point([x + 14, top])}`;
}

/** Where the line from the centre of a box to a point leaves the box. */
function borderOf([x, y]: Point, [towardX, towardY]: Point): Point {
  const [dx, dy] = [towardX - x, towardY - y];
  const share = Math.min(WIDTH / 2 / Math.max(1, Math.abs(dx)), HEIGHT / 2 / Math.max(1, Math.abs(dy)));
  return [x + dx * share, y + dy * share];
}

function point([x, y]: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
