import { expect } from "chai";
import fc from "fast-check";
import { formatTlv, parseTlv } from "../../server/terminal/emv.ts";
import type { DataObject } from "../../server/terminal/emv.ts";

const read = (text: string): ReturnType<typeof parseTlv> => parseTlv(Buffer.from(text, "hex"));

const plain = (tag: string, value: string): DataObject => ({ tag, value, parts: undefined });

describe("a chip's data objects (BER-TLV)", () => {
  const long = "AB".repeat(127);
  const longer = "CD".repeat(128);
  const longest = "EF".repeat(300);
  const cases: readonly (readonly [string, string, readonly DataObject[]])[] = [
    ["nothing", "", []],
    ["one", "9A03260131", [plain("9A", "260131")]],
    ["two", "9C01009F0206000000001000", [plain("9C", "00"), plain("9F02", "000000001000")]],
    ["an empty one", "9F0300", [plain("9F03", "")]],
    ["a tag of three bytes", "DF81010155", [plain("DF8101", "55")]],
    ["a tag of four bytes", "DF8181010155", [plain("DF818101", "55")]],
    ["a length in one byte", `507F${long}`, [plain("50", long)]],
    ["a length in two bytes", `508180${longer}`, [plain("50", longer)]],
    ["a length in three bytes", `5082012C${longest}`, [plain("50", longest)]],
    ["a length that is longer than it need be", "9A82000126", [plain("9A", "26")]],
    ["a template", "70049A022601", [{ tag: "70", value: "9A022601", parts: [plain("9A", "2601")] }]],
    ["an empty template", "7700", [{ tag: "77", value: "", parts: [] }]],
    ["zeros that mean nothing", "00009A0126000000950155", [plain("9A", "26"), plain("95", "55")]],
    ["zeros behind the last", "9A012600", [plain("9A", "26")]],
    [
      "a template in a template",
      "6F06A5049A022601",
      [
        {
          tag: "6F",
          value: "A5049A022601",
          parts: [{ tag: "A5", value: "9A022601", parts: [plain("9A", "2601")] }],
        },
      ],
    ],
  ];
  for (const [name, text, objects] of cases) {
    it(`are read: ${name}`, () => {
      expect(read(text)).to.deep.equal({ objects, faultAt: undefined });
    });
  }

  const faults = [
    ["a tag without a length", "9A", 0],
    ["a tag that does not end", "9F", 0],
    ["a tag that does not end behind another object", "9A01269F81", 3],
    ["a tag of five bytes", "DF818181010155", 0],
    ["a value that is cut off", "9A012695055500", 3],
    ["a length that is cut off", "9A012650820", 3],
    ["a length of its own", "5081", 0],
    ["a length without an end", "5080AB0000", 0],
    ["a length of five bytes", "50850000000001AB", 0],
    ["a part that is longer than its template", "70049A0326", 0],
    ["a part that is cut off by its template", "70039A0326019C0100", 2],
  ] as const;
  for (const [name, text, faultAt] of faults) {
    it(`are not read, and the place is said: ${name}`, () => {
      expect(read(text)).to.deep.equal({ faultAt });
    });
  }

  it("come back as they were written", () => {
    const tag = fc.oneof(
      fc.stringMatching(/^[1458C][0-9A-E]$/),
      fc.stringMatching(/^(?:5F|9F)[0-7][0-9A-F]$/),
    );
    const value = fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => Buffer.from(bytes).toString("hex").toUpperCase());
    const leaf = fc.record({ tag, value, parts: fc.constant(undefined) });
    const template = fc
      .array(leaf, { maxLength: 5 })
      .map((parts) => ({ tag: "70", value: formatTlv(parts), parts }));
    fc.assert(
      fc.property(fc.array(fc.oneof(leaf, template), { maxLength: 8 }), (objects) => {
        expect(read(formatTlv(objects))).to.deep.equal({ objects, faultAt: undefined });
      }),
    );
  });

  it("are read or refused at a place within, whatever came", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 125 }), (bytes) => {
        const { faultAt } = parseTlv(Buffer.from(bytes));
        if (faultAt !== undefined) expect(faultAt).to.be.within(0, bytes.length - 1);
      }),
    );
  });
});
