import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { breakable, Copy } from "../parts/copy.tsx";
import { attempt } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { about, isExample, merchant, password, testCards } from "../state/session.ts";
import { CARD, firstPayment } from "./first-payment.ts";
import type { Wish } from "./first-payment.ts";
import { FirstPayment } from "./payment-form.tsx";
import type { Made } from "./payment-form.tsx";
import { SNIPPETS } from "./snippets.ts";

/** How to point a client here, and a first payment at the press of a button; another merchant begins anew. */
export function Start(): VNode {
  return <StartOfMerchant key={merchant.value} />;
}

function StartOfMerchant(): VNode {
  const wish = useSignal<Wish>({ number: CARD, operation: "PAY" });
  const made = useSignal<Made | undefined>(undefined);
  const form = useRef<HTMLElement>(null);
  const pay = (): Promise<void> =>
    attempt(async () => {
      const payment = firstPayment(merchant.value, wish.value);
      made.value = { order: payment.order, answered: await callGateway(merchant.value, payment) };
    });
  const payWith = async (card: Pick<Wish, "expiry" | "number">): Promise<void> => {
    wish.value = { ...wish.value, ...card };
    await pay();
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.focus();
  };
  return (
    <div class="start">
      <h1>Point your client here, and see why every answer is what it is</h1>
      <div class="start-columns">
        <Access />
        <section class="sheet" aria-label="First payment" tabIndex={-1} ref={form}>
          <FirstPayment wish={wish} made={made} onPay={pay} />
        </section>
      </div>
      <Snippets wish={wish.value} />
      <Cards onPay={payWith} />
      <p class="soft">
        Version {about.value?.version ?? "…"}. Merchants that may call: {about.value?.merchants ?? "…"}. All
        of this as an API: <a href={hrefOf({ page: "docs" })}>the gateway's API</a>,{" "}
        <a href={hrefOf({ page: "docs", query: { api: "control" } })}>the control API</a>.
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
              <code>{breakable(value)}</code>
              <Copy text={value} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      {isExample.value ? (
        <p class="soft">
          {`Nobody has called yet, so ${merchant.value} is an example. Ids that may call: ${about.value?.merchants ?? "…"}`}
        </p>
      ) : undefined}
      <p class="soft">Versions 1 to 100 are all there: put the one your client speaks into the address.</p>
    </section>
  );
}

function Snippets({ wish }: { readonly wish: Wish }): VNode {
  const chosen = useSignal(0);
  const call = {
    merchant: merchant.value,
    password: password.value ?? "YOUR_PASSWORD",
    origin: location.origin,
    wish,
  };
  const snippet = SNIPPETS[chosen.value] ?? SNIPPETS[0];
  const text = snippet.text(call);
  return (
    <section class="sheet" aria-label="Snippets">
      <div class="tabs" role="group" aria-label="Language">
        <h2>The same {wish.operation === "PAY" ? "payment" : "authorization"} from</h2>
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

interface CardsProps {
  readonly onPay: (card: Pick<Wish, "expiry" | "number">) => Promise<void>;
}

function Cards({ onPay }: CardsProps): VNode | undefined {
  if (testCards.value.length === 0) return undefined;
  return (
    <section class="sheet" aria-label="Magic cards">
      <h2>Magic cards</h2>
      <p class="soft">
        Each number always brings the answer beside it, with any expiry, security code and amount.
      </p>
      <ul class="cards">
        {testCards.value.map(({ number, expiry, gatewayCode }, index) => (
          <li key={index}>
            <span class="digits">{number ?? "any"}</span>
            <span class="soft digits">{expiry === undefined ? "" : `expires ${expiry}`}</span>
            <b>{gatewayCode}</b>
            <Copy text={number ?? expiry ?? ""} what={`the card for ${gatewayCode}`} />
            <button
              type="button"
              class="small"
              aria-label={`Try ${number ?? `any card that expires ${expiry ?? ""}`}: ${gatewayCode}`}
              onClick={() => void onPay({ number: number ?? CARD, expiry })}
            >
              Try
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
