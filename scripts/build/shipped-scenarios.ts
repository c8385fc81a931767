import type { Plugin } from "rolldown";
import { readLibrary } from "../../server/scenario/library/library-files.ts";
import { readTexts, scenarioFolder } from "../../server/scenario/library/scenario-folder.ts";

/** Puts what the scenarios of this package come to in the place of the module that knows nothing of them. */
export const shippedScenarios: Plugin = {
  name: "shipped-scenarios",
  load: {
    filter: { id: /[\\/]shipped-reading\.ts$/ },
    handler: () => {
      const texts = readTexts(scenarioFolder("scenarios"));
      const { files, problems } = readLibrary(texts);
      if (problems.length > 0) throw new Error("a shipped scenario has mistakes: run gateway-sandbox check");
      const shipped = JSON.stringify({ digest: texts.digest, files });
      return { code: `export const SHIPPED = JSON.parse(${JSON.stringify(shipped)});`, moduleType: "js" };
    },
  },
};
