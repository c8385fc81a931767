import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { hiddenIn, numberLike, withoutMasks } from "../../../server/domain/card/hidden-members.ts";
import { isObject, valueAt } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { requestPath } from "../../../server/domain/record/request-path.ts";
import { BodyField } from "../parts/body-field.tsx";
import { Copy } from "../parts/copy.tsx";
import { Password } from "../parts/password.tsx";
import { attempt, gatewayCurl } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import { go, place } from "../state/place.ts";
import { testCards } from "../state/session.ts";

interface SendAgainProps {
  readonly exchange: Exchange;
  readonly merchantId: string;
}

/** The request once more, as it was or changed. What was masked is gone, so that stand-ins are sent in its place. */
export function SendAgain({ exchange, merchantId }: SendAgainProps): VNode {
  const { request, transition } = exchange;
  const opened = transition !== undefined && transition.before === undefined;
  const orderId = useSignal(request.orderId && (opened ? another(request.orderId) : request.orderId));
  const transactionId = useSignal(
    request.transactionId && (opened ? request.transactionId : another(request.transactionId)),
  );
  const body = useSignal(textOf(sendable(request.body)));
  const fault = useSignal("");
  // The path that was called may be masked, and has the ids of before.
  const again = { ...request, path: undefined, orderId: orderId.value, transactionId: transactionId.value };
  const path = requestPath({ request: again, merchantId });
  const lost = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).join(" and ");
  if (lost !== "") return <p>It cannot be sent: the journal does not hold the path's {lost}.</p>;
  const sent = jsonIn(body.value);
  const send = (): Promise<void> =>
    attempt(async () => {
      if (sent === undefined && body.value !== "") {
        fault.value = "The body is not JSON.";
        return;
      }
      const { exchange: id } = await callGateway(merchantId, { method: request.method, path, body: sent });
      if (id !== undefined) go({ page: "traffic", open: id, query: place.peek().query });
    });
  return (
    <form
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Password />
      <div class="fields">
        {orderId.value === undefined ? undefined : <Field name="Order id" value={orderId} />}
        {transactionId.value === undefined ? undefined : (
          <Field name="Transaction id" value={transactionId} />
        )}
      </div>
      {request.body === undefined ? undefined : <BodyField text={body} />}
      <StandIns recorded={request.body} sent={sent} />
      <p class="fault" role="alert">
        {fault.value}
      </p>
      <div class="tools">
        <button class="small main">Send</button>
        <Copy
          text={gatewayCurl(merchantId, { method: request.method, path, body: sent })}
          what="the command that sends it"
        >
          Command
        </Copy>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly value: Signal<string | undefined>;
}

function Field({ name, value }: FieldProps): VNode {
  return (
    <label>
      {name}
      <input
        class="digits"
        required
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
    </label>
  );
}

interface StandInsProps {
  readonly recorded: Json | undefined;
  readonly sent: JsonObject | undefined;
}

function StandIns({ recorded, sent }: StandInsProps): VNode | undefined {
  const hidden = hiddenIn(recorded);
  if (hidden.length === 0) return undefined;
  return (
    <p class="soft">
      Masked in the journal, so that stand-ins are sent instead:{" "}
      {hidden.map(({ path }) => `${path} as ${shown(sent, path)}`).join(", ")}.
    </p>
  );
}

/** An id that nothing has had: the gateway knows a transaction by its id. */
function another(id: string): string {
  return `${id.slice(0, 30)}-${Date.now().toString(36).slice(-5)}`;
}

/** As `gateway-sandbox replay` would send it. */
function sendable(body: Json | undefined): Json | undefined {
  const numbers = testCards.peek().map(({ number = "" }) => number);
  return isObject(body) ? withoutMasks(body, (masked) => numberLike(masked, numbers)) : body;
}

function shown(body: JsonObject | undefined, member: string): string {
  const value = valueAt(body, member);
  return typeof value === "string" ? value : "it is written above";
}

function textOf(body: Json | undefined): string {
  return body === undefined ? "" : JSON.stringify(body, undefined, 2);
}

function jsonIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
