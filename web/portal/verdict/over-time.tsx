import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { ENDINGS } from "../../../server/domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import { endingWord } from "../parts/badge.tsx";
import { rows } from "../state/feed.ts";
import { merchant } from "../state/session.ts";
import { shownDate, spanOf, timeStyle } from "../state/times.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { overTime } from "./traffic-over-time.ts";
import type { OverTimeData, Span } from "./traffic-over-time.ts";

/** So often the charts look what has come, in milliseconds, however much that is. */
const LOOK_MS = 1_000;

/** How the merchant's requests ended, and how fast they were answered, over time: of those that the traffic lists. */
export function OverTime(): VNode {
  const held = useSignal<readonly ExchangeRow[]>(rows.peek());
  useEffect(() => {
    const timer = setInterval(() => (held.value = rows.peek()), LOOK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const data = useMemo(
    () => overTime(held.value.filter((row) => row.merchant === merchant.value)),
    [held.value, merchant.value],
  );
  return (
    <section class="sheet entry" aria-label="Over time">
      <h2>Over time</h2>
      {data === undefined ? <p class="soft">No request yet.</p> : <Charts data={data} />}
    </section>
  );
}

function Charts({ data }: { readonly data: OverTimeData }): VNode {
  const { spans, lengthMs } = data;
  const endings = ENDINGS.filter((ending) => spans.some(({ counts }) => counts[ending] > 0));
  const frame = {
    ...{ times: spans.map(({ at }) => at), lengthMs },
    isUtc: timeStyle.value === "utc" || timeStyle.value === "merchant",
  };
  return (
    <>
      <ChartFrame
        title="Outcomes"
        keys={endings.map((ending) => [ending, endingWord(ending)])}
        pointText={(index) => told(spans[index], (span) => countWords(span, endings))}
        wish={{
          ...frame,
          series: endings.map((ending) => ({
            colour: `--${ending}`,
            kind: "bar",
            values: spans.map(({ counts }) => counts[ending]),
          })),
          valueText: (value) => (Number.isInteger(value) ? String(value) : ""),
        }}
      />
      <ChartFrame
        title="Latency"
        keys={[
          ["median", "Half of the answers within"],
          ["slow", "95 % within"],
        ]}
        pointText={(index) => told(spans[index], latencyWords)}
        wish={{
          ...frame,
          series: [
            { colour: "--soft-ink", kind: "dashed", values: spans.map(({ slow }) => slow) },
            { colour: "--accent", kind: "line", values: spans.map(({ median }) => median) },
          ],
          valueText: spanOf,
        }}
      />
      <Numbers spans={spans} endings={endings} />
    </>
  );
}

function told(span: Span | undefined, words: (span: Span) => string): string {
  return span === undefined ? "" : `From ${shownDate(new Date(span.at).toISOString())}: ${words(span)}`;
}

function countWords({ counts }: Span, endings: readonly Ending[]): string {
  const parts = endings.filter((ending) => counts[ending] > 0);
  return parts.length === 0
    ? "nothing"
    : parts.map((ending) => `${counts[ending]} ${endingWord(ending).toLowerCase()}`).join(", ");
}

function latencyWords({ median, slow }: Span): string {
  return median === null || slow === null
    ? "nothing"
    : `half within ${spanOf(median)}, and 95 % within ${spanOf(slow)}`;
}

interface NumbersProps {
  readonly spans: readonly Span[];
  readonly endings: readonly Ending[];
}

/** The same for those who do not see the charts; spans in which nothing came are left out. */
function Numbers({ spans, endings }: NumbersProps): VNode {
  return (
    <details class="step plain">
      <summary>
        <span class="step-title">The numbers</span>
      </summary>
      <div class="step-body scrolled" tabIndex={0} role="group" aria-label="The numbers">
        <table>
          <thead>
            <tr>
              {["From", ...endings.map(endingWord), "Half within", "95 % within"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spans.map(({ at, counts, median, slow }) =>
              median === null || slow === null ? undefined : (
                <tr key={at}>
                  <th scope="row">{shownDate(new Date(at).toISOString())}</th>
                  {endings.map((ending) => (
                    <td key={ending}>{counts[ending]}</td>
                  ))}
                  <td>{spanOf(median)}</td>
                  <td>{spanOf(slow)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </details>
  );
}
