import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Copy } from "../parts/copy.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { Password } from "../parts/password.tsx";
import type { Json } from "../../../server/domain/json.ts";
import { attempt } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import type { Answered } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { about, merchant, password, testCards } from "../state/session.ts";
import { CARD, firstPayment } from "./first-payment.ts";
import { SNIPPETS } from "./snippets.ts";

/** How to point a client here, and a first payment at the press of a button. */
export function Start(): VNode {
  return (
    <div class="start">
      <h1>Point your client here, and see why every answer is what it is</h1>
      <div class="start-columns">
        <Access />
        <FirstPayment />
      </div>
      <Snippets />
      <Cards />
      <p class="soft">
        Version {about.value?.version ?? "…"}. Merchants that may call: {about.value?.merchants ?? "…"}. All
        of this as an API: <a href="/_sandbox/docs">control API</a>,{" "}
        <a href="/_sandbox/openapi/latest.json">the gateway's OpenAPI document</a>.
      </p>
    </div>
  );
}

function Access(): VNode {
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Address", `${location.origin}/api/rest/version/100`],
    ["Merchant", merchant.value],
    ["User", `merchant.${merchant.value}`],
    ["Password", password.value ?? "as SANDBOX_PASSWORD or the merchants file says"],
  ];
  return (
    <section class="sheet" aria-label="Access">
      <h2>Your client's settings</h2>
      <dl class="access">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <Copy text={value} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="soft">Versions 1 to 100 are all there: put the one your client speaks into the address.</p>
    </section>
  );
}

function FirstPayment(): VNode {
  const number = useSignal(CARD);
  const answered = useSignal<Answered | undefined>(undefined);
  const order = useSignal("");
  const pay = (): Promise<void> =>
    attempt(async () => {
      const payment = firstPayment(merchant.value, number.value);
      order.value = payment.order;
      answered.value = await callGateway(merchant.value, payment);
    });
  return (
    <section class="sheet" aria-label="First payment">
      <h2>A first payment</h2>
      <Password />
      <label for="card">Card</label>
      <select
        id="card"
        value={number.value}
        onChange={({ currentTarget }) => (number.value = currentTarget.value)}
      >
        <option value={CARD}>{`${CARD} · APPROVED`}</option>
        {testCards.value.map((card) =>
          card.number === undefined ? undefined : (
            <option key={card.number} value={card.number}>{`${card.number} · ${card.gatewayCode}`}</option>
          ),
        )}
      </select>
      <button type="button" class="main" onClick={() => void pay()}>
        Pay 12.34 USD
      </button>
      <div aria-live="polite">
        {answered.value === undefined ? undefined : <Result answered={answered.value} order={order.value} />}
      </div>
    </section>
  );
}

function Result({ answered, order }: { readonly answered: Answered; readonly order: string }): VNode {
  const { status, body, exchange } = answered;
  const { result, response } = body as {
    readonly result?: string;
    readonly response?: { readonly gatewayCode?: string };
  };
  return (
    <div class={`notice ${result === "SUCCESS" ? "good" : "bad"}`}>
      <p>
        <b>{`${status} ${result ?? ""} ${response?.gatewayCode ?? ""}`}</b>
      </p>
      <p>
        <a href={hrefOf({ page: "traffic", open: exchange })}>See why</a>
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

function Snippets(): VNode {
  const chosen = useSignal(0);
  const call = {
    merchant: merchant.value,
    password: password.value ?? "YOUR_PASSWORD",
    origin: location.origin,
  };
  const snippet = SNIPPETS[chosen.value] ?? SNIPPETS[0];
  const text = snippet.text(call);
  return (
    <section class="sheet" aria-label="Snippets">
      <div class="tabs" role="group" aria-label="Language">
        <h2>The same payment from</h2>
        {SNIPPETS.map(({ language }, index) => (
          <button
            key={language}
            type="button"
            class="small"
            aria-pressed={index === chosen.value}
            onClick={() => (chosen.value = index)}
          >
            {language}
          </button>
        ))}
        <Copy text={text} what={`the ${snippet.language} snippet`} />
      </div>
      <pre class="snippet" tabIndex={0} aria-label={`${snippet.language} snippet`}>
        {text}
      </pre>
    </section>
  );
}

function Cards(): VNode | undefined {
  if (testCards.value.length === 0) return undefined;
  return (
    <section class="sheet" aria-label="Magic cards">
      <h2>Magic cards</h2>
      <p class="soft">
        Each number always brings the answer beside it, with any expiry, security code and amount.
      </p>
      <ul class="cards">
        {testCards.value.map(({ number = "any", expiry, gatewayCode }, index) => (
          <li key={index}>
            <span class="digits">{number}</span>
            <span class="soft digits">{expiry === undefined ? "" : `expires ${expiry}`}</span>
            <b>{gatewayCode}</b>
            <Copy text={number === "any" ? (expiry ?? "") : number} what={`the card for ${gatewayCode}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
