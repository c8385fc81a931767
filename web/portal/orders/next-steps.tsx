import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Copy, tell } from "../parts/copy.tsx";
import { Password } from "../parts/password.tsx";
import type { NextStep } from "../state/answers.ts";
import { gatewayCurl } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";

interface NextStepsProps {
  readonly steps: readonly NextStep[];
  readonly onDone: () => Promise<unknown>;
}

const NAMES: Readonly<Record<string, string>> = {
  CAPTURE: "Capture",
  REFUND: "Refund",
  VOID: "Void",
  UPDATE_AUTHORIZATION: "Update authorization",
};

/** What may be done next, each with a button and its command; and of the rest, why not. */
export function NextSteps({ steps, onDone }: NextStepsProps): VNode {
  const possible = steps.filter(({ isAllowed }) => isAllowed);
  const others = steps.filter(({ isAllowed }) => !isAllowed);
  return (
    <section aria-label="What may be done next">
      <h2>Next</h2>
      {possible.length === 0 ? <p class="soft">Nothing more can be done with this order.</p> : <Password />}
      {possible.map((step) => (
        <Step key={`${step.operation} ${step.path}`} step={step} onDone={onDone} />
      ))}
      {others.length === 0 ? undefined : (
        <details class="step plain">
          <summary>
            Why not {others.map(({ operation }) => NAMES[operation] ?? operation).join(", ")}?
          </summary>
          <dl class="step-body refusals">
            {others.map(({ operation, why }) => (
              <div key={operation}>
                <dt>{NAMES[operation] ?? operation}</dt>
                <dd>{why}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

function Step({ step, onDone }: { readonly step: NextStep; readonly onDone: () => Promise<unknown> }): VNode {
  const { transaction } = step.body as { readonly transaction?: Readonly<Record<string, string>> };
  const amount = useSignal(transaction?.["amount"] ?? "");
  const refused = useSignal<{ readonly exchange: string; readonly words: string } | undefined>(undefined);
  const hasAmount = transaction?.["amount"] !== undefined;
  const body = hasAmount
    ? { ...step.body, transaction: { ...transaction, amount: amount.value } }
    : step.body;
  const name = NAMES[step.operation] ?? step.operation;
  const act = async (): Promise<void> => {
    const { status, body: answer, exchange = "" } = await callGateway(merchant.value, { ...step, body });
    refused.value = status < 300 ? undefined : { exchange, words: explanationIn(answer) };
    if (status < 300) tell(`${name}: done`);
    await onDone();
  };
  return (
    <form
      class="next-step"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      {hasAmount ? (
        <input
          aria-label={`Amount to ${name.toLowerCase()}`}
          inputMode="decimal"
          class="digits"
          value={amount.value}
          onInput={({ currentTarget }) => (amount.value = currentTarget.value)}
        />
      ) : (
        <span class="soft digits">{`transaction ${transaction?.["targetTransactionId"] ?? ""}`}</span>
      )}
      <button class="small main">{name}</button>
      <Copy text={gatewayCurl(merchant.value, { ...step, body })} what={`the command for ${name}`}>
        Command
      </Copy>
      {refused.value === undefined ? undefined : (
        <p class="fault" role="alert">
          {refused.value.words} <a href={hrefOf({ page: "traffic", open: refused.value.exchange })}>Why?</a>
        </p>
      )}
    </form>
  );
}

function explanationIn(answer: unknown): string {
  const { error } = answer as { readonly error?: { readonly explanation?: string } };
  return error?.explanation ?? "The gateway refused it.";
}
