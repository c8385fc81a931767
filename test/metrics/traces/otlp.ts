import type { Received } from "../../support/receiver.ts";

/** A span as OTLP's JSON form has it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: AnyValue }[];
  readonly status: { readonly code?: number };
}

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
}

interface Traces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export function spansIn({ body }: Pick<Received, "body">): readonly ReceivedSpan[] {
  const { resourceSpans } = body as unknown as Traces;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

export function attributesIn(span: ReceivedSpan | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(span?.attributes.map(({ key, value }) => [key, plain(value)]) ?? []);
}

function plain({ stringValue, intValue, arrayValue }: AnyValue): unknown {
  return arrayValue?.values.map(plain) ?? stringValue ?? intValue;
}
