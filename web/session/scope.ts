import type { PaymentType } from "../../server/domain/card/form-fields.ts";
import type { FromField, Outcome, ToField, Validation } from "../field/protocol.ts";
import { readConfiguration } from "./configuration.ts";
import type { Configuration, ConfiguredField } from "./configuration.ts";
import { replaceField } from "./replaced-field.ts";
import type { ReplacedField } from "./replaced-field.ts";

/** After so many milliseconds without an answer the page is told so (assumption A276). */
const PATIENCE_MS = 60_000;

/** Hears what happens in fields. */
export interface Listener {
  readonly event: FromField["is"];
  /** Undefined: of all fields. */
  readonly roles: readonly string[] | undefined;
  readonly callback: (selector: string, second: unknown) => void;
}

/** What a page asks of fields, which may not be there yet. */
export interface FieldRequest {
  readonly roles: readonly string[];
  readonly message: ToField;
}

/** One set of card data in the page. */
export interface Scope {
  readonly configure: (given: unknown) => void;
  readonly update: (type: PaymentType) => void;
  readonly validate: (type: PaymentType, callback: (result: object) => void) => void;
  readonly listen: (listener: Listener) => void;
  readonly ask: (request: FieldRequest) => void;
  readonly setLocale: (locale: string) => void;
}

export interface ScopeParts {
  /** The address of the document of frames. */
  readonly frameAddress: string;
  /** Of the API, as the script's address has it. */
  readonly version: string;
  /** Tells fields of the page apart. */
  readonly newId: () => string;
}

/** What has become of a configuration so far. */
interface Form {
  readonly configuration: Configuration;
  readonly fields: readonly ReplacedField[];
  /** Undefined until the script has made one. */
  sessionId: string | undefined;
  /** Why the gateway did not agree; undefined: it has, or has not answered yet. */
  trouble: string | undefined;
}

