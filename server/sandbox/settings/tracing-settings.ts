import { optional, text } from "./setting.ts";
import type { Setting } from "./setting.ts";

/** What the environment sets about OpenTelemetry. */
export interface TracingConfig {
  /** Where spans are sent; undefined: there are none. */
  readonly otlpTracesEndpoint: string | undefined;
  /** Headers that go with them. */
  readonly otlpHeaders: readonly (readonly [name: string, value: string])[] | undefined;
  /** What the sandbox is called in them. */
  readonly otlpServiceName: string;
}

function endpointIn(value: string): string | undefined {
  if (!/^https?:\/\/./.test(value) || !URL.canParse(value)) return undefined;
  const { username, password } = new URL(value);
  return username === "" && password === "" ? value : undefined;
}

/** As OTEL_EXPORTER_OTLP_HEADERS has them: `Authorization=Bearer%20abc,X-Team=payments`. */
function headersIn(value: string): TracingConfig["otlpHeaders"] {
  const headers = value.split(",").map((pair) => {
    const [, name = "", coded = ""] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return [name, decoded(coded)] as const;
  });
  const areGood = headers.every(([name, it]) => name !== "" && /^[\x20-\x7e]+$/.test(it));
  return areGood ? headers : undefined;
}

/** Empty when it cannot be. */
function decoded(coded: string): string {
  try {
    return decodeURIComponent(coded);
  } catch {
    return "";
  }
}

export const TRACING_SETTINGS = {
  otlpTracesEndpoint: {
    ...optional(
      "SANDBOX_OTLP_TRACES_ENDPOINT",
      "OpenTelemetry collector that gets each exchange as a span, by OTLP over HTTP: http://localhost:4318/v1/traces; empty sends none.",
    ),
    read: endpointIn,
    rule: "an http or https URL without a user name in it",
  },
  otlpHeaders: {
    ...optional(
      "SANDBOX_OTLP_HEADERS",
      "Comma-separated headers that are sent there, with values percent-encoded: Authorization=Bearer%20abc.",
    ),
    read: headersIn,
    rule: "comma-separated name=value pairs, with values percent-encoded",
  },
  otlpServiceName: text(
    "SANDBOX_OTLP_SERVICE_NAME",
    "gateway-sandbox",
    "Name of the sandbox in these spans (service.name).",
  ),
} as const satisfies {
  readonly [K in keyof TracingConfig]: Setting<NonNullable<TracingConfig[K]>>;
};
