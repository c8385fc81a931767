import type { VNode } from "preact";
import { ExchangeLinks } from "../parts/exchange-links.tsx";
import type { RuleScore, Scorecard } from "../state/answers.ts";

/** The scorecard: what was broken stands open, the rest folds. */
export function Conduct({ card }: { readonly card: Scorecard }): VNode {
  const { passed, exchanges, rules, kept, blindSpots } = card;
  const broken = rules.filter(({ remarks }) => remarks.length > 0);
  const unjudged = rules.filter(({ isJudged }) => !isJudged);
  const good = rules.filter(({ isJudged, remarks }) => isJudged && remarks.length === 0);
  return (
    <section class="sheet entry" aria-label="Conduct">
      <h2>
        Conduct{" "}
        {exchanges === 0 ? undefined : (
          <span class={`badge ${passed ? "approved" : "refused"}`}>{passed ? "Passed" : "Failed"}</span>
        )}
      </h2>
      <p class="soft">
        {exchanges === 0
          ? "No request yet, so there is nothing to judge."
          : `Requests checked: ${exchanges}. Rules broken: ${broken.length}, kept: ${kept}, not judged: ${unjudged.length}.`}
      </p>
      {broken.map((rule) => (
        <Broken key={rule.id} rule={rule} />
      ))}
      {exchanges === 0 ? undefined : (
        <>
          <Folded title="Kept" kind="good" sentences={good.map(({ duty }) => duty)} />
          <Folded title="Not judged" kind="plain" sentences={unjudged.map(({ duty }) => duty)} />
          <Folded title="What the requests do not show" kind="plain" sentences={blindSpots} />
        </>
      )}
    </section>
  );
}

const KINDS = { error: "refused", warning: "declined", note: "pending" } as const;

function Broken({ rule }: { readonly rule: RuleScore }): VNode {
  const { severity, title, reason, remarks } = rule;
  return (
    <details class={`step ${severity === "error" ? "bad" : "wait"}`} open>
      <summary>
        <span class={`badge ${KINDS[severity]}`}>{severity}</span> <span class="step-title">{title}</span>
      </summary>
      <div class="step-body">
        <p class="soft">{reason}</p>
        <ul class="findings">
          {remarks.map(({ message, exchanges, count }, index) => (
            <li key={index}>
              <p>
                {message}
                {count > 1 ? <span class="soft">{` ${count} times`}</span> : undefined}
              </p>
              <ExchangeLinks ids={exchanges} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly kind: "good" | "plain";
  readonly sentences: readonly string[];
}

function Folded({ title, kind, sentences }: FoldedProps): VNode | undefined {
  if (sentences.length === 0) return undefined;
  return (
    <details class={`step ${kind}`}>
      <summary>
        <span class="step-title">{title}</span> <span class="step-verdict">{sentences.length}</span>
      </summary>
      <ul class="step-body">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
