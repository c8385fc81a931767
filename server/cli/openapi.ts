import { VERSION_MAX, VERSION_MIN } from "../domain/request/operation.ts";
import { EXIT, flagValue, UsageError } from "./kernel/command.ts";
import type { Command, Invocation } from "./kernel/command.ts";
import { allSteps } from "../domain/steps.ts";

const DEFAULT_URL = "http://127.0.0.1:8620";

export const openApiCommand: Command = {
  summary: "Prints the OpenAPI 3.1 document of the gateway in a version.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "version", help: `${VERSION_MIN} to ${VERSION_MAX}, or latest (default: latest)` },
    { name: "url", help: `URL of the sandbox in the document (default: ${DEFAULT_URL})` },
  ],
  run: async (invocation, terminal) => {
    const { documentedVersion, loadGatewayDocuments } = await import("../http/openapi/gateway-document.ts");
    const text = flagValue(invocation, "version") ?? "latest";
    const version = documentedVersion(text);
    if (version === undefined)
      throw new UsageError(
        `'${text}' is not a valid version: use ${VERSION_MIN} to ${VERSION_MAX}, or latest`,
      );
    const document = allSteps(loadGatewayDocuments()({ version, origin: originOf(invocation) }));
    terminal.print(`${JSON.stringify(document, undefined, 2)}\n`);
    return EXIT.fine;
  },
};

/** Paths are the gateway's own, so that a URL with one is a mistake. */
function originOf(invocation: Invocation): string {
  const text = flagValue(invocation, "url") ?? DEFAULT_URL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  if (!isOrigin || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`'${text}' is not a URL like ${DEFAULT_URL}`);
  }
  return url.origin;
}
