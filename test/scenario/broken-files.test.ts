import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { readTexts } from "../../server/scenario/library/scenario-folder.ts";
import { problemsOf, withFolder } from "./folders.ts";

const SCHEMA = readFileSync(new URL("../../schemas/scenario.json", import.meta.url), "utf8");
const CONDITIONS = Object.keys(valueAt(JSON.parse(SCHEMA) as Json, "$defs.when.properties") ?? {});

const CODES = "gateway code, got";
const RULE = "version: 1\nrules:\n  - id: a\n    outcome: APPROVED\n";

/** What is wrong, the file's text, and what is said: line:column and message. */
const CASES: readonly (readonly [string, string, ...string[]])[] = [
  ["an empty file", "", "1:1 expected a scenario file, got nothing"],
  ["a file that is a list", "- version: 1\n", "1:1 expected a scenario file, got a list"],
  [
    "somebody's password file",
    "root:x:0:0:root:/root:/bin/bash\n",
    "1:1 expected a scenario file, got a file of another kind",
  ],
  [
    "a file of settings",
    "db_password: hush\nhosts: [hush]\n",
    "1:1 expected a scenario file, got a file of another kind",
  ],
  [
    "a text that YAML cannot read",
    "a: |hush\n  b\n",
    "1:5 not readable as YAML: Block scalar header includes extra characters",
  ],
  ["no version", "name: x\n", '1:1 the key "version" is missing'],
  ["another version", "version: 2\n", "1:10 expected 1, the only version of this format, got the number 2"],
  [
    "a version in quotes",
    'version: "1"\n',
    '1:10 expected 1, the only version of this format, got "1": remove the quotes',
  ],
  ["an unknown key", "version: 1\nrule: []\n", '2:1 unknown key "rule"; did you mean "rules"?'],
  [
    "a key like no other",
    "version: 1\nxyz: 1\n",
    '2:1 unknown key "xyz"; the known keys are $schema, version, name, extends, delay, rules, tables',
  ],
  [
    "an unknown table",
    "version: 1\ntables: { expirey: {} }\n",
    '2:11 unknown key "expirey"; did you mean "expiry"?',
  ],
  [
    "a gateway code in a table",
    "version: 1\ntables:\n  expiry:\n    05/39: BLOCKD\n",
    `4:12 expected a ${CODES} "BLOCKD"; did you mean BLOCKED?`,
  ],
  [
    "a security code without quotes as a key",
    "version: 1\ntables:\n  securityCode:\n    010: MATCH\n",
    "4:5 a key must be text, but this is the number 010: put it in quotes",
  ],
  [
    "a PIN without quotes",
    'version: 1\ntables:\n  pin: { "5123450000000008": 1234 }\n',
    "3:30 expected a PIN of 4 to 12 digits, got the number 1234: put it in quotes",
  ],
  [
    "a PIN of a card number without quotes",
    'version: 1\ntables:\n  pin:\n    5123450000000008: "1234"\n',
    "4:5 a key must be text, but this is the number 512345xxxxxx0008: put it in quotes",
  ],
  [
    "a PIN that is too short",
    'version: 1\ntables:\n  pin: { "5123450000000008": "123" }\n',
    '3:30 expected a PIN of 4 to 12 digits, got "123"',
  ],
  [
    "an expiry of one digit",
    'version: 1\ntables:\n  expiry: { "5/39": DECLINED }\n',
    '3:13 expected an expiry as "MM/YY", got "5/39"',
  ],
  [
    "a rule that is a text",
    "version: 1\nrules:\n  - declined\n",
    '3:5 expected a rule (a mapping of id, when and outcome), got "declined"',
  ],
  [
    "a key given twice",
    `${RULE}    outcome: BLOCKED\n    prio: 1\n`,
    '5:5 the key "outcome" is already given on line 4: keep one of them',
    '6:5 unknown key "prio"; did you mean "priority"?',
  ],
  [
    "a bracket left open",
    "version: 1\nrules: [\n",
    "3:1 not readable as YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  [
    "a tab for indentation",
    "version: 1\nrules:\n\t- id: a\n",
    "3:1 not readable as YAML: Tabs are not allowed as indentation",
  ],
  [
    "a mapping within a line",
    "version: 1\nname: a: b\n",
    "2:7 not readable as YAML: Nested mappings are not allowed in compact mappings",
  ],
  [
    "a colon twice within braces",
    "version: 1\nrules: [{ id: : a }]\n",
    "2:15 not readable as YAML: Unexpected : in flow map",
  ],
  [
    "two documents",
    "version: 1\n---\nversion: 1\n",
    "2:1 a second YAML document starts here, but a file may have only one: remove this line or split the file",
  ],
  ["an unknown tag", "version: 1\nname: !secret x\n", "2:7 not readable as YAML: Unresolved tag: !secret"],
  ["an alias without an anchor", "version: 1\nname: *who\n", "2:7 there is no anchor &who before this alias"],
  ["an anchor that holds itself", "version: 1\nrules: &all [*all]\n", "2:14 &all would contain itself"],
  [
    "a merge key",
    `${RULE}    when: { <<: { currency: EUR } }\n`,
    `5:13 unknown key "<<"; the known keys are ${CONDITIONS.join(", ")}`,
  ],
  [
    "a fault behind an anchor, once for all aliases",
    "version: 1\nrules:\n  - { id: a, outcome: APPROVED, when: &one { amount: 5 } }\n  - { id: b, outcome: APPROVED, when: *one }\n",
    '3:54 expected an amount such as "66.66", got the number 5: put it in quotes',
  ],
];

