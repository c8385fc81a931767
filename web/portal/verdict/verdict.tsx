import type { VNode } from "preact";
import { Copy } from "../parts/copy.tsx";
import type { ContractCoverage, RuleCoverage, Scorecard } from "../state/answers.ts";
import { curlOf, quoted } from "../state/api.ts";
import { rootOf, useLoaded } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";
import { Conduct } from "./conduct.tsx";
import { OfContracts, OfPlan } from "./coverage.tsx";
import { OverTime } from "./over-time.tsx";

/**
 * How the merchant's client behaved, and what its requests have covered. Conduct looks at the whole journal, so that it
 * is asked for by the reader and not by each request that comes in.
 */
export function Verdict(): VNode {
  const root = rootOf(merchant.value);
  const conduct = useLoaded<Scorecard>(`${root}/conduct`);
  const plan = useLoaded<RuleCoverage>(`${root}/coverage`);
  const contracts = useLoaded<ContractCoverage>(`${root}/contract-coverage`);
  const checkAgain = (): void => {
    for (const { reload } of [conduct, plan, contracts]) reload();
  };
  return (
    <div class="column">
      <header class="page-head">
        <h1>Verdict on {merchant.value}</h1>
        <button type="button" class="small main" onClick={checkAgain}>
          Check again
        </button>
      </header>
      {conduct.value && <Conduct card={conduct.value} />}
      {plan.value && <OfPlan coverage={plan.value} />}
      {contracts.value && <OfContracts coverage={contracts.value} />}
      <OverTime />
      <Reports />
    </div>
  );
}

const REPORTS = [
  ["Everything on one page", "report.html"],
  ["Scorecard of conduct", "conduct"],
  ["Contract findings by field", "findings"],
  ["Coverage of the test plan", "coverage"],
  ["Coverage of the contracts", "contract-coverage"],
] as const;

/** The same as files: for tickets, and for programs. */
function Reports(): VNode {
  const report = `npx gateway-sandbox report --url '${location.origin}' --merchant '${quoted(merchant.value)}' --report html=report.html`;
  return (
    <section class="sheet entry" aria-label="Reports">
      <h2>Reports</h2>
      <ul class="plain">
        {REPORTS.map(([name, what]) => (
          <li key={what} class="item">
            <span>{name}</span>
            <span class="tools">
              <a
                class="button small"
                aria-label={`Download ${name}`}
                href={`/_sandbox${rootOf(merchant.value)}/${what}`}
                download={`${merchant.value}-${what.includes(".") ? what : `${what}.json`}`}
              >
                Download
              </a>
              <Copy
                text={curlOf("GET", `${rootOf(merchant.value)}/${what}`)}
                what={`the command for ${name}`}
              >
                Command
              </Copy>
            </span>
          </li>
        ))}
        <li class="item">
          <span>
            In a pipeline <span class="soft">HTML, JUnit, SARIF, HAR and Markdown</span>
          </span>
          <Copy text={report} what="the command for the report">
            Command
          </Copy>
        </li>
      </ul>
    </section>
  );
}
