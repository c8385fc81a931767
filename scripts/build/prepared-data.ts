import { basename } from "node:path";
import type { Plugin } from "rolldown";
import { issuerNames } from "../../server/gateway/answers/made-up/issuer-names.ts";
import { requestMembers } from "../../server/gateway/answers/members/request-members.ts";

/** Modules that the sources work out when they need them, and what stands in the place of each. */
const PREPARED: Readonly<Record<string, () => string>> = {
  "issuer-names.ts": () => `export const issuerNames = ${parsed(issuerNames)};`,
  "request-members.ts": () =>
    `let read;\nexport const requestMembers = () => (read ??= ${parsed(requestMembers())});`,
};

/** Puts what modules come to in their place: which members each version knows, and the names of made-up banks. */
export const preparedData: Plugin = {
  name: "prepared-data",
  load: (path) => {
    const code = PREPARED[basename(path)]?.();
    return code === undefined ? undefined : { code, moduleType: "js" };
  },
};

/** JSON is read faster than the same as JavaScript. */
function parsed(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}
