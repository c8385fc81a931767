import type { VNode } from "preact";
import { ruleWords, unaskedWords } from "../../../server/domain/record/deliberation.ts";
import type { Decider, RuleName } from "../../../server/domain/record/deliberation.ts";
import type { ExchangeScenario } from "../../../server/domain/record/exchange.ts";
import { playWords } from "../../../server/domain/record/explanation.ts";
import { Step } from "./step.tsx";

interface ScenarioProps {
  readonly scenario: ExchangeScenario;
  readonly pausedBy: readonly RuleName[];
}

/** Who decided, the rules that were asked before, and what the scenario did to the answer. */
export function Scenario({ scenario, pausedBy }: ScenarioProps): VNode {
  const {
    files,
    revision,
    tried,
    ofOtherCards,
    addedBy,
    decidedBy,
    gatewayCode,
    step,
    delayMs,
    hold,
    chaos,
    notification,
  } = scenario;
  const effects = [
    ...(delayMs > 0 ? [`It waited ${delayMs} ms for the acquirer.`] : []),
    ...(hold === undefined ? [] : [`It was held ${hold}.`]),
    ...(chaos ? ["Chaos: unknown members, in any order."] : []),
    ...(notification === undefined ? [] : [`Its notification: ${playWords(notification).join(", ")}.`]),
    ...addedBy.map((rule) => `${ruleWords(rule)} added to the answer.`),
    ...pausedBy.map((rule) => `${ruleWords(rule)} made it wait.`),
  ];
  return (
    <Step
      title="Scenario"
      verdict={`${gatewayCode}, by ${deciderWords(decidedBy)}`}
      kind="good"
      isOpen={decidedBy.kind !== "default" || effects.length > 0}
    >
      <p class="soft">
        Files {files.join(", ")} in revision {revision}
        {step === undefined ? "" : `, step ${step} of a sequence`}.
      </p>
      {effects.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {tried.length === 0 ? undefined : (
        <table>
          <caption>Rules that were asked before, and the condition that failed</caption>
          <tbody>
            {tried.map(({ scenario: file, id, failed }) => (
              <tr key={`${file}#${id}`}>
                <th scope="row" class="digits">{`${file}#${id}`}</th>
                <td>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ofOtherCards === undefined ? undefined : <p class="soft">{unaskedWords(ofOtherCards)}.</p>}
    </Step>
  );
}

function deciderWords(decidedBy: Decider): string {
  switch (decidedBy.kind) {
    case "rule":
      return ruleWords(decidedBy);
    case "table":
      return `the table ${decidedBy.table} of ${decidedBy.scenario}`;
    case "interface":
      return `the gateway itself: ${decidedBy.rule}`;
    case "reference":
      return `the reference ${decidedBy.reference}`;
    case "default":
      return "nobody: no rule matched";
    default:
      return `the ${decidedBy.kind.replace("-", " ")}`;
  }
}
