import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Copy, tell } from "../parts/copy.tsx";
import { Password } from "../parts/password.tsx";
import type { NextStep } from "../state/answers.ts";
import { gatewayCurl } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { remarkOn } from "./remark.ts";
import type { Remark } from "./remark.ts";

interface NextStepsProps {
  readonly orderId: string;
  readonly status: string;
  readonly steps: readonly NextStep[];
  readonly onDone: () => Promise<unknown>;
}

const NAMES: Readonly<Record<string, string>> = {
  CAPTURE: "Capture",
  REFUND: "Refund",
  VOID: "Void",
  UPDATE_AUTHORIZATION: "Update authorization",
  PAY: "Pay again",
  AUTHORIZE: "Authorize again",
};

/** What may be done next, each with a button and its command; and of the rest, why not. */
export function NextSteps({ orderId, status, steps, onDone }: NextStepsProps): VNode {
  const possible = steps.filter(({ isAllowed }) => isAllowed);
  const others = steps.filter(({ isAllowed }) => !isAllowed);
  // Not within the step: what has been done is no next step any more.
  const remark = useSignal<Remark | undefined>(undefined);
  const onRemark = async (found: Remark | undefined): Promise<void> => {
    remark.value = found;
    await onDone();
  };
  return (
    <section aria-label="What may be done next">
      <h2>Next</h2>
      {remark.value === undefined ? undefined : (
        <p class="fault" role="alert">
          {remark.value.words} <a href={hrefOf({ page: "traffic", ...remark.value.why })}>Why?</a>
        </p>
      )}
      {possible.length === 0 ? (
        <p class="soft">None of these can be done with this order now.</p>
      ) : (
        <Password />
      )}
      {status === "FAILED" && possible.length > 0 ? (
        <p class="soft">
          No money has moved, and the gateway takes another payment for the order, as a transaction with an id
          of its own. These are sent with the card that is approved unless one of your rules says otherwise.
        </p>
      ) : undefined}
      {possible.some(({ isExampleAmount }) => isExampleAmount) ? (
        <p class="soft">No request of this order had an amount, so the amount below is only an example.</p>
      ) : undefined}
      {possible.map((step) => (
        <Step key={`${step.operation} ${step.path}`} orderId={orderId} step={step} onRemark={onRemark} />
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

interface StepProps extends Pick<NextStepsProps, "orderId"> {
  readonly step: NextStep;
  readonly onRemark: (remark: Remark | undefined) => Promise<void>;
}

interface StepBody {
  readonly order?: Readonly<Record<string, string>>;
  readonly transaction?: Readonly<Record<string, string>>;
}

function Step({ orderId, step, onRemark }: StepProps): VNode {
  const { order, transaction } = step.body as StepBody;
  const money = order ?? transaction;
  const amount = useSignal(money?.["amount"] ?? "");
  const hasAmount = money?.["amount"] !== undefined;
  const changed = { ...money, amount: amount.value };
  const body = hasAmount
    ? { ...step.body, ...(order === undefined ? { transaction: changed } : { order: changed }) }
    : step.body;
  const name = NAMES[step.operation] ?? step.operation;
  const act = async (): Promise<void> => {
    const remark = await remarkOn(orderId, () => callGateway(merchant.value, { ...step, body }));
    if (remark === undefined) tell(`${name}: done`);
    await onRemark(remark);
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
    </form>
  );
}
