import type { VNode } from "preact";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Json } from "../../../server/domain/json.ts";
import { JsonView } from "../parts/json-view.tsx";
import { Password } from "../parts/password.tsx";
import type { Answered } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { merchant, testCards } from "../state/session.ts";
import { CARD } from "./first-payment.ts";
import type { Wish } from "./first-payment.ts";

/** A payment that was sent, and what came back. */
export interface Made {
  readonly order: string;
  readonly answered: Answered;
}

interface FirstPaymentProps {
  readonly wish: Signal<Wish>;
  readonly made: ReadonlySignal<Made | undefined>;
  readonly onPay: () => Promise<void>;
}

const OPERATIONS = [
  ["PAY", "Pay: captured at once"],
  ["AUTHORIZE", "Authorize: to be captured later"],
] as const;

/** A payment to choose and to send, and what came of it. */
export function FirstPayment({ wish, made, onPay }: FirstPaymentProps): VNode {
  const { number, operation } = wish.value;
  const known = testCards.value.flatMap((card) =>
    card.number === undefined ? [] : [[card.number, card.gatewayCode]],
  );
  return (
    <>
      <h2>A first payment</h2>
      <Password />
      <label for="card">Card</label>
      <select
        id="card"
        value={number}
        onChange={({ currentTarget }) => {
          wish.value = { ...wish.value, number: currentTarget.value, expiry: undefined };
        }}
      >
        <option value={CARD}>{`${CARD} · APPROVED`}</option>
        {known.map(([id, code]) => (
          <option key={id} value={id}>{`${id} · ${code}`}</option>
        ))}
      </select>
      <label for="operation">What for</label>
      <select
        id="operation"
        value={operation}
        onChange={({ currentTarget }) => {
          const [chosen] = OPERATIONS.find(([name]) => name === currentTarget.value) ?? OPERATIONS[0];
          wish.value = { ...wish.value, operation: chosen };
        }}
      >
        {OPERATIONS.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <button type="button" class="main" onClick={() => void onPay()}>
        {operation === "PAY" ? "Pay" : "Authorize"} 12.34 USD
      </button>
      <div aria-live="polite">{made.value === undefined ? undefined : <Result made={made.value} />}</div>
    </>
  );
}

function Result({ made: { order, answered } }: { readonly made: Made }): VNode {
  const { status, body, exchange } = answered;
  const { result, response } = body as {
    readonly result?: string;
    readonly response?: { readonly gatewayCode?: string };
  };
  return (
    <div class={`notice ${kindOf(result)}`}>
      <p>
        <b>{`${status} ${result ?? ""} ${response?.gatewayCode ?? ""}`}</b>
      </p>
      <p>
        <a href={hrefOf({ page: "traffic", open: exchange, query: { merchant: merchant.value } })}>See why</a>
        {status < 300 ? (
          <>
            {" "}
            or{" "}
            <a href={hrefOf({ page: "orders", open: order, query: { merchant: merchant.value } })}>
              open the order
            </a>
          </>
        ) : undefined}
      </p>
      <details>
        <summary>The answer</summary>
        <JsonView title="Answer" value={body as Json} />
      </details>
    </div>
  );
}

/** The colours of what came of a request: approved, declined, pending, and refused. */
function kindOf(result = ""): string {
  return { SUCCESS: "good", FAILURE: "", PENDING: "", UNKNOWN: "" }[result] ?? "bad";
}
