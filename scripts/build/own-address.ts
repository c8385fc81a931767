import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Plugin } from "rolldown";

const SERVER = "server";

/**
 * Lets every module of server/ keep the address that it would have in a file of its own, by which it finds schemas,
 * scenarios and workers, whatever file it is bundled into. All programs stand directly in dist/.
 */
export const ownAddress: Plugin = {
  name: "own-address",
  load: {
    filter: { id: /[\\/]server[\\/].*\.ts$/ },
    handler: async (path) => {
      const text = await readFile(path, "utf8");
      const file = relative(SERVER, path).replaceAll(sep, "/").replace(/\.ts$/, ".js");
      const address = `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href`;
      return { code: text.replaceAll("import.meta.url", address), moduleType: "ts" };
    },
  },
};
