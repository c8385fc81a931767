import { expect } from "chai";
import fc from "fast-check";
import {
  formatSubject,
  isNamed,
  parseFingerprint,
  parseSubject,
} from "../../server/domain/client-certificate.ts";
import type { SubjectAttribute } from "../../server/domain/client-certificate.ts";

const DIGITS = "00ff".repeat(16);
const FINGERPRINT = Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? "00" : "FF")).join(":");

const value = fc
  .string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom("a", "Z", " ", ",", "\\", "=", "+", '"', "é"),
  })
  .filter((text) => text.trim() === text && text !== "");
const subject: fc.Arbitrary<readonly SubjectAttribute[]> = fc.array(
  fc.tuple(fc.constantFrom("CN", "O", "OU", "1.2.3"), value),
  { minLength: 1, maxLength: 4 },
);

describe("the name of a client certificate", () => {
  for (const written of [DIGITS, DIGITS.toUpperCase(), FINGERPRINT, FINGERPRINT.toLowerCase()]) {
    it(`takes ${written} for one and the same fingerprint`, () => {
      expect(parseFingerprint(written)).to.equal(FINGERPRINT);
    });
  }

  it("reads every subject as it is written", () => {
    fc.assert(
      fc.property(subject, (attributes) => {
        expect(parseSubject(formatSubject(attributes))).to.deep.equal(attributes);
      }),
    );
  });

  it("is a subject's in whatever order its attributes come", () => {
    const shuffled = subject.chain((attributes) =>
      fc.tuple(
        fc.constant(attributes),
        fc.shuffledSubarray([...attributes], { minLength: attributes.length, maxLength: attributes.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([attributes, others]) => {
        const certificate = { fingerprint: FINGERPRINT, subject: others };
        expect(isNamed({ subject: attributes }, certificate)).to.equal(true);
      }),
    );
  });

  it("is nobody else's: one attribute more, less or other", () => {
    fc.assert(
      fc.property(subject, ([head, ...rest]) => {
        const first: SubjectAttribute = head ?? ["", ""];
        const certificate = { fingerprint: FINGERPRINT, subject: [first, ...rest] };
        const [type, text] = first;
        const others: readonly (readonly SubjectAttribute[])[] = [
          rest,
          [first, ...rest, ["L", "x"]],
          [[type, `${text}x`], ...rest],
        ];
        for (const other of others) expect(isNamed({ subject: other }, certificate)).to.equal(false);
      }),
    );
  });

  it("is none that says nothing", () => {
    expect(isNamed({ subject: [] }, { fingerprint: FINGERPRINT, subject: [] })).to.equal(false);
    expect(isNamed({ fingerprint: "" }, { fingerprint: FINGERPRINT, subject: [] })).to.equal(false);
  });
});
