import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Action } from "../parts/action.tsx";
import { refreshMerchants, merchant, merchants, password, settingOf } from "../state/session.ts";
import { reload as reloadFeed } from "../state/feed.ts";
import { rootOf, useOfMerchant } from "../state/loaded.ts";
import { Sessions, Tokens } from "./kept.tsx";
import { Payers } from "./payers.tsx";
import { Refunds } from "./refunds.tsx";

/** What a test changes about a merchant: its clock, its refunds and payers, and a new beginning. */
export function MerchantPage(): VNode {
  const own = merchants.value.find((it) => it.merchant === merchant.value)?.mode;
  const mode = own ?? settingOf("SANDBOX_MODE");
  return (
    <div class="column">
      <h1>{merchant.value}</h1>
      <p class="soft">Mode {mode}. Whatever is done here is done to this merchant alone.</p>
      <Credentials />
      <Clock />
      <Refunds />
      <Payers />
      <Sessions />
      <Tokens />
      <Reset />
    </div>
  );
}

/** How its client says who it is. */
function Credentials(): VNode {
  return (
    <section class="sheet entry" aria-label="Credentials">
      <h2>Credentials</h2>
      <p>
        User <code>{`merchant.${merchant.value}`}</code>, password{" "}
        {password.value === undefined ? (
          "as SANDBOX_PASSWORD or the merchants file says"
        ) : (
          <code>{password.value}</code>
        )}
        , as HTTP basic authentication.
      </p>
    </section>
  );
}

interface ClockView {
  readonly mode: string;
  readonly now: string;
  readonly aheadMs?: number;
}

const STEPS = [
  ["1 hour", "PT1H"],
  ["1 day", "P1D"],
  ["8 days", "P8D"],
  ["400 days", "P400D"],
] as const;

/** Things that expire need not be waited for. */
function Clock(): VNode {
  const { value, reload } = useOfMerchant<ClockView>("/clock");
  const ahead = useSignal<string>("P1D");
  const path = `${rootOf(merchant.value)}/clock`;
  return (
    <section class="sheet entry" aria-label="Clock">
      <h2>Clock</h2>
      <p>
        <time class="digits" dateTime={value?.now}>
          {value?.now}
        </time>{" "}
        <span class="soft">{value?.mode === "frozen" ? "stands still" : "runs"}</span>
      </p>
      <div class="next-step">
        <select
          aria-label="How far"
          value={ahead.value}
          onChange={({ currentTarget }) => (ahead.value = currentTarget.value)}
        >
          {STEPS.map(([words, duration]) => (
            <option key={duration} value={duration}>
              {words}
            </option>
          ))}
        </select>
        <Action name="Advance" method="PUT" path={path} body={{ advance: ahead.value }} onDone={reload} />
        <Action
          name="Stop"
          what="the clock"
          method="PUT"
          path={path}
          body={{ mode: "frozen", at: value?.now }}
          onDone={reload}
        />
        <Action name="Real time" method="PUT" path={path} body={{ mode: "real" }} onDone={reload} />
      </div>
    </section>
  );
}

/** Everything of the merchant is forgotten: orders, sessions, tokens, journal, counters, armed rules. */
function Reset(): VNode {
  const done = async (): Promise<void> => {
    await reloadFeed();
    await refreshMerchants();
  };
  return (
    <section class="sheet entry" aria-label="Reset">
      <h2>Begin anew</h2>
      <p class="soft">
        Forgets the merchant's orders, sessions, tokens, traffic, counters and armed rules, and sets its clock
        back.
      </p>
      <Action
        name="Reset"
        what={merchant.value}
        method="POST"
        path={`${rootOf(merchant.value)}/reset`}
        onDone={() => void done()}
      />
    </section>
  );
}
