import type { ScriptElement } from "./script-element.ts";

/** An error as the page's callback gets it. */
export interface CheckoutError {
  readonly cause: string;
  readonly explanation?: string;
  readonly field?: string;
  readonly validationType?: string;
  readonly supportCode?: string;
}

type Callback = "cancel" | "complete" | "error" | "timeout";

/** Names that can be a function of the page; everything else is an address. */
const FUNCTION_NAME = /^[\w$]+(\.[\w$]+)*$/;

/** A function of the page by its name, which may have dots. */
export function pageFunction(name: string): ((...values: unknown[]) => unknown) | undefined {
  if (!FUNCTION_NAME.test(name)) return undefined;
  const found = name
    .split(".")
    .reduce<unknown>((owner, member) => (owner as Record<string, unknown> | undefined)?.[member], window);
  return typeof found === "function" ? (found as (...values: unknown[]) => unknown) : undefined;
}

/**
 * Calls the function that the attribute names, or goes to its address with a parameter for each value. False: it names
 * neither.
 */
export function callBack(
  script: ScriptElement,
  name: Callback,
  values: readonly unknown[],
  parameters: Readonly<Record<string, string>> = {},
): boolean {
  const named = script.attribute(name);
  if (named === undefined || named === "") return false;
  const called = pageFunction(named);
  if (called !== undefined) called(...values);
  else if (/[/.:]/.test(named)) location.assign(addressWith(named, parameters));
  else {
    console.error(`Checkout: data-${name} names ${named}, which is no function of this page`);
    return false;
  }
  return true;
}

function addressWith(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address, location.href);
  for (const name of Object.keys(parameters)) url.searchParams.set(name, parameters[name] ?? "");
  return url.href;
}

/** To the page's callback; a page that has none, or names none that is there, finds it on the console. */
export function tellError(script: ScriptElement, error: CheckoutError): void {
  const parameters = { cause: error.cause, explanation: error.explanation ?? "", field: error.field ?? "" };
  if (!callBack(script, "error", [error], parameters)) console.error("Checkout:", JSON.stringify(error));
}

/** The last version whose pages get two values; later ones get one object (assumption A290). */
const TWO_VALUES_UNTIL = 62;

export function tellComplete(
  script: ScriptElement,
  resultIndicator: string,
  sessionVersion: string,
): boolean {
  const result = { resultIndicator, sessionVersion };
  const isOld = script.version !== undefined && script.version <= TWO_VALUES_UNTIL;
  return callBack(script, "complete", isOld ? [resultIndicator, sessionVersion] : [result], result);
}
