import { bodyOf, errorsIn, FORM_FIELDS } from "../../server/domain/card/form-fields.ts";
import type { FormValues, PaymentType } from "../../server/domain/card/form-fields.ts";
import { failedWith, NO_ANSWER } from "../gateway-failure.ts";
import type { Outcome } from "./protocol.ts";

/** What the gateway is asked for by the frame; nothing goes to anybody else. */

/** `…/merchant/{id}/`, where the document of the frame stands. */
const ROOT = new URL(".", location.href).href;
const [, VERSION] = /\/version\/([^/]+)\//.exec(ROOT) ?? [];

/** The answer has the names of issuers with it, by which the type of a card is told. */
export async function configure(sessionId: string | undefined): Promise<Outcome> {
  const body = sessionId === undefined ? {} : { session: { id: sessionId } };
  const outcome = await call("POST", "session", body);
  if (outcome.status !== "answered") return outcome;
  const issuers: unknown = await fetch(`${ROOT}issuers`, { credentials: "omit" })
    .then((response) => response.json())
    .catch(() => []);
  return { status: "answered", body: Object.assign({ issuers }, outcome.body) };
}

export async function update(sessionId: string, type: PaymentType, values: FormValues): Promise<Outcome> {
  const errors = errorsIn(type, { values, schemes: undefined });
  // What is only compared stays here, so that the gateway cannot say that it is wrong.
  if (FORM_FIELDS[type].some(({ member, error }) => member === undefined && errors[error] !== undefined)) {
    const body = { errors, session: { id: sessionId }, status: "fields_in_error", version: VERSION };
    return { status: "answered", body };
  }
  return call("PUT", `session/${encodeURIComponent(sessionId)}`, bodyOf(type, values));
}

/** What stands in front of the gateway answers so when the gateway does not (assumption A276). */
const TIME_OUTS = [408, 504];

async function call(method: "POST" | "PUT", path: string, body: object): Promise<Outcome> {
  const response = await fetch(ROOT + path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined || TIME_OUTS.includes(response.status))
    return { status: "request_timeout", message: NO_ANSWER };
  const answer = parsed(text);
  if (response.ok && answer !== undefined) return { status: "answered", body: answer };
  const error = answer?.["error"] as { readonly explanation?: string } | undefined;
  const message = error?.explanation ?? failedWith(response.status);
  return { status: "system_error", message };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
