import type { VNode } from "preact";
import { ExchangeLinks } from "../parts/exchange-links.tsx";
import { FilterChoice, NothingFound } from "../parts/filter-bar.tsx";
import type { CoveredRule, RuleCoverage } from "../state/answers.ts";
import { place } from "../state/place.ts";

function wordsOf(used: string): string {
  return used === "yes" ? "Have answered" : "Have never answered";
}

/** The rules of the active files, each with how often it answered; those of a test plan by case. */
export function RuleCounts({ coverage }: { readonly coverage: RuleCoverage }): VNode {
  const used = place.value.query["used"] ?? "";
  const all = [...coverage.rules, ...coverage.shipped, ...coverage.others];
  const shown = all.filter(({ times }) => used === "" || times > 0 === (used === "yes"));
  const files = [...new Set(shown.map(({ scenario }) => scenario))];
  return (
    <section class="sheet entry" aria-label="Rules">
      <header class="page-head">
        <h2>Rules</h2>
        <FilterChoice name="used" label="All rules" options={["yes", "never"]} words={wordsOf} />
      </header>
      {shown.length > 0 ? undefined : used === "" ? (
        <p class="soft">The active files have no rules.</p>
      ) : (
        <NothingFound names={["used"]} />
      )}
      {files.map((file) => (
        <OfFile key={file} name={file} rules={shown.filter(({ scenario }) => scenario === file)} />
      ))}
    </section>
  );
}

interface OfFileProps {
  readonly name: string;
  readonly rules: readonly CoveredRule[];
}

function OfFile({ name, rules }: OfFileProps): VNode {
  return (
    <details class="step plain" open>
      <summary>
        <span class="step-title digits">{name}</span>{" "}
        <span class="step-verdict">{rules.length === 1 ? "1 rule" : `${rules.length} rules`}</span>
      </summary>
      <div class="step-body">
        <table>
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Rule</th>
              <th scope="col">Answers</th>
            </tr>
          </thead>
          <tbody>
            {rules.toSorted(byCase).map(({ id, case: number, note, times, lastExchange }) => (
              <tr key={id}>
                <td class="digits">{number}</td>
                <td>
                  <span class="digits">{id}</span> <span class="soft">{note}</span>
                </td>
                <td>
                  {times === 0 ? <span class="soft">never</span> : times}{" "}
                  {lastExchange === undefined ? undefined : <ExchangeLinks ids={[lastExchange]} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Cases are numbers with points, such as 4.10; rules without one keep their order behind them. */
function byCase({ case: one }: CoveredRule, { case: other }: CoveredRule): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return one.localeCompare(other, "en", { numeric: true });
}
