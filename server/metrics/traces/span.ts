import { maskText } from "../../domain/card/card.ts";
import { rulesIn } from "../../domain/record/exchange.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification, NotificationAttempt } from "../../domain/record/notification.ts";
import { outcomeOf, refusalOf } from "../../domain/record/outcome.ts";

/** Words of OTLP: what kind of span it is, and that it went wrong. */
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** The span of a request and its answer, as JSON text; undefined: its caller does not record the trace. */
export function spanOfExchange(exchange: Exchange, endedAt: number): string | undefined {
  const { id, merchantId, request, answer, durationMs } = exchange;
  const trace = traceOf(id, exchange.traceparent);
  if (trace === undefined) return undefined;
  const { method, operation } = request;
  const route = request.route === "unknown" ? undefined : request.route;
  const [refusal, error] = [refusalOf(exchange), errorOf(exchange)];
  return textOf({
    traceId: trace.id,
    spanId: spanIdOf(id),
    parentSpanId: trace.parent,
    kind: SERVER,
    name: operation ?? (route === undefined ? method : `${method} ${route}`),
    endedAt,
    tookMs: durationMs,
    error,
    attributes: [
      ["http.request.method", method],
      ["http.route", route],
      ["http.response.status_code", answer.status || undefined],
      ["sandbox.exchange.id", id],
      ["sandbox.merchant.id", merchantId],
      ["sandbox.operation", operation],
      ["sandbox.outcome", outcomeOf(exchange)],
      ["sandbox.refusal.reason", refusal?.reason],
      ["sandbox.refusal.rule", refusal?.rule],
      ["error.type", error],
      ["sandbox.scenario.rules", rulesIn(exchange).map((rule) => `${rule.scenario}/${rule.id}`)],
    ],
  });
}

/** The span of an attempt to deliver a notification, below that of the exchange which caused it. */
export function spanOfAttempt(
  { id, merchantId, exchange, traceparent }: Notification,
  { number, latencyMs, status, reason }: NotificationAttempt,
  endedAt: number,
): string | undefined {
  const trace = traceOf(exchange, traceparent);
  if (trace === undefined) return undefined;
  const error = reason === undefined ? undefined : String(status ?? "unanswered");
  return textOf({
    traceId: trace.id,
    spanId: attemptIdOf(id, number),
    parentSpanId: spanIdOf(exchange),
    kind: CLIENT,
    name: "notification",
    endedAt,
    tookMs: latencyMs,
    error,
    attributes: [
      ["http.request.method", "POST"],
      ["http.response.status_code", status],
      ["sandbox.exchange.id", exchange],
      ["sandbox.merchant.id", merchantId],
      ["sandbox.notification.id", id],
      ["sandbox.notification.attempt", number],
      ["error.type", error],
    ],
  });
}

/** What went wrong, in a word; undefined: nothing. A refusal is an answer as it should be. */
function errorOf({ fault, answer: { status } }: Exchange): string | undefined {
  if (fault !== undefined) return fault.kind;
  return status >= 500 ? String(status) : undefined;
}

/**
 * The trace that the request belongs to, and the caller's span in it. Without one it begins a trace of its own, whose id is
 * that of the exchange. Undefined: the caller has decided that nobody records the trace.
 */
function traceOf(
  exchangeId: string,
  traceparent = "",
): { readonly id: string; readonly parent: string | undefined } | undefined {
  const [version, id = "", parent = "", flags = ""] = traceparent.split("-");
  const isValid = version !== "ff" && /[^0]/.test(id) && /[^0]/.test(parent);
  if (!isValid) return { id: digitsOf(exchangeId), parent: undefined };
  const isRecorded = (Number.parseInt(flags, 16) & 1) === 1;
  return isRecorded ? { id, parent } : undefined;
}

function digitsOf(uuid: string): string {
  return uuid.replaceAll("-", "");
}

/** Made from the id, so that a process which delivers a notification knows it too. */
function spanIdOf(exchangeId: string): string {
  return digitsOf(exchangeId).slice(-16);
}

function attemptIdOf(notificationId: string, number: number): string {
  return digitsOf(notificationId).slice(-12) + (number % 0x1_00_00).toString(16).padStart(4, "0");
}

type AttributeValue = number | string | readonly string[] | undefined;
type Attributes = readonly (readonly [key: string, value: AttributeValue])[];

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly tookMs: number;
  readonly error: string | undefined;
  readonly attributes: Attributes;
}

function textOf(span: Span): string {
  const { error } = span;
  return JSON.stringify({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanosecondsOf(span.endedAt - span.tookMs),
    endTimeUnixNano: nanosecondsOf(span.endedAt),
    attributes: attributesOf(span.attributes),
    status: error === undefined ? {} : { code: ERROR },
  });
}

/** They do not fit into a number, microseconds do. */
function nanosecondsOf(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

/** As OTLP writes them; without those that are not known, and without empty lists. */
export function attributesOf(attributes: Attributes): readonly object[] {
  const written: object[] = [];
  for (const [key, value] of attributes)
    if (value !== undefined && !(typeof value === "object" && value.length === 0))
      written.push({ key, value: valueOf(value) });
  return written;
}

/** Ids of merchants and names of rules are chosen by people. */
function valueOf(value: NonNullable<AttributeValue>): object {
  if (typeof value === "number") return { intValue: String(value) };
  if (typeof value === "string") return { stringValue: maskText(value) };
  return { arrayValue: { values: value.map(valueOf) } };
}
