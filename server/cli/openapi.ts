import { documentedVersion, loadGatewayDocuments } from "../openapi/gateway-documents.ts";
import type { GivenFlags } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** Which document `gateway-sandbox openapi` prints. */
export interface OpenApiWish {
  /** 1 to 100. */
  readonly version: number;
  /** Where the sandbox will answer. */
  readonly origin: string;
}

const DEFAULT_URL = "http://127.0.0.1:8620";

export const openApiCommand = {
  summary: "Prints the gateway's OpenAPI 3.1 document of a version.",
  flags: [
    { name: "version", help: "1 to 100, or latest (default: latest)" },
    { name: "url", help: `where the sandbox will answer (default: ${DEFAULT_URL})` },
  ],
  read: (given: GivenFlags) => ({ command: "openapi", wish: openApiWish(given) }) as const,
};

function openApiWish(given: GivenFlags): OpenApiWish {
  const text = given.get("version")?.at(-1) ?? "latest";
  const version = documentedVersion(text);
  if (version === undefined) throw new UsageError(`'${text}' is no version: give 1 to 100, or latest`);
  return { version, origin: originOf(given.get("url")?.at(-1) ?? DEFAULT_URL) };
}

/** Paths are the gateway's own, so that a URL with one is a mistake. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  if (!isOrigin || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`'${text}' is no URL like ${DEFAULT_URL}`);
  }
  return url.origin;
}

/** The document as text, laid out for reading. */
export function openApiText(wish: OpenApiWish): string {
  return `${JSON.stringify(loadGatewayDocuments()(wish), undefined, 2)}\n`;
}
