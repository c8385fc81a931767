import { failedWith, NO_ANSWER } from "../gateway-failure.ts";
import type { CheckoutError } from "./callbacks.ts";
import type { ScriptElement } from "./script-element.ts";

/** What a page gave to `Checkout.configure()`. */
export interface Configuration {
  readonly session?: { readonly id?: unknown };
}

/** Where the payment page is, and what the merchant has said of itself. */
export interface PaymentPage {
  readonly address: string;
  readonly merchantName: string | undefined;
  /** The merchant's, for a payer who cancels. */
  readonly cancelUrl: string | undefined;
}

export type Way = "embedded" | "lightbox" | "page";

/** The payment page; rejects with an error for the page's callback. */
export async function askFor(
  script: ScriptElement,
  configuration: Configuration,
  way: Way | undefined,
): Promise<PaymentPage> {
  const id = configuration.session?.id ?? "";
  if (typeof id !== "string" || id === "") throw sessionRefused(id);
  const calls = ["cancel", "complete", "timeout"].filter((name) => script.attribute(name));
  const body = JSON.stringify({
    version: script.version,
    as: way,
    page: location.href.replace(/#.*/, ""),
    calls,
    configuration: way === undefined ? configuration : valuesOf(configuration),
  });
  // As plain text the request needs no other before it.
  const address = `${script.origin}/checkout/show/${encodeURIComponent(id)}`;
  const response = await fetch(address, { method: "POST", body, credentials: "omit" }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Answer | undefined;
  if (answer?.path === undefined) {
    const explanation = response === undefined ? NO_ANSWER : failedWith(response.status);
    throw new Refused(Object.assign({ cause: "SERVER_FAILED", explanation }, answer?.error));
  }
  const { path, merchantName, cancelUrl } = answer;
  return { address: script.origin + path, merchantName, cancelUrl };
}

interface Answer {
  readonly path?: string;
  readonly merchantName?: string;
  readonly cancelUrl?: string;
  readonly error?: CheckoutError;
}

/** What the sandbox, or this script in its place, has against what the page asks for. */
export class Refused extends Error {
  readonly error: CheckoutError;
  constructor(error: CheckoutError) {
    super(error.explanation ?? error.cause);
    this.error = error;
  }
}

/** What the sandbox cannot be asked about (assumption A502). */
function sessionRefused(id: unknown): Refused {
  const about = { cause: "INVALID_REQUEST", field: "session.id" };
  if (id !== "")
    return new Refused({ ...about, explanation: "session.id has to be text", validationType: "INVALID" });
  const explanation = "Checkout.configure() has to be given session.id before the checkout is shown";
  return new Refused({ ...about, explanation, validationType: "MISSING" });
}

/** A member may be a function, which is called just before the page is shown. */
function valuesOf(value: unknown): unknown {
  if (typeof value === "function") return valuesOf((value as () => unknown)());
  if (Array.isArray(value)) return value.map(valuesOf);
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, unknown>;
  return Object.keys(members).reduce<Record<string, unknown>>(
    (values, name) => Object.assign(values, { [name]: valuesOf(members[name]) }),
    {},
  );
}
