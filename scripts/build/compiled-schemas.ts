import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Plugin } from "rolldown";
import { schemaAjv } from "../../server/document/schema-validator.ts";

/** `export const scenarioValidator = schemaValidator(new URL("../../../schemas/scenario.json", import.meta.url));` */
const ASKS = /^export const (\w+) = schemaValidator\(\s*new URL\("([^"]+)", import\.meta\.url\),?\s*\);$/m;

/** Puts compiled schemas in the place of the modules that would have them compiled at the start. */
export const compiledSchemas: Plugin = {
  name: "compiled-schemas",
  load: {
    filter: { id: /-validator\.ts$/ },
    handler: async (path) => {
      const [, name, schema] = ASKS.exec(await readFile(path, "utf8")) ?? [];
      if (name === undefined || schema === undefined) return undefined;
      return { code: compiled(name, resolve(dirname(path), schema)), moduleType: "js" };
    },
  },
};

function compiled(name: string, schema: string): string {
  const ajv = schemaAjv({ source: true, esm: true });
  const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")) as object);
  return `${withImports(standaloneCode.default(ajv, validate))}\nexport const ${name} = () => validate;\n`;
}

/** What the code takes of Ajv at run time is required by it, for CommonJS only. */
function withImports(code: string): string {
  return code.replace(
    /const (\w+) = require\("([^"]+)"\)\.default;/g,
    'import $1_ from "$2.js";\nconst $1 = $1_.default;',
  );
}
