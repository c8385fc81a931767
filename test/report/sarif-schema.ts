/**
 * SARIF 2.1.0 as far as our reports use it, with every object closed: what the standard requires is required, and a
 * member that is not of the standard is refused. Section numbers are of the standard.
 */
const text = { type: "string" };
const closed = (properties: object, ...required: readonly string[]): object => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});
const bag = { type: "object" };
const level = { enum: ["none", "note", "warning", "error"] };
/** 3.11, 3.12 */
const message = closed({ text, markdown: text }, "text");

/** 3.49 */
const rule = closed(
  {
    id: text,
    shortDescription: message,
    help: message,
    defaultConfiguration: closed({ level }),
    properties: bag,
  },
  "id",
);

/** 3.28 */
const location = closed({
  physicalLocation: closed(
    {
      artifactLocation: closed({ uri: { type: "string", format: "uri-reference", minLength: 1 } }, "uri"),
      region: closed({
        startLine: { type: "integer", minimum: 1 },
        startColumn: { type: "integer", minimum: 1 },
      }),
    },
    "artifactLocation",
  ),
  logicalLocations: {
    type: "array",
    uniqueItems: true,
    items: closed({ fullyQualifiedName: { type: "string" }, kind: text, name: { type: "string" } }),
  },
});

/** 3.27 */
const result = closed(
  {
    ruleId: text,
    ruleIndex: { type: "integer", minimum: -1 },
    level,
    message,
    locations: { type: "array", items: location },
    occurrenceCount: { type: "integer", minimum: 1 },
    partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
    properties: bag,
  },
  "message",
);

/** 3.14 */
const run = closed(
  {
    tool: closed(
      {
        driver: closed(
          { name: text, version: text, rules: { type: "array", uniqueItems: true, items: rule } },
          "name",
        ),
      },
      "driver",
    ),
    automationDetails: closed({ id: text, description: message }),
    invocations: {
      type: "array",
      items: closed(
        { executionSuccessful: { type: "boolean" }, endTimeUtc: { type: "string", format: "date-time" } },
        "executionSuccessful",
      ),
    },
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: { type: "array", items: result },
    properties: bag,
  },
  "tool",
);

/** 3.13 */
export const SARIF_SCHEMA = closed(
  {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: { type: "array", items: run },
  },
  "version",
  "runs",
);