export function createScope(parts: ScopeParts): Scope {
  const listeners: Listener[] = [];
  const requests: FieldRequest[] = [];
  let locale = "en_US";
  let form: Form | undefined;
  let last: Configuration | undefined;
  const pass = ({ roles, message }: FieldRequest): void => {
    for (const field of form?.fields ?? []) if (roles.includes(roleOf(field))) field.tell(message);
  };
  return {
    configure: (given) => {
      const configuration = (last = readConfiguration(given));
      checkConfiguration(configuration);
      for (const field of form?.fields ?? []) field.remove();
      form = begin(parts, configuration, configuration.locale ?? locale, listeners);
      requests.forEach(pass);
    },
    update: (type) => {
      if (form !== undefined) void update(form, type, parts.version);
      else if (last?.fault !== undefined)
        tellTrouble(last, parts.version, { session: last.session, message: last.fault });
      else throw new Error("PaymentSession.configure was not called, or had no success");
    },
    validate: (type, callback) => {
      void validate(form, type, callback);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
    ask: (request) => {
      if (request.message.do !== "focus") requests.push(request);
      pass(request);
    },
    setLocale: (wanted) => {
      locale = wanted;
      for (const field of form?.fields ?? []) field.tell({ do: "locale", locale });
    },
  };
}

/** A page learns twice what is wrong with its configuration: by its callback, and on its console. */
function checkConfiguration({ fault, initialized }: Configuration): void {
  if (fault === undefined) return;
  initialized({ status: "system_error", message: fault });
  throw new Error(fault);
}

async function validate(
  form: Form | undefined,
  type: PaymentType,
  callback: (result: object) => void,
): Promise<void> {
  const first = form?.fields.find((field) => field.type === type);
  const nothing: Validation = { isValid: false };
  callback({ [type]: (await first?.ask<Validation>({ do: "validate" })) ?? nothing });
}

function roleOf({ type, role }: ConfiguredField): string {
  return `${type}.${role}`;
}

/** Puts the frames up, and tells the page when all of them are shown and the gateway has agreed. */
function begin(
  { frameAddress, newId }: ScopeParts,
  configuration: Configuration,
  locale: string,
  listeners: readonly Listener[],
): Form {
  const { session, isEmbossed, rejectsCharacters } = configuration;
  const placed = configuration.fields.map((field) => ({ ...field, id: newId() }));
  let missing = placed.length;
  let allShown: () => void = () => undefined;
  const shown = new Promise<void>((resolve) => {
    allShown = resolve;
  });
  const tell = withFocusInTurn((field, message) => {
    tellListeners(listeners, field, message);
  });
  const hear = (field: ConfiguredField, message: FromField): void => {
    if (message.is !== "shown") tell(field, message);
    else if ((missing -= 1) === 0) allShown();
  };
  const fields = placed.map(({ id, ...field }) => {
    const form: Record<string, string> = {};
    for (const it of placed) if (it.type === field.type) form[it.role] = it.id;
    const own = { id, form, locale, isEmbossed, rejectsCharacters };
    return replaceField({ address: frameAddress, hear }, field, own);
  });
  const form: Form = { configuration, fields, sessionId: session, trouble: undefined };
  void agree(form, shown);
  return form;
}

/** What the gateway says of the session, which it makes when the page brings none. */
async function agree(form: Form, shown: Promise<void>): Promise<void> {
  const { configuration, fields, sessionId } = form;
  const outcome = await inTime(shown.then(() => fields[0]?.ask<Outcome>({ do: "configure", sessionId })));
  if (outcome.status !== "answered") {
    form.trouble = outcome.message;
    configuration.initialized(outcome);
    return;
  }
  const { session, cardTypes, issuers } = outcome.body as {
    readonly session: { readonly id: string };
    readonly cardTypes?: readonly string[];
    readonly issuers: readonly string[];
  };
  form.sessionId = session.id;
  for (const field of fields) field.tell({ do: "cards", schemes: cardTypes, issuers });
  configuration.initialized({ status: "ok" });
}

type Told = Exclude<FromField, { readonly is: "shown" }>;
type Tell = (field: ConfiguredField, message: Told) => void;

/**
 * Each field is a page of its own, and may be heard to have the focus before the last one is heard to have lost it. Pages
 * are told in the order of one page: blur, then focus.
 */
function withFocusInTurn(tell: Tell): Tell {
  let focused: ConfiguredField | undefined;
  return (field, message) => {
    const before = focused;
    if (message.is === "focus") {
      focused = field;
      if (before !== undefined && before !== field) tell(before, { is: "blur" });
    } else if (message.is === "blur") {
      // It was told when another field had the focus.
      if (before !== field) return;
      focused = undefined;
    }
    tell(field, message);
  };
}

function tellListeners(listeners: readonly Listener[], field: ConfiguredField, message: Told): void {
  for (const { event, roles, callback } of listeners) {
    if (event !== message.is || (roles !== undefined && !roles.includes(roleOf(field)))) continue;
    callback(field.selector, "result" in message ? message.result : field.role);
  }
}

async function update(form: Form, type: PaymentType, version: string): Promise<void> {
  const { fields, configuration, sessionId } = form;
  const first = fields.find((field) => field.type === type);
  if (first === undefined || sessionId === undefined) {
    tellTrouble(configuration, version, { session: sessionId, message: whyNot(form, type) });
    return;
  }
  const outcome = await inTime(first.ask<Outcome>({ do: "update", sessionId }));
  if (outcome.status === "answered") configuration.formSessionUpdate(outcome.body);
  else tellTrouble(configuration, version, { session: sessionId, ...outcome });
}

interface Trouble {
  readonly session: string | undefined;
  readonly status?: "request_timeout" | "system_error";
  readonly message: string;
}

/** Tells a page that its form is not in the session. */
function tellTrouble(
  { formSessionUpdate }: Configuration,
  version: string,
  { session: id, status = "system_error", message }: Trouble,
): void {
  formSessionUpdate({ status, session: { id }, errors: { message }, version });
}

function whyNot({ sessionId, trouble }: Form, type: string): string {
  if (sessionId !== undefined) return `PaymentSession.configure named no field of ${type}`;
  return trouble ?? "The form has no session yet: wait for callbacks.initialized";
}

/** What comes of it in time. */
async function inTime(outcome: Promise<Outcome | undefined>): Promise<Outcome> {
  const late: Outcome = { status: "request_timeout", message: "The gateway did not answer in time" };
  let timer = 0;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  const first = await Promise.race([outcome, patience]);
  clearTimeout(timer);
  return first ?? late;
}
