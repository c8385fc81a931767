import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, run } from "./built-server.ts";
import { fly } from "./canary/flight.ts";
import type { Flight } from "./canary/flight.ts";
import { createMarks, SECRETS } from "./canary/marks.ts";
import { leaksIn } from "./canary/search.ts";
import { formsOf } from "./canary/written-forms.ts";

/** Everything that comes out, and how many masked numbers it has at least: so many canaries came as far as that. */
const PLACES: Readonly<Record<string, number>> = {
  gateway: 2_000,
  "control API": 50_000,
  pages: 50,
  "answer to raw text": 0,
  notification: 30,
  stdout: 0,
  stderr: 10,
  "file journal.ndjson": 50_000,
  "file log-1.ndjson": 2_000,
  command: 1_000,
  report: 5_000,
};

/** Card numbers at places of the files that a start reads, and mistakes around them. */
const BROKEN_FILES: Readonly<Record<string, (number: string) => string>> = {
  "value of another type": (number) => `merchants:\n  - { id: A, passwords: [x], mode: ${number} }`,
  "value of an enumeration": (number) => `merchants:\n  - { id: A, passwords: [x], mode: "${number}" }`,
  "value with blanks": (number) => `merchants:\n  - { id: "card ${number}", passwords: [x] }`,
  "unknown key": (number) => `merchants:\n  - { id: A, passwords: [x], "${number}": 1 }`,
  "key that is no text": (number) => `merchants:\n  - { id: A, passwords: [x], ${number}: 1 }`,
  alias: (number) => `merchants:\n  - { id: A, passwords: *a${number} }`,
  twice: (number) => `merchants: [{ id: "${number}", passwords: [x] }, { id: "${number}", passwords: [x] }]`,
  "broken YAML": (number) => `merchants:\n  - "${number}\n  x: [${number}`,
};

describe("card data", () => {
  let flight: Flight;
  before(async () => {
    flight = await inFolder(fly);
  }).timeout(900_000);

  it("is sent so that every kind of answer comes, and is taken under every contract in every mode", () => {
    const kinds = [0, 200, 201, 303, 400, 401, 403, 404, 405, 408, 409, 422, 500, 502, 503];
    expect([...flight.statuses]).to.include.members(kinds);
    const untaken = [...flight.taken].filter(([, members]) => members === 0);
    expect(untaken).to.deep.equal([]);
    expect(flight.taken.size).to.be.greaterThan(100);
  });

  it("is looked for in what every command prints, and each of them ends as commands do", () => {
    const odd = [...flight.endings].filter(([, code]) => ![0, 1, 2, 127].includes(code));
    expect(odd).to.deep.equal([]);
    const names = new Set([...flight.endings.keys()].map((words) => words.split(" ")[0]));
    const commands = ["check", "coverage", "explain", "replay", "report", "run", "smoke", "upgrade-check"];
    const running = ["tail", "why", "orders", "order", "arm", "disarm", "hold", "release", "clock", "reset"];
    const others = ["verify", "versions", "approve", "reject", "scenario"];
    expect([...names]).to.include.members([...commands, ...running, ...others]);
  });

  for (const [place, masked] of Object.entries(PLACES)) {
    it(`never comes out, whichever member or part of a request it is sent in: ${place}`, () => {
      const { leaks, searched } = flight.watch;
      const found = leaks.filter((leak) => leak.startsWith(place));
      expect(found.slice(0, 20), `${found.length} leaks`).to.deep.equal([]);
      expect(searched.get(place)?.masked, "masked numbers").to.be.at.least(masked);
    });
  }

  it("never comes out anywhere else", () => {
    expect(flight.watch.leaks).to.deep.equal([]);
    const others = [...flight.watch.searched.keys()].filter((place) => !(place in PLACES));
    expect(others).to.have.members(["file secret.key", "file stop.json"]);
  });

  for (const [name, contentFor] of Object.entries(BROKEN_FILES)) {
    it(`does not come out of a broken file: ${name}`, () =>
      inFolder(async (folder) => {
        const marks = createMarks();
        await writeFile(join(folder, "merchants.yaml"), contentFor(marks.number(name)));
        const program = run({ folder, arguments: ["--merchants", "merchants.yaml"] });
        expect((await program.ended).code, program.stderr()).to.equal(2);
        const text = program.stdout() + program.stderr();
        expect(leaksIn({ name: "output", text }, marks.sent)).to.deep.equal([]);
      }));
  }

  it("would be found by this search in every form", () => {
    const marks = createMarks();
    const number = marks.number("a test");
    const groups = number.match(/\d{1,4}/g) ?? [];
    const escaped = (before: string, after = ""): string =>
      Array.from(number, (digit) => `${before}3${digit}${after}`).join("");
    const forms = [
      ...[`"number":"${number}"`, `x${number}y`, `1${number}9`, groups.join(" "), groups.join("-")],
      ...[groups.join("%20"), groups.join("%2D"), groups.join("\\u0020"), groups.join("&#32;")],
      ...[
        escaped("%"),
        escaped("%25"),
        escaped("\\u00"),
        escaped("&#x", ";"),
        escaped("%").replaceAll("%3", "3"),
      ],
      Array.from(number, (digit) => `${digit}\u0000`).join(""),
      ...["", "a", "ab", "abc"].map((before) => Buffer.from(`${before}${number}z`).toString("base64")),
      `Basic "${Buffer.from(`merchant.A:${number}`).toString("base64")}"`,
      Buffer.from(number).toString("base64url"),
      ...Object.values(SECRETS).map((secret) => `"${secret}"`),
    ];
    const long = Object.values(SECRETS).filter((secret) => secret !== SECRETS.securityCode);
    const all = [...forms, ...long.flatMap(formsOf)];
    for (const text of all) expect(leaksIn({ name: "here", text }, marks.sent), text).to.not.deep.equal([]);
  });

  it("would not be seen by it where it is masked, and in what only looks alike", () => {
    const marks = createMarks();
    const number = marks.number("a test");
    const harmless = [
      `${number.slice(0, 6)}xxxxxx${number.slice(-4)}`,
      '"at":"2030-07-15T10:20:30.0791Z","bytes":10791,"number":"512345xxxxxx0791"',
      Buffer.from("a text that is no number").toString("base64"),
      "Value '…0791' is invalid",
    ];
    for (const text of harmless) expect(leaksIn({ name: "here", text }, marks.sent), text).to.deep.equal([]);
  });
});

describe("a card number to look for", () => {
  for (const kind of ["number", "otherNumber"] as const) {
    it(`shows no security code in the last four digits that masking leaves: ${kind}`, () => {
      const marks = createMarks();
      for (let count = 0; count < 60_000; count += 1) marks[kind]("a test");
      expect(marks.sent.size).to.equal(60_000);
      const taken = [...marks.sent.keys()].filter((number) => number.endsWith(SECRETS.securityCode));
      expect(taken).to.deep.equal([]);
    });
  }
});
