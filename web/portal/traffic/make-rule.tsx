import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { maskNumber } from "../../../server/domain/card/card.ts";
import { textAt } from "../../../server/domain/json.ts";
import { GATEWAY_CODES } from "../../../server/domain/order/outcome.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { rowOf } from "../../../server/domain/record/exchange-row.ts";
import { Action } from "../parts/action.tsx";
import { Copy } from "../parts/copy.tsx";
import { EFFECTS } from "../parts/effects.ts";
import { ruleYaml } from "../parts/rule-yaml.ts";
import type { Rule } from "../parts/rule-yaml.ts";
import { pendingRule } from "../scenarios/with-rule.ts";
import type { ScenarioFiles } from "../state/answers.ts";
import { rootOf, useLoaded } from "../state/loaded.ts";
import { go } from "../state/place.ts";
import { testCards } from "../state/session.ts";

interface MakeRuleProps {
  readonly exchange: Exchange;
  readonly merchantId: string;
}

/** A scenario rule that requests like this one meet: to arm, or to put into a scenario file. */
export function MakeRule({ exchange, merchantId }: MakeRuleProps): VNode {
  const conditions = conditionsOf(exchange);
  const chosen = useSignal<ReadonlySet<string>>(
    new Set(conditions.flatMap(({ name, isUsual }) => (isUsual ? [name] : []))),
  );
  const effects = effectsOf(exchange);
  const effect = useSignal(0);
  const when = Object.fromEntries(
    conditions.filter(({ name }) => chosen.value.has(name)).map(({ name, value }) => [name, value]),
  );
  const rule = {
    id: `like-${exchange.id.slice(0, 8)}`,
    ...(Object.keys(when).length > 0 && { when }),
    ...effects[effect.value]?.[1],
  };
  const yaml = ruleYaml(rule);
  return (
    <form
      aria-label="Make a rule"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Conditions all={conditions} chosen={chosen} />
      <Effects all={effects} chosen={effect} />
      <pre class="snippet" tabIndex={0} aria-label="The rule">
        {yaml}
      </pre>
      <div class="tools">
        <Copy text={yaml} what="the rule">
          Copy the rule
        </Copy>
        <ToFile rule={rule} merchantId={merchantId} />
        <Action
          name="Arm"
          what="it for the next such request"
          method="POST"
          path={`${rootOf(merchantId)}/arm`}
          body={{ rule, times: 1 }}
          onDone={() => undefined}
        />
      </div>
      <p class="soft">
        Armed, it answers the next such request of {merchantId}, before all files; in a scenario file, below{" "}
        <code>rules:</code>, it answers all of them. "Send it again" above tries it.
      </p>
    </form>
  );
}

/** Where a rule goes when there is no file of one's own yet. */
const NEW_FILE = "my-rules";

interface ToFileProps {
  readonly rule: Rule;
  readonly merchantId: string;
}

/** Takes the rule along to the editor of a file; what is inserted is YAML. */
function ToFile({ rule, merchantId }: ToFileProps): VNode | undefined {
  const { value } = useLoaded<ScenarioFiles>("/v1/scenarios");
  if (value === undefined) return undefined;
  const files = value.files.filter(({ file }) => !file.endsWith(".json"));
  const isNewThere = value.files.some(({ name }) => name === NEW_FILE);
  return (
    <select
      class="small"
      aria-label="Put the rule into a file"
      value=""
      onChange={({ currentTarget }) => {
        pendingRule.value = rule;
        go({ page: "scenarios", open: currentTarget.value, query: { merchant: merchantId } });
      }}
    >
      <option value="">Put it into a file …</option>
      {files.map(({ name, file }) => (
        <option key={name} value={name}>
          {file}
        </option>
      ))}
      {isNewThere ? undefined : <option value={NEW_FILE}>A new file: {NEW_FILE}</option>}
    </select>
  );
}

interface ConditionsProps {
  readonly all: readonly Condition[];
  readonly chosen: Signal<ReadonlySet<string>>;
}

function Conditions({ all, chosen }: ConditionsProps): VNode {
  return (
    <fieldset>
      <legend>Requests with</legend>
      {all.map(({ name, value }) => (
        <label key={name} class="choice">
          <input
            type="checkbox"
            checked={chosen.value.has(name)}
            onChange={() => {
              const others = [...chosen.value].filter((other) => other !== name);
              chosen.value = new Set(chosen.value.has(name) ? others : [...others, name]);
            }}
          />
          {name} <span class="digits">{String(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface EffectsProps {
  readonly all: typeof EFFECTS;
  readonly chosen: Signal<number>;
}

function Effects({ all, chosen }: EffectsProps): VNode {
  return (
    <label>
      are answered so
      <select
        value={String(chosen.value)}
        onChange={({ currentTarget }) => (chosen.value = Number(currentTarget.value))}
      >
        {all.map(([words], index) => (
          <option key={words} value={String(index)}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Condition {
  readonly name: string;
  readonly value: number | string;
  /** Whether most rules of this kind have it. */
  readonly isUsual: boolean;
}

/** What can be asked of the request. Of a masked card number only the beginning is known, unless it is a test card. */
function conditionsOf(exchange: Exchange): readonly Condition[] {
  const { operation, amount, currency, order, version } = rowOf(exchange);
  const { body } = exchange.request;
  const masked = textAt(body, "sourceOfFunds.provided.card.number");
  const card = testCards.value.find(({ number }) => number !== undefined && maskNumber(number) === masked);
  const all: readonly (readonly [name: string, value: number | string | undefined, isUsual: boolean])[] = [
    ["operation", operation, true],
    ["card", card?.number, true],
    ["cardPrefix", card === undefined ? masked?.slice(0, 6) : undefined, true],
    ["amount", amount, true],
    ["currency", currency, false],
    ["order", order, false],
    ["reference", textAt(body, "order.reference"), false],
    ["version", version, false],
  ];
  return all.flatMap(([name, value, isUsual]) => (value === undefined ? [] : { name, value, isUsual }));
}

/** As it was answered, what happens often, and every gateway code. */
function effectsOf({ scenario }: Exchange): typeof EFFECTS {
  const code = scenario?.gatewayCode;
  const same: typeof EFFECTS =
    code === undefined ? [] : [[`As this one: ${code}`, { outcome: code }] as const];
  const codes = Object.keys(GATEWAY_CODES).map((outcome) => [outcome, { outcome }] as const);
  return [...same, ...EFFECTS, ...codes];
}
