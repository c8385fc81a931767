import { rmSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { MODES } from "../../server/domain/record/finding.ts";
import type { Json } from "../../server/domain/json.ts";
import { judgeWith, withCard, withOrder } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

const NUMBER = "5123450000000008";
const TRACK = `;${NUMBER}=39051010000000000`;

/** Bodies that the contract does not take, and what of them must never be seen in a finding. */
const CASES: readonly { readonly name: string; readonly body: Json; readonly secret: string }[] = [
  { name: "a number with a letter", body: withCard({ number: `${NUMBER}A` }), secret: "51234500" },
  { name: "a number in groups", body: withCard({ number: "5123 4500 0000 0008" }), secret: "4500 0000" },
  {
    name: "a number of eleven digits and a letter",
    body: withCard({ number: "51234567890A" }),
    secret: "512345",
  },
  { name: "a short number", body: withCard({ number: "51234567" }), secret: "51234567" },
  { name: "a number as a JSON number", body: withCard({ number: 5123450000000008 }), secret: "51234500" },
  { name: "a number in an array", body: withCard({ number: [NUMBER] }), secret: "51234500" },
  { name: "a security code that is too long", body: withCard({ securityCode: "98765" }), secret: "98765" },
  { name: "a security code with a letter", body: withCard({ securityCode: "98Q" }), secret: "Q" },
  { name: "a security code as a JSON number", body: withCard({ securityCode: 987 }), secret: "987" },
  { name: "a track that is too long", body: withCard({ track2: TRACK.repeat(2) }), secret: "51010000" },
  { name: "chip data", body: withCard({ emvRequest: "5A085123450000000008".repeat(2) }), secret: "5A08" },
  { name: "an unknown member", body: withCard({ cardNumber: NUMBER }), secret: "51234500" },
  {
    name: "an unknown member of any name",
    body: withOrder({ surprise: "6759649826438453" }),
    secret: "67596498264",
  },
  {
    name: "a known member that holds a number",
    body: withOrder({ reference: `${NUMBER} `.repeat(3) }),
    secret: NUMBER,
  },
  {
    name: "a member that is named like a number",
    body: withOrder({ [NUMBER]: { deep: 1 } }),
    secret: NUMBER,
  },
  {
    name: "a custom member with a number for a name",
    body: withOrder({ custom: { [`-${NUMBER}`]: "1" } }),
    secret: NUMBER,
  },
  { name: "a map of cards", body: withOrder({ custom: { a: { number: NUMBER } } }), secret: "51234500" },
  {
    name: "a deep group of a sensitive name",
    body: withOrder({ securityCode: { value: "98765" } }),
    secret: "98765",
  },
  { name: "an enumeration", body: { apiOperation: NUMBER, sourceOfFunds: { type: NUMBER } }, secret: NUMBER },
];

describe("card data in findings", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { name, body, secret } of CASES) {
    for (const mode of MODES) {
      it(`is not there for ${name} in mode ${mode}`, () => {
        const { findings, refusal } = judge(body, { mode });
        expect(findings).to.not.be.empty;
        expect(JSON.stringify([findings, refusal?.explanation, refusal?.fault])).to.not.include(secret);
      });
    }
  }

  it("shows a card number of the right form masked", () => {
    const { findings } = judge(withCard({ number: 5123450000000008 }));
    expect(findings[0]?.got).to.equal("512345xxxxxx0008");
  });

  it("is not there wherever a whole number is put", () => {
    const member = fc.constantFrom(
      "number",
      "securityCode",
      "track2",
      "nameOnCard",
      "emvRequest",
      "reference",
      "pin",
    );
    const around = fc.string({
      maxLength: 12,
      unit: fc.constantFrom("a", "b", " ", "<", ">", "-", "_", ".", ":"),
    });
    fc.assert(
      fc.property(member, around, around, fc.constantFrom(...MODES), (name, before, behind, mode) => {
        const value = `${before}${NUMBER}${behind}`.padEnd(40, "z");
        const { findings, refusal } = judge(withCard({ [name]: value }), { mode });
        expect(JSON.stringify([findings, refusal?.explanation])).to.not.include(NUMBER);
      }),
    );
  });
});
