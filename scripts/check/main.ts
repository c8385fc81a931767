import { ESLint } from "eslint";
import ts from "typescript";
import { readConfiguration, told } from "../build/compiler.ts";

/**
 * Checks the types of all sources and lints them. The sources are read once for both: what the check has found out about
 * types, the rules of the linter need not find out again.
 */

/** Each configuration of types, and the files that it is for; the last one that fits a file counts. */
const PROJECTS = [
  { config: "tsconfig.json", files: ["**/*.{ts,tsx}"] },
  { config: "web/tsconfig.json", files: ["web/**/*.{ts,tsx}"] },
  { config: "web/portal/tsconfig.json", files: ["web/portal/**/*.{ts,tsx}"] },
].map(({ config, files }) => {
  const { fileNames, options, errors } = readConfiguration(config);
  // Whatever cannot be declared would be missing in the types of the package.
  return { files, errors, program: ts.createProgram(fileNames, { ...options, declaration: true }) };
});

const mistakes = PROJECTS.flatMap(({ errors, program }) => [...errors, ...ts.getPreEmitDiagnostics(program)]);
const linter = new ESLint({
  overrideConfig: PROJECTS.map(({ files, program }) => ({
    files,
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  })),
});
const results = await linter.lintFiles(["."]);
const formatter = await linter.loadFormatter("stylish");
const found = told(mistakes) + (await formatter.format(results));
process.stdout.write(found);
process.exitCode = found === "" ? 0 : 1;
