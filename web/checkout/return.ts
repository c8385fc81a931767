import { callBack, pageFunction, tellComplete } from "./callbacks.ts";
import { forget, recall } from "./memory.ts";
import type { ScriptElement } from "./script-element.ts";

/** How the payment page tells the page that showed it what became of the checkout. */
const ACTION = /^#__hc-action-(cancel|complete|timeout)(?:-(\w+)-(\w+))?/;

/** Calls back a page that the payer has come back to, once the page's own scripts are there. */
export function takeReturn(script: { readonly running: ScriptElement }): void {
  const take = (): void => {
    const [, action, resultIndicator = "", sessionVersion = ""] = ACTION.exec(location.hash) ?? [];
    const isBack = action !== undefined || new URLSearchParams(location.search).has("resultIndicator");
    if (!isBack) return;
    giveBackState(script.running);
    forget("session", "container");
    if (action === "complete") tellComplete(script.running, resultIndicator, sessionVersion);
    else if (action === "cancel" || action === "timeout") callBack(script.running, action, []);
  };
  if (document.readyState === "complete") setTimeout(take);
  else addEventListener("load", take);
}

function giveBackState({ attribute }: ScriptElement): void {
  const state = recall("merchantState");
  forget("merchantState");
  if (state !== undefined) pageFunction(attribute("afterRedirect") ?? "")?.(JSON.parse(state) as unknown);
}
