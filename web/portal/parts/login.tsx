import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { ask, sentenceOf } from "../state/api.ts";
import { enter } from "../state/session.ts";

/** Where the control API asks for a token: the browser gets a cookie for it that no script can read. */
export function Login(): VNode {
  const token = useSignal("");
  const fault = useSignal("");
  const logIn = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await ask("/v1/login", "POST", { token: token.value.trim() });
      await enter();
    } catch (error) {
      fault.value = sentenceOf(error);
    }
  };
  return (
    <main class="login">
      <form class="sheet" onSubmit={(event) => void logIn(event)}>
        <h1>Sandbox</h1>
        <p class="soft">
          This sandbox asks for its control token. It is the value of SANDBOX_CONTROL_TOKEN, or stands in the
          line that the sandbox printed when it was ready.
        </p>
        <label for="token">Control token</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          required
          aria-describedby="token-fault"
          value={token.value}
          onInput={({ currentTarget }) => (token.value = currentTarget.value)}
        />
        <p class="fault" id="token-fault" role="alert">
          {fault.value}
        </p>
        <button class="main">Log in</button>
      </form>
    </main>
  );
}
