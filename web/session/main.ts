import { PAYMENT_TYPES } from "../../server/domain/card/form-fields.ts";
import type { PaymentType } from "../../server/domain/card/form-fields.ts";
import { reasonOf } from "../../server/domain/thrown.ts";
import { PLAIN_EVENTS } from "../field/protocol.ts";
import type { FromField, StyleOf, Styles } from "../field/protocol.ts";
import { fullRole } from "./configuration.ts";
import { createScope } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** `PaymentSession`, the one name that a merchant's page gets of it (docs/hosted-session.md). */

const script = document.currentScript as HTMLScriptElement;
const address = new URL(script.src);
const [, version = ""] = /\/form\/version\/([^/]+)\//.exec(address.pathname) ?? [];
const isDebug = address.searchParams.get("debug") === "true";
const frameAddress = new URL("field", address).href.split("?")[0] ?? "";

/** What a page calls the only set of fields that it has. */
const USUAL = "default";
const scopes = new Map<string, Scope>();
let ids = 0;
const newId = (): string => `${address.origin} ${String(Date.now())} ${String((ids += 1))}`;

function scopeOf(name: unknown): Scope {
  const key = typeof name === "string" && name !== "" ? name : USUAL;
  const known = scopes.get(key) ?? createScope({ frameAddress, version, newId });
  scopes.set(key, known);
  return known;
}

function complain(text: string): void {
  console.error(`PaymentSession: ${text}`);
}

/** What a page does wrong stands on its console; it never stops the page's own script. */
function safely(name: string, act: () => void): void {
  if (isDebug) console.info(`PaymentSession.${name}`);
  try {
    act();
  } catch (error) {
    complain(`${name}: ${reasonOf(error)}`);
  }
}

function typeOf(given: unknown): PaymentType {
  const type = given === undefined || given === null ? "card" : given;
  const known = PAYMENT_TYPES.find((it) => it === type);
  if (known === undefined) throw new Error(`the payment type is one of ${PAYMENT_TYPES.join(", ")}`);
  return known;
}

function rolesOf(roles: unknown): readonly string[] {
  return (Array.isArray(roles) ? (roles as readonly unknown[]) : [roles]).map((role) =>
    fullRole(String(role)),
  );
}

type Callback = (selector: string, second: unknown) => void;

/** `onFocus`, `onValidityChange` …: with the roles that the callback is for. */
function hearing(name: string, event: FromField["is"]) {
  return (roles: unknown, callback: Callback, scope?: unknown): void => {
    safely(name, () => {
      scopeOf(scope).listen({ event, roles: rolesOf(roles), callback });
    });
  };
}

/** What only a card number can tell. */
function hearingNumber(name: string, event: FromField["is"]) {
  return (callback: Callback, scope?: unknown): void => {
    safely(name, () => {
      scopeOf(scope).listen({ event, roles: undefined, callback });
    });
  };
}

function styling(name: string, of: StyleOf) {
  return (roles: unknown, styles: Styles, scope?: unknown): void => {
    safely(name, () => {
      scopeOf(scope).ask({ roles: rolesOf(roles), message: { do: "style", of, styles: { ...styles } } });
    });
  };
}

const plainEvents: Record<string, ReturnType<typeof hearing>> = {};
for (const event of PLAIN_EVENTS) {
  const name = `on${event.charAt(0).toUpperCase()}${event.slice(1)}`;
  plainEvents[name] = hearing(name, event);
}

/** Of versions before 34: public code never shows how their fields are attached (docs/hosted-session.md). */
function notPlayed(name: string) {
  return (): void => {
    complain(`${name} of versions 18 to 33 is not played; use configure and updateSessionFromForm`);
  };
}

const PaymentSession = {
  configure: (configuration: unknown, scope?: unknown): void => {
    safely("configure", () => {
      scopeOf(scope).configure(configuration);
    });
  },
  updateSessionFromForm: (type?: unknown, _localBrand?: unknown, scope?: unknown): void => {
    safely("updateSessionFromForm", () => {
      scopeOf(scope).update(typeOf(type));
    });
  },
  validate: (type: unknown, callback: (result: object) => void, scope?: unknown): void => {
    safely("validate", () => {
      scopeOf(scope).validate(typeOf(type), callback);
    });
  },
  setFocus: (role: string, scope?: unknown): void => {
    safely("setFocus", () => {
      scopeOf(scope).ask({ roles: rolesOf(role), message: { do: "focus" } });
    });
  },
  setMessage: (role: string, text: string, scope?: unknown): void => {
    safely("setMessage", () => {
      scopeOf(scope).ask({ roles: rolesOf(role), message: { do: "message", text } });
    });
  },
  setLocale: (locale: string, scope?: unknown): void => {
    safely("setLocale", () => {
      scopeOf(scope).setLocale(locale);
    });
  },
  setFocusStyle: styling("setFocusStyle", "focus"),
  setHoverStyle: styling("setHoverStyle", "hover"),
  setPlaceholderStyle: styling("setPlaceholderStyle", "placeholder"),
  setPlaceholderShownStyle: styling("setPlaceholderShownStyle", "placeholderShown"),
  ...plainEvents,
  onValidityChange: hearing("onValidityChange", "validity"),
  onEmptinessChange: hearing("onEmptinessChange", "emptiness"),
  onCardTypeChange: hearingNumber("onCardTypeChange", "cardType"),
  onCardBINChange: hearingNumber("onCardBINChange", "cardBIN"),
  attachToForm: notPlayed("attachToForm"),
  updateSession: notPlayed("updateSession"),
};

Object.assign(window, { PaymentSession });
