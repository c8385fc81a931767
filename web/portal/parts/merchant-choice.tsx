import type { VNode } from "preact";
import { filterBy } from "../state/place.ts";
import { merchant, merchants, refreshMerchants } from "../state/session.ts";
import { attempt } from "../state/api.ts";

/** Whose orders are shown, and who pays on the first page. */
export function MerchantChoice(): VNode {
  const known = merchants.value.map((it) => it.merchant);
  const all = known.includes(merchant.value) ? known : [merchant.value, ...known];
  return (
    <label class="choice-of">
      <span class="soft">Merchant</span>
      <select
        value={merchant.value}
        onFocus={() => void attempt(refreshMerchants)}
        onChange={({ currentTarget }) => {
          filterBy({ merchant: currentTarget.value });
        }}
      >
        {all.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}
