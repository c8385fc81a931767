import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { CHALLENGE_CHOICES } from "../../../server/domain/order/authentication.ts";
import { PAYER_ACTIONS } from "../../../server/domain/order/browser-payment.ts";
import { CHECKOUT_ACTIONS } from "../../../server/domain/request/checkout.ts";
import { Action } from "../parts/action.tsx";
import { rootOf, useOfMerchant } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";

type Habits = Readonly<Partial<Record<(typeof PAGES)[number]["page"], string>>>;

const PAGES = [
  { page: "checkout", words: "At a checkout", choices: CHECKOUT_ACTIONS },
  { page: "browserPayment", words: "At a browser payment", choices: PAYER_ACTIONS },
  { page: "challenge", words: "At a challenge (3-D Secure)", choices: CHALLENGE_CHOICES },
] as const;

/** What the merchant's payers do as soon as the gateway has answered, so that nobody has to click through its pages. */
export function Payers(): VNode {
  const { value, reload } = useOfMerchant<Habits>("/payer");
  const changes = useSignal<Habits>({});
  const habits = { ...value, ...changes.value };
  const given = Object.fromEntries(Object.entries(habits).filter(([, choice]) => choice !== ""));
  const done = (): void => {
    changes.value = {};
    reload();
  };
  return (
    <section class="sheet entry" aria-label="Payers">
      <h2>What payers do by themselves</h2>
      <div class="fields">
        {PAGES.map(({ page, words, choices }) => (
          <label key={page}>
            {words}
            <select
              value={habits[page] ?? ""}
              onChange={({ currentTarget }) => {
                changes.value = { ...changes.value, [page]: currentTarget.value };
              }}
            >
              <option value="">Wait for a person</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice.replaceAll("-", " ").toLowerCase()}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <Action
        name="Save"
        what="what payers do"
        method="PUT"
        path={`${rootOf(merchant.value)}/payer`}
        body={given}
        onDone={done}
      />
    </section>
  );
}
