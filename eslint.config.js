import js from "@eslint/js";
import tseslint from "typescript-eslint";

const limits = {
  "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
  "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
  "max-params": ["error", 4],
  "max-depth": ["error", 2],
};

export default tseslint.config(
  { ignores: ["dist", "node_modules", ".sandbox"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...limits,
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // There are none: erasableSyntaxOnly.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // Only config.ts may read the environment, and only main.ts may end the process.
    files: ["server/**/*.ts"],
    ignores: ["server/sandbox/config.ts", "server/main.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "read it in config.ts" },
        { object: "process", property: "exit", message: "end the process in main.ts" },
        { object: "Date", property: "now", message: "take the clock that is passed in" },
        { object: "Math", property: "random", message: "take the randomness that is passed in" },
      ],
    },
  },
  {
    // Developers of a merchant's page look there.
    files: ["web/**/*.{ts,tsx}"],
    rules: { "no-console": "off" },
  },
  {
    // A shop as merchants write it: plain programs, and scripts in pages that have loaded the gateway's.
    files: ["examples/**/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...["Buffer", "URL", "URLSearchParams", "fetch"],
          ...["Checkout", "PaymentSession", "ThreeDS", "document", "location", "window"],
        ].map((name) => [name, "readonly"]),
      ),
    },
    rules: { ...limits, eqeqeq: "error", "no-console": "error" },
  },
  {
    // A table of cases is data, however long.
    files: ["test/**/*-cases.ts"],
    rules: { "max-lines": "off" },
  },
  {
    // Markup takes lines.
    files: ["web/**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    // A suite is one function of many cases, and chai asserts by property access.
    files: ["test/**/*.ts"],
    rules: {
      "max-lines-per-function": "off",
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
);
