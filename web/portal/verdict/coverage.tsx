import type { VNode } from "preact";
import { ExchangeLinks } from "../parts/exchange-links.tsx";
import { Share } from "../parts/share.tsx";
import type { ContractCoverage, CoverageItem, RuleCoverage } from "../state/answers.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";

/** Which cases of the test plan the merchant's requests have run into, the missing ones first. */
export function OfPlan({ coverage: { cases, rules } }: { readonly coverage: RuleCoverage }): VNode {
  const sorted = cases.toSorted((one, other) => Number(one.times > 0) - Number(other.times > 0));
  return (
    <section class="sheet entry" aria-label="Coverage of the test plan">
      <h2>Coverage of the test plan</h2>
      <Share name="Rules" met={rules.filter(({ times }) => times > 0).length} of={rules.length} />
      {cases.length === 0 ? (
        <p class="soft">
          The active scenario files name no cases of a test plan. Give their rules a <code>case</code>.
        </p>
      ) : (
        <Share name="Cases" met={cases.filter(({ times }) => times > 0).length} of={cases.length} />
      )}
      <p>
        <a href={hrefOf({ page: "scenarios", query: { merchant: merchant.value, used: "never" } })}>
          Rules that have never answered
        </a>
      </p>
      {cases.length === 0 ? undefined : (
        <table>
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Rules</th>
              <th scope="col">Answers</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ case: number, times, rules: names }) => (
              <tr key={number}>
                <td class="digits">{number}</td>
                <td class="digits">{names.join(", ")}</td>
                <td>{times === 0 ? <span class="badge declined">never</span> : times}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const AREAS: Readonly<Record<string, string>> = {
  operations: "Operations by version",
  transitions: "Changes of an order's status",
  refusals: "Kinds of refusals",
  rules: "Order rules that refused",
  codes: "Gateway codes",
};

/** What of the gateway was met, and what never. */
export function OfContracts({ coverage: { areas } }: { readonly coverage: ContractCoverage }): VNode {
  return (
    <section class="sheet entry" aria-label="Coverage of the contracts">
      <h2>Coverage of the contracts</h2>
      {Object.entries(areas).map(([area, { met, of, items }]) => (
        <details key={area} class="step plain">
          <summary>
            <Share name={AREAS[area] ?? area} met={met} of={of} />
          </summary>
          <div class="step-body">
            <Items title="Missing" items={items.filter(({ isMet }) => !isMet)} />
            <Items title="Met" items={items.filter(({ isMet }) => isMet)} />
          </div>
        </details>
      ))}
    </section>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly items: readonly CoverageItem[];
}

function Items({ title, items }: ItemsProps): VNode | undefined {
  if (items.length === 0) return undefined;
  return (
    <>
      <h3>{`${title}: ${items.length}`}</h3>
      <ul class="chips">
        {items.map((item) => (
          <li key={item.name}>
            <span class="digits">{wordsOf(item)}</span>
            {item.times === 0 ? undefined : <span class="soft">{`${item.times}×`}</span>}
            {item.example === undefined ? undefined : <ExchangeLinks ids={[item.example]} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function wordsOf({ name, about: { transaction, from, to } }: CoverageItem): string {
  return from === undefined || to === undefined ? name : `${transaction ?? ""}: ${from} → ${to}`;
}
