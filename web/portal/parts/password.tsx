import type { VNode } from "preact";
import { about, merchant, password, setPassword } from "../state/session.ts";

/** Where the merchant's password is not the one that everybody knows, whoever acts for the merchant types it. */
export function Password(): VNode | undefined {
  if (about.value === undefined || about.value.password !== undefined) return undefined;
  return (
    <label class="field">
      Password of {merchant.value}, kept in this tab only
      <input
        type="password"
        required
        autocomplete="off"
        value={password.value ?? ""}
        onInput={({ currentTarget }) => {
          setPassword(currentTarget.value);
        }}
      />
    </label>
  );
}
