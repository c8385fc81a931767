import { errorsIn } from "../../../domain/card/form-fields.ts";
import type { PaymentType } from "../../../domain/card/form-fields.ts";
import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import type { Answer } from "../../answers/answer.ts";
import type { Call, Payload, SessionCall } from "../../call.ts";
import { answerCall } from "../../column/pipeline.ts";
import type { GatewayParts } from "../../parts.ts";
import { readVersion } from "../../paths.ts";
import { createSession, retrieveSession } from "../sessions.ts";
import { updateSession } from "../update-session.ts";
import { FORM_CALLS } from "./form-call.ts";
import { errorsOfFindings, readForm } from "./read-form.ts";
import type { SentForm } from "./read-form.ts";

/** What the fields of a hosted session ask for. The answers are those of the script in the page, not of the API. */
export interface Forms {
  /** Looks the session up, or makes one where the page names none. */
  configure: (call: Call, payload: Payload) => Promise<Answer>;
  /** Puts what the payer wrote into the session. */
  update: (call: SessionCall, payload: Payload) => Promise<Answer>;
}

export function createForms(parts: GatewayParts): Forms {
  return {
    configure: (call, payload) => {
      const sessionId = textAt(payload.body, "session.id");
      const carryOut = (): Promise<Answer> => configure(parts, call, sessionId);
      const operation = "CONFIGURE_FORM";
      return answerCall(parts, FORM_CALLS, { ...call, operation, sessionId, body: {}, carryOut }, undefined);
    },
    update: async (call, payload) => {
      const operation = "UPDATE_SESSION_FROM_FORM";
      const form = readForm(payload.body);
      const carryOut = (): Promise<Answer> => update(parts, call, form);
      const asked = { ...call, operation, body: form.body, carryOut } as const;
      return answerCall(parts, FORM_CALLS, asked, undefined);
    },
  };
}

/** The first version of hosted sessions, and of pages that bring a session of their own (assumption A274). */
const FORMS_FROM = 18;
const SESSION_NEEDED_FROM = 65;

async function configure(parts: GatewayParts, call: Call, sessionId: string | undefined): Promise<Answer> {
  const { merchant } = call;
  const version = readVersion(call.version, merchant.mode);
  if (version < FORMS_FROM)
    throw new Refusal("contract", `Hosted session needs version ${FORMS_FROM} or later`);
  if (sessionId === undefined && version >= SESSION_NEEDED_FROM && merchant.mode === "strict") {
    const fault = { field: "session", validationType: "MISSING" } as const;
    throw new Refusal("contract", "PaymentSession.configure needs the id of a session as session", fault);
  }
  const answer =
    sessionId === undefined
      ? await createSession(parts, call, { text: "{}", body: {} })
      : await retrieveSession(parts, { ...call, sessionId });
  return {
    status: 200,
    body: {
      cardTypes: merchant.cardTypes,
      session: { id: textAt(answer.body, "session.id") },
      status: "ok",
      version: String(version),
    },
  };
}

async function update(parts: GatewayParts, call: SessionCall, form: SentForm): Promise<Answer> {
  const { draft, merchant } = call;
  const { type, values, body } = form;
  const errors = errorsIn(type, { values, schemes: merchant.cardTypes });
  const sent = { text: JSON.stringify(body), body };
  try {
    const { body: stored } = await updateSession(parts, call, sent, refusalFor(errors));
    const { merchant: merchantId, session, sourceOfFunds, version } = stored;
    return { status: 200, body: { merchant: merchantId, session, sourceOfFunds, status: "ok", version } };
  } catch (error) {
    const answered = error instanceof Refusal ? fieldErrors(call, type, errors) : undefined;
    if (!(error instanceof Refusal) || answered === undefined) throw error;
    const { reason, explanation, fault } = error;
    draft.refusal = { reason, explanation, fault };
    const version = String(readVersion(call.version, merchant.mode));
    return {
      status: 200,
      body: { errors: answered, session: { id: call.sessionId }, status: "fields_in_error", version },
    };
  }
}

type Errors = ReturnType<typeof errorsIn>;

/** The contract knows nothing of check digits, nor which fields a page has. */
function refusalFor(errors: Errors): Refusal | undefined {
  const [first] = Object.entries(errors);
  if (first === undefined) return undefined;
  const words = Object.entries(errors).map(([field, fault]) => `${field} is ${fault}`);
  const [field, fault] = first;
  const validationType = fault === "missing" ? "MISSING" : "INVALID";
  return new Refusal("contract", `The form cannot be stored: ${words.join(", ")}`, { field, validationType });
}

/** Undefined: the refusal is about something else than the fields. */
function fieldErrors({ draft }: SessionCall, type: PaymentType, errors: Errors): JsonObject | undefined {
  const found = errorsOfFindings(type, draft.contract?.findings ?? []);
  return Object.keys(errors).length > 0 || found !== undefined ? { ...found, ...errors } : undefined;
}
