import { createCheckout } from "./checkout.ts";
import type { Checkout } from "./checkout.ts";
import { takeReturn } from "./return.ts";
import { runningScript } from "./script-element.ts";
import type { ScriptElement } from "./script-element.ts";

/** Finds the script's first run in the object that it left. */
const SCRIPT = Symbol.for("gateway-sandbox.checkout");

declare global {
  interface Window {
    Checkout?: Checkout & { [SCRIPT]?: { running: ScriptElement } };
  }
}

/** A page may load the script more than once: what it configured stays, and the attributes of the last one count. */
function run(): void {
  const running = runningScript();
  if (running === undefined) return;
  const first = window.Checkout?.[SCRIPT];
  if (first !== undefined) {
    first.running = running;
    return;
  }
  const script = { running };
  const checkout = createCheckout(script, takeReturn(script));
  window.Checkout = Object.defineProperty(checkout, SCRIPT, { value: script });
}

run();
