import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "chai";
import fc from "fast-check";
import { renderReport } from "./rendered.ts";
import type { Report, ReportIssue } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { SARIF_SCHEMA } from "./sarif-schema.ts";
import { EMPTY, FULL, PRESENTATION, exchange, issue } from "./sample-report.ts";

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly occurrenceCount: number;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties?: object;
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly Result[];
}

const shown = (report: Report): unknown => JSON.parse(renderReport("sarif", report, PRESENTATION));

function runOf(report: Report): Run {
  const [run] = (shown(report) as { readonly runs: readonly Run[] }).runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

const fingerprintsOf = (...issues: readonly ReportIssue[]): readonly (string | undefined)[] =>
  runOf({ ...EMPTY, issues }).results.map((result) => result.partialFingerprints["issue/v1"]);

describe("the SARIF report", () => {
  let validate: ValidateFunction;
  before(() => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    validate = ajv.compile(SARIF_SCHEMA);
  });

  it("is valid SARIF 2.1.0 with something of everything in it, and with nothing", () => {
    for (const report of [FULL, EMPTY]) {
      validate(shown(report));
      expect(validate.errors).to.equal(null);
    }
  });

  it("is valid whatever it has to say, and names the rule of each result", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        validate(shown(report));
        expect(validate.errors).to.equal(null);
        const { tool, results } = runOf(report);
        expect(results).to.have.length(report.issues.length);
        expect(results.every(({ locations }) => locations.length === 1)).to.equal(true);
        for (const { ruleId, ruleIndex } of results)
          expect(tool.driver.rules[ruleIndex]?.id).to.equal(ruleId);
      }),
    );
  });

  it("holds the evidence of an issue in its message, which does not make it another issue", () => {
    const issues = [issue({ exchanges: ["x-1"] })];
    const [shownResult] = runOf({ ...EMPTY, issues, exchanges: [exchange()] }).results;
    expect(shownResult?.message.text).to.match(/^order-1 was charged twice\n--- exchange x-1, /);
    expect(shownResult?.message.text).to.include("\nAnswer: 201 SUCCESS.\nRequest, masked: {");
    expect([shownResult?.partialFingerprints["issue/v1"]]).to.deep.equal(fingerprintsOf(...issues));
  });

  it("explains each rule once, with its page", () => {
    const again = issue({ message: "order-2 was charged twice" });
    const { rules } = runOf({ ...EMPTY, issues: [issue(), again] }).tool.driver;
    expect(rules).to.deep.equal([
      {
        id: "double-charge",
        shortDescription: { text: "Double charge" },
        defaultConfiguration: { level: "error" },
        help: {
          text: "Double charge. gateway-sandbox explains it in docs/findings.md#double-charge.",
          markdown: "Double charge. gateway-sandbox explains it in " + "`docs/findings.md#double-charge`.",
        },
        properties: { page: "docs/findings.md#double-charge" },
      },
    ]);
  });

  it("points to the line of a file of people, and names the place in a contract, which they do not have", () => {
    const [, , member, key] = runOf({ ...FULL, source: "test/expectations.yaml" }).results;
    expect(key?.locations).to.deep.equal([
      {
        physicalLocation: {
          artifactLocation: { uri: "scenarios/default.yaml" },
          region: { startLine: 12, startColumn: 9 },
        },
      },
    ]);
    expect(member?.locations).to.deep.equal([
      {
        physicalLocation: {
          artifactLocation: { uri: "test/expectations.yaml" },
          region: { startLine: 1 },
        },
        logicalLocations: [
          {
            name: "a/b",
            fullyQualifiedName: "schemas/requests/pay v100.json#/properties/order/properties/a~1b",
            kind: "value",
          },
        ],
      },
    ]);
  });

  it("points to the README where no place is known, as servers drop a result without one", () => {
    const { results } = runOf({ ...EMPTY, issues: [issue()] });
    expect(results[0]?.locations).to.deep.equal([
      {
        physicalLocation: { artifactLocation: { uri: "README.md" }, region: { startLine: 1 } },
      },
    ]);
  });

  it("tells how often it happened and which exchanges show it", () => {
    const [, charge] = runOf(FULL).results;
    expect(charge).to.deep.include({ ruleId: "double-charge", level: "error", occurrenceCount: 12 });
    expect(charge?.properties).to.deep.equal({ exchanges: FULL.issues[1]?.exchanges });
  });

  const files: readonly (readonly [file: string, uri: string])[] = [
    ["scenarios\\default.yaml", "scenarios/default.yaml"],
    ["/srv/plan/a b.yaml", "file:///srv/plan/a%20b.yaml"],
    ["C:\\plan\\a.yaml", "file:///C:/plan/a.yaml"],
    ["a#b:c?.yaml", "a%23b%3Ac%3F.yaml"],
  ];
  for (const [file, uri] of files) {
    it(`writes ${file} as ${uri}`, () => {
      const text = renderReport("sarif", { ...EMPTY, issues: [issue({ place: { file } })] }, PRESENTATION);
      expect(text).to.include(`"uri": "${uri}"`);
    });
  }

  it("knows an issue again when lines moved, counts grew and other values came", () => {
    const place = { file: "schemas/a.json", pointer: "/properties/b" };
    const before = issue({ place: { ...place, line: 3 }, message: "got 12" });
    const after = issue({ place: { ...place, line: 30 }, message: "got 13", count: 7, exchanges: ["x-9"] });
    expect(fingerprintsOf(before)).to.deep.equal(fingerprintsOf(after));
  });

  it("tells apart what differs in rule, file, pointer or (without a pointer) message, and twice the same", () => {
    const place = { file: "schemas/a.json", pointer: "/properties/b" };
    const fingerprints = fingerprintsOf(
      issue({ place }),
      issue({ place, ruleId: "other" }),
      issue({ place: { ...place, file: "schemas/b.json" } }),
      issue({ place: { ...place, pointer: "/properties/c" } }),
      issue(),
      issue({ message: "order-2 was charged twice" }),
      issue({ place }),
    );
    expect(new Set(fingerprints).size).to.equal(7);
  });
});
