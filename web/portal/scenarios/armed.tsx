import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Action } from "../parts/action.tsx";
import { TRANSACTION_OPERATIONS } from "../../../server/domain/request/operation.ts";
import { EFFECTS, effectWords, requestWords } from "../parts/effects.ts";
import type { Rule } from "../parts/rule-yaml.ts";
import { rootOf, useOfMerchant } from "../state/loaded.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";

interface Armed {
  readonly armed: readonly {
    readonly id: string;
    readonly rule: Rule;
    readonly times: number;
    readonly expiresAt?: string;
  }[];
}

/** Rules for the next requests, for clients that cannot change what they send. */
export function ArmedRules(): VNode {
  const { value, reload } = useOfMerchant<Armed>("/armed");
  const chosen = useSignal(0);
  const operation = useSignal("");
  const when = operation.value === "" ? {} : { when: { operation: operation.value } };
  const rule = { ...when, ...EFFECTS[chosen.value]?.[1] };
  const root = rootOf(merchant.value);
  return (
    <section class="sheet entry" aria-label="Armed rules">
      <h2>The next request</h2>
      <div class="next-step">
        <select
          aria-label="Which request"
          value={operation.value}
          onChange={({ currentTarget }) => (operation.value = currentTarget.value)}
        >
          <option value="">Any operation</option>
          {TRANSACTION_OPERATIONS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="What happens to it"
          value={String(chosen.value)}
          onChange={({ currentTarget }) => (chosen.value = Number(currentTarget.value))}
        >
          {EFFECTS.map(([words], index) => (
            <option key={words} value={String(index)}>
              {words}
            </option>
          ))}
        </select>
        <Action name="Arm" method="POST" path={`${root}/arm`} body={{ rule, times: 1 }} onDone={reload} />
      </div>
      {value?.armed.length === 0 ? (
        <p class="soft">No rule is armed: the scenario files decide.</p>
      ) : undefined}
      <ul class="plain">
        {value?.armed.map(({ id, rule: it, times }) => (
          <li key={id} class="item">
            <span title={id}>
              <b>{effectWords(it)}</b>{" "}
              <span class="soft">{`${requestWords(it)}, ${times} more time${times === 1 ? "" : "s"}`}</span>
            </span>
            <Action
              name="Disarm"
              what={id}
              method="DELETE"
              path={`${root}/armed/${encodeURIComponent(id)}`}
              onDone={reload}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Held {
  readonly holds: readonly {
    readonly id: string;
    readonly operation?: string;
    readonly orderId?: string;
    readonly at: string;
  }[];
}

/** Requests that scenarios hold, and their release. */
export function Holds(): VNode {
  const { value, reload } = useOfMerchant<Held>("/holds");
  return (
    <section class="sheet entry" aria-label="Held requests">
      <h2>Held requests</h2>
      <button type="button" class="small" onClick={reload}>
        Look again
      </button>
      {value?.holds.length === 0 ? <p class="soft">No request is held.</p> : undefined}
      <ul class="plain">
        {value?.holds.map(({ id, operation, orderId, at }) => (
          <li key={id} class="next-step">
            <b>{operation}</b> <a href={hrefOf({ page: "orders", open: orderId })}>{orderId}</a>{" "}
            <span class="soft">{at}</span>
            <Action
              name="Release"
              what={orderId ?? id}
              method="POST"
              path={`/v1/holds/${id}/release`}
              onDone={reload}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
