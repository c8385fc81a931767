import { readCard } from "../../../domain/card/card-details.ts";
import { errorsIn, FORM_FIELDS, PAYMENT_TYPES } from "../../../domain/card/form-fields.ts";
import type { FormField, FormValues, PaymentType } from "../../../domain/card/form-fields.ts";
import { isObject, textAt, valueAt } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { Deliberation } from "../../../domain/record/deliberation.ts";
import type { Finding } from "../../../domain/record/finding.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import { without } from "../../../domain/request/combination.ts";
import type { FormOperation } from "../../../domain/request/operation.ts";
import type { Answer } from "../../answers/answer.ts";
import type { Call, Payload, SessionCall } from "../../call.ts";
import type { ApiFamily, ApiSteps } from "../../column/family.ts";
import { answerCall } from "../../column/pipeline.ts";
import { factsOf } from "../../column/scenario-facts.ts";
import type { GatewayParts } from "../../parts.ts";
import { readVersion } from "../../paths.ts";
import { transactionSeed } from "../../secrets/fingerprints.ts";
import { createSession, retrieveSession } from "../sessions.ts";
import { updateSession } from "../update-session.ts";

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

/** What fields sent: the values that a page asked its payer for. */
interface SentForm {
  readonly type: PaymentType;
  readonly values: FormValues;
  /** The body of an update of the session: empty members are left out. */
  readonly body: JsonObject;
}

const PROVIDED = "sourceOfFunds.provided";

function readForm(body: Json): SentForm {
  const type = PAYMENT_TYPES.find((it) => isObject(valueAt(body, `${PROVIDED}.${it}`)));
  if (!isObject(body) || type === undefined)
    throw new Refusal("contract", `A form sends one of ${PAYMENT_TYPES.join(", ")} in ${PROVIDED}`);
  const fields = FORM_FIELDS[type].flatMap((field) => {
    const path = pathOf(type, field);
    const value = path === undefined ? undefined : textAt(body, path);
    return path === undefined || value === undefined ? [] : [{ role: field.role, path, value }];
  });
  const empty = fields.filter(({ value }) => value === "");
  return {
    type,
    values: Object.fromEntries(fields.map(({ role, value }) => [role, value])),
    body: empty.reduce<JsonObject>((rest, { path }) => without(rest, path), body),
  };
}

/** What `errors` call the fields that the contract does not take; undefined: it has something against other members. */
function errorsOfFindings(
  type: PaymentType,
  findings: readonly Finding[],
): Readonly<Record<string, "invalid">> | undefined {
  const errors: Record<string, "invalid"> = {};
  for (const { field, severity, validationType } of findings) {
    if (severity !== "violation") continue;
    const known = FORM_FIELDS[type].find((it) => pathOf(type, it) === field);
    if (known === undefined || validationType === "UNSUPPORTED") return undefined;
    errors[known.error] = "invalid";
  }
  return Object.keys(errors).length === 0 ? undefined : errors;
}

function pathOf(type: PaymentType, { member }: FormField): string | undefined {
  return member === undefined ? undefined : `${PROVIDED}.${type}.${member}`;
}

/** A call of the fields that a payer writes into. */
interface FormCall extends Call {
  readonly operation: FormOperation;
  /** Undefined: the page has none, and the script makes one. */
  readonly sessionId: string | undefined;
  /** What the fields sent. */
  readonly body: JsonObject;
  /** Does what they ask for. */
  readonly carryOut: () => Promise<Answer>;
}

interface FormSteps extends ApiSteps {
  readonly call: FormCall;
  readonly payload: undefined;
  readonly request: { readonly version: number };
  readonly context: undefined;
  readonly choice: { readonly decision: Deliberation | undefined };
  readonly result: undefined;
}

/**
 * What the fields of a hosted session send. Rules of scenarios decide nothing of it; they delay, hold and break it before
 * or after it is carried out. The session changes in a commit of its own.
 */
const FORM_CALLS: ApiFamily<FormSteps> = {
  isApi: true,
  accept: (_parts, { draft, merchant, version: given, operation, sessionId }) => {
    const version = readVersion(given, merchant.mode);
    const looked = sessionId === undefined ? "CREATE_SESSION" : "RETRIEVE_SESSION";
    const recorded = operation === "CONFIGURE_FORM" ? looked : "UPDATE_SESSION";
    draft.request = { ...draft.request, version, operation: recorded };
    return { version };
  },
  names: () => ({ orderId: undefined, body: undefined, records: [] }),
  resolve: () => undefined,
  enforce: () => undefined,
  decide: (parts, { visit, counts, matching }) => {
    const { call, request, now } = visit;
    const { merchant, operation, body, sessionId } = call;
    const card = readCard(body);
    const about = { merchant, operation, version: request.version, body, card, now };
    const none = { orderId: undefined, transactionId: undefined, order: undefined, orderStatus: undefined };
    const money = { amount: undefined, currency: undefined };
    const cardKey = card?.number === undefined ? undefined : parts.fingerprints.card(card.number);
    const seed = transactionSeed(parts.seed, merchant.id, operation, sessionId ?? "");
    const facts = factsOf({ ...about, ...none, ...money, cardKey }, { counts, seed });
    return { decision: visit.scenarios.decideForm({ ...facts, sessionId }, matching) };
  },
  gatewayCodeOf: () => "NOT_DECIDED",
  apply: () => ({ order: undefined, step: undefined, records: [], result: undefined }),
  render: (_parts, { call }) => call.carryOut(),
};
