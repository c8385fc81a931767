import { codeOf } from "../../domain/thrown.ts";
import { attributesOf } from "./span.ts";

export interface CollectorParts {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the sandbox is called, and its version. */
  readonly service: string;
  readonly version: string;
}

/** What became of some spans. */
export type Sent =
  | { readonly kind: "taken" }
  /** They may be sent again. */
  | { readonly kind: "unanswered"; readonly reason: string }
  /** They would be refused again. */
  | { readonly kind: "refused"; readonly reason: string };

/** Sends spans, each as JSON text. */
export type SendSpans = (spans: readonly string[], signal: AbortSignal) => Promise<Sent>;

/** Answers that OTLP has for a collector that may take the same later. */
const LATER = [429, 502, 503, 504];

/** Speaks OTLP over HTTP, in its JSON form. */
export function createCollector({ endpoint, headers, service, version }: CollectorParts): SendSpans {
  const resource = {
    attributes: attributesOf([
      ["service.name", service],
      ["service.version", version],
    ]),
  };
  const scope = { name: "gateway-sandbox", version };
  const [before, after] = JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [] }] }],
  }).split(/(?<="spans":\[)/);
  return async (spans, signal) => {
    const body = `${before}${spans.join(",")}${after}`;
    const asked = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
    try {
      const { status, body: answer } = await fetch(endpoint, { ...asked, body, signal, redirect: "manual" });
      await answer?.cancel();
      if (status >= 200 && status < 300) return { kind: "taken" };
      return { kind: LATER.includes(status) ? "unanswered" : "refused", reason: `answered ${status}` };
    } catch (error) {
      return { kind: "unanswered", reason: signal.aborted ? "no answer in time" : reasonOf(error) };
    }
  };
}

/** The code alone: messages may quote the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `no answer: ${codeOf(cause) ?? "connection failed"}`;
}
