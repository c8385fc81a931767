import { callBack, pageFunction, tellComplete } from "./callbacks.ts";
import { forget, recall } from "./memory.ts";
import type { ScriptElement } from "./script-element.ts";

/** How the payment page tells the page that showed it what became of the checkout. */
const ACTION = /^#__hc-action-(cancel|complete|timeout)(?:-(\w+)-(\w+))?/;

/** A payer's coming back to a page that runs the script. */
export interface Return {
  /** The page has still to be told what the payer did: to show the payment page now would send the payer there again. */
  readonly isUntold: () => boolean;
}

/** Calls back a page that the payer has come back to, once the page's own scripts are there. */
export function takeReturn(script: { readonly running: ScriptElement }): Return {
  const [, action, resultIndicator = "", sessionVersion = ""] = ACTION.exec(location.hash) ?? [];
  // Whoever comes back by an address of the merchant's own brings neither; what was kept before says it.
  const isBack =
    action !== undefined ||
    new URLSearchParams(location.search).has("resultIndicator") ||
    recall("merchantState") !== undefined;
  let isUntold = action !== undefined;
  const take = (): void => {
    if (!isBack) return;
    giveBackState(script.running);
    forget("session", "container");
    isUntold = false;
    if (action === "complete") tellComplete(script.running, resultIndicator, sessionVersion);
    else if (action === "cancel" || action === "timeout") callBack(script.running, action, []);
  };
  if (document.readyState === "complete") setTimeout(take);
  else addEventListener("load", take);
  return { isUntold: () => isUntold };
}

function giveBackState({ attribute }: ScriptElement): void {
  const state = recall("merchantState");
  forget("merchantState");
  if (state !== undefined) pageFunction(attribute("afterRedirect") ?? "")?.(JSON.parse(state) as unknown);
}
