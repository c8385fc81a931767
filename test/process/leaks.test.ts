import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, run } from "./built-server.ts";
import { CARD_CONTRACTS, walkContract } from "./canary/contract-walk.ts";
import { sendElsewhere } from "./canary/elsewhere.ts";
import { createMarks, SECRETS } from "./canary/marks.ts";
import { leaksIn } from "./canary/search.ts";
import type { Place } from "./canary/search.ts";
import { sendSecrets } from "./canary/secrets.ts";
import { startSubject } from "./canary/subject.ts";

/** Asks for what a request says, so that each decision tells what came instead. */
const SCENARIO = `
version: 1
name: canary
rules:
${["reference", "order", "street", "card"]
  .map((name) => `  - { id: by-${name}, when: { ${name}: "4000000000000507" }, outcome: DECLINED }`)
  .join("\n")}
  - { id: by-code, when: { securityCode: "100", expiry: "01/50", cardPrefix: "400000" }, outcome: DECLINED }
`;

/** An answer gives correlationId back as it was sent (interface section 2.3); the record of it does not. */
function withoutCorrelation({ name, text }: Place): Place {
  const isAnswer = name.startsWith("answer");
  return { name, text: isAnswer ? text.replace(/"correlationId":"[^"]*"/, "") : text };
}

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
  it("never comes out, whichever member or part of a request it is sent in", () =>
    inFolder(async (folder) => {
      const subject = await startSubject(folder, SCENARIO);
      const marks = createMarks();
      for (const limits of CARD_CONTRACTS) {
        for (const merchant of ["STRICT", "GATEWAY", "OBSERVE"] as const) {
          const taken = await walkContract({ subject, marks, limits, merchant });
          expect(taken.length, `members of ${limits.name} that took a card number`).to.be.greaterThan(5);
        }
      }
      await sendSecrets(subject, marks);
      await sendElsewhere(subject, marks);
      const places = (await subject.stop()).map(withoutCorrelation);
      const statuses = new Set(subject.answers.map(({ text }) => text.slice(0, 3)));
      expect([...statuses]).to.include.members(["200", "201", "400", "401", "403", "404", "405"]);
      expect(places.map(({ name }) => name)).to.include.members(["stdout", "stderr", "file log-1.ndjson"]);
      const leaks = places.flatMap((place) => leaksIn(place, marks.sent));
      expect(leaks.slice(0, 20), `${leaks.length} leaks`).to.deep.equal([]);
    })).timeout(120_000);

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
    const forms = [
      `"number":"${number}"`,
      `x${number}y`,
      `1${number}9`,
      (number.match(/\d{1,4}/g) ?? []).join(" "),
      (number.match(/\d{1,4}/g) ?? []).join("-"),
      ...["", "a", "ab", "abc"].map((before) => Buffer.from(`${before}${number}z`).toString("base64")),
      Buffer.from(number).toString("hex"),
      encodeURIComponent(number).replaceAll("3", "%33"),
      ...Object.values(SECRETS).map((secret) => `"${secret}"`),
      SECRETS.p2pe.toLowerCase(),
    ];
    for (const text of forms) expect(leaksIn({ name: "here", text }, marks.sent), text).to.not.deep.equal([]);
    expect(
      leaksIn({ name: "here", text: `${number.slice(0, 6)}xxxxxx${number.slice(-4)}` }, marks.sent),
    ).to.deep.equal([]);
  });
});