describe("a broken scenario file", () => {
  for (const [what, text, ...said] of CASES) {
    it(`is refused for ${what}, with its place and what was expected`, () => {
      const lines = said.map((line) => `scenarios/plan.yaml:${line}`);
      expect(problemsOf({ "plan.yaml": text }, ["plan"])).to.deep.equal(lines);
    });
  }

  it("with a key given twice is judged by the last of them", () => {
    const text = "version: 1\nname: first\nname: [second]\n";
    expect(problemsOf({ "plan.yaml": text }, ["plan"])).to.deep.equal([
      'scenarios/plan.yaml:3:1 the key "name" is already given on line 2: keep one of them',
      "scenarios/plan.yaml:3:7 expected a name of 1 to 80 characters without '#', got a list",
    ]);
  });

  it("in JSON is told with line and column as well", () => {
    const text = '{\n\t"version": 1,\n\t"rules": [\n\t\t{ "id": "a", "outcome": "APROVED" }\n\t]\n}\n';
    const said = 'scenarios/plan.json:4:27 expected a gateway code, got "APROVED"; did you mean APPROVED?';
    expect(problemsOf({ "plan.json": text }, ["plan"])).to.deep.equal([said]);
  });

  it("is told together with all others of the folder, active or not, in the order of their names", () => {
    const files = {
      "a.yaml": "version: 3\n",
      "b.yml": "version: 1\nnam: x\nrules: 5\n",
      "c.yaml": "version: 4\n",
    };
    expect(problemsOf(files, ["b", "a"])).to.deep.equal([
      "scenarios/a.yaml:1:10 expected 1, the only version of this format, got the number 3",
      'scenarios/b.yml:2:1 unknown key "nam"; did you mean "name"?',
      "scenarios/b.yml:3:8 expected a list of rules, got the number 5",
      "scenarios/c.yaml:1:10 expected 1, the only version of this format, got the number 4",
    ]);
  });

  it("of the name of another one is refused", () => {
    const files = { "a.yaml": "version: 1\nname: b\n", "b.yaml": "version: 1\n" };
    const said = 'scenarios/b.yaml:1:1 the name "b" is already used by scenarios/a.yaml';
    expect(problemsOf(files, ["a"])).to.deep.equal([said]);
  });

  it("that is not there is told with those that are", () => {
    const files = { "default.yaml": RULE, "night.json": '{ "version": 1 }', "readme.md": "#" };
    expect(problemsOf(files, ["defalt", "readme", "../default", "default.yaml"])).to.deep.equal([
      'scenarios: there is no scenario "defalt"; did you mean "default"? (known: default, night)',
      'scenarios: there is no scenario "readme" (known: default, night)',
      'scenarios: there is no scenario "../default"; did you mean "default"? (known: default, night)',
      'scenarios: there is no scenario "default.yaml"; did you mean "default"? (known: default, night)',
    ]);
    expect(problemsOf({}, ["a"])).to.deep.equal([
      "scenarios: the folder contains no scenario files (.yaml, .yml or .json); gateway-sandbox init writes a starter with one",
    ]);
  });

  it("that is named twice, or appears twice, is refused", () => {
    const files = { "a.yaml": RULE, "a.json": '{ "version": 1 }', "b.yaml": RULE };
    expect(problemsOf(files, ["b", "a", "b"])).to.deep.equal([
      'scenarios: the scenario "a" is defined in both a.json and a.yaml: keep one',
      'scenarios: the scenario "b" is named twice',
    ]);
  });

  it("that is no text, or a folder that is not there, is told as such", () => {
    expect(problemsOf({ "a.yaml": Uint8Array.of(0x61, 0xff, 0xfe) }, ["a"])).to.deep.equal([
      "scenarios/a.yaml: is not UTF-8 text: save it as UTF-8",
    ]);
    const said = (use: (folder: string) => string): string =>
      withFolder({ "a.yaml": "version: 1\n" }, (folder) => {
        const path = use(folder);
        const [problem] = readTexts({ path, shown: "S" }).problems;
        return `${problem?.file ?? ""}: ${problem?.message ?? ""}`;
      });
    expect(said((folder) => join(folder, "gone"))).to.equal(
      "S: the folder cannot be read: it does not exist (ENOENT)",
    );
    expect(said((folder) => join(folder, "a.yaml"))).to.equal(
      "S: the folder cannot be read: it is a file, specify its folder instead (ENOTDIR)",
    );
    const withFifo = (folder: string): string => {
      execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
      return folder;
    };
    expect(said(withFifo)).to.equal("S/pipe.yaml: is a device, a socket or a FIFO, not a file: remove it");
    const withDevice = (folder: string): string => {
      symlinkSync("/dev/zero", join(folder, "zero.yaml"));
      return folder;
    };
    expect(said(withDevice)).to.equal("S/zero.yaml: is a device, a socket or a FIFO, not a file: remove it");
    const withFolderInside = (folder: string): string => {
      mkdirSync(join(folder, "sub.yaml"));
      return folder;
    };
    expect(said(withFolderInside)).to.equal(
      "S/sub.yaml: cannot be read: it is a folder, and subfolders are not searched: rename it (EISDIR)",
    );
  });

  it("by its extension may be written in capitals, and must have a name that settings can say", () => {
    const files = { "A.YAML": "version: 2\n", "b,c.yaml": "version: 1\n", "d.Json": "{" };
    const said = problemsOf(files, []);
    const places = said.map((line) => line.replace(/ .*/, ""));
    expect(places).to.deep.equal(["scenarios/b,c.yaml:", "scenarios/A.YAML:1:10", "scenarios/d.Json:1:2"]);
    expect(said[0]).to.equal(
      'scenarios/b,c.yaml: settings cannot name this file: rename it to at most 80 characters before the extension, without "#", "," and "\\"',
    );
  });
});
