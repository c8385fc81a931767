import type { Plugin } from "esbuild";
import { issuerNames } from "../../server/gateway/answers/made-up/issuer-names.ts";
import { requestMembers } from "../../server/gateway/answers/members/request-members.ts";

/** Modules that the sources work out when they need them, and what stands in the place of each. */
const PREPARED = {
  "issuer-names": () => `export const issuerNames = ${parsed(issuerNames)};`,
  "request-members": () =>
    `let read;\nexport const requestMembers = () => (read ??= ${parsed(requestMembers())});`,
} as const;

/** Puts what modules come to in their place: which members each version knows, and the names of made-up banks. */
export const preparedData: Plugin = {
  name: "prepared-data",
  setup(bundler) {
    for (const [name, contents] of Object.entries(PREPARED)) {
      bundler.onLoad({ filter: new RegExp(`[\\\\/]${name}\\.ts$`) }, () => {
        return { contents: contents(), loader: "js" };
      });
    }
  },
};

/** JSON is read faster than the same as JavaScript. */
function parsed(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}
