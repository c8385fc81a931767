import { expect } from "chai";
import { holdsCardNumber } from "../../server/domain/card/card.ts";
import { CHIP_MEMBER_READERS, EMV_TAGS, withChipMembers } from "../../server/terminal/chip-members.ts";
import { formatTlv, parseEmv, returnableEmv } from "../../server/terminal/emv.ts";
import type { EmvElement } from "../../server/terminal/emv.ts";

const NUMBER = "5123450000000008";
const TRACK2 = `${NUMBER}D39012011234`;
const CHIP: readonly EmvElement[] = [
  { tag: "5A", value: NUMBER },
  { tag: "57", value: TRACK2 },
  { tag: "5F20", value: Buffer.from("PAYER/ADA  ").toString("hex").toUpperCase() },
  { tag: "5F24", value: "390131" },
  { tag: "5F34", value: "01" },
  { tag: "9F02", value: "000000001000" },
  { tag: "9F26", value: "0123456789ABCDEF" },
];
const MEMBERS = {
  number: NUMBER,
  track2: `${NUMBER}=39012011234`,
  nameOnCard: "PAYER/ADA",
  expiry: { month: "01", year: "39" },
  sequenceNumber: "01",
};

const tlv = (tag: string, value: string): string => formatTlv([{ tag, value }]);

describe("chip data (emvRequest)", () => {
  it("is read element by element, with the members that it stands for", () => {
    expect(parseEmv(formatTlv(CHIP))).to.deep.equal({ elements: CHIP, members: MEMBERS, fault: undefined });
  });

  it("is read in small letters", () => {
    expect(parseEmv(formatTlv(CHIP).toLowerCase())).to.deep.equal(parseEmv(formatTlv(CHIP)));
  });

  for (const tag of ["70", "77"]) {
    it(`is read out of the template ${tag}`, () => {
      expect(parseEmv(tlv(tag, formatTlv(CHIP)))).to.deep.equal(parseEmv(formatTlv(CHIP)));
    });
  }

  for (const tag of Object.keys(EMV_TAGS)) {
    it(`may hold the permitted tag ${tag}`, () => {
      const sample = CHIP.find((element) => element.tag === tag)?.value ?? "";
      expect(parseEmv(tlv(tag, sample)).fault).to.equal(undefined);
    });
  }

  const faults = [
    ["is not hexadecimal", "9A0326013", "malformed", undefined],
    ["has letters", "chip data!", "malformed", undefined],
    ["is cut off", formatTlv(CHIP).slice(0, -2), "malformed", undefined],
    ["holds a tag that is not permitted", tlv("9A", "260131") + tlv("9F1F", "00"), "unpermitted", "9F1F"],
    ["holds such a tag in a template", tlv("70", tlv("9F6B", TRACK2)), "unpermitted", "9F6B"],
    ["is in a template that is not permitted", tlv("6F", tlv("84", "A0")), "unpermitted", "6F"],
    ["holds a longer tag that is not permitted", tlv("DF8101", "00"), "unpermitted", "DF8101"],
    ["holds a number that is none", tlv("5A", "5123"), "unreadable", "5A"],
    ["holds an expiry that is none", tlv("5F24", "391301"), "unreadable", "5F24"],
    ["holds a track without its separator", tlv("57", `${NUMBER}39012011`), "unreadable", "57"],
    ["holds a sequence number that is none", tlv("5F34", "0A"), "unreadable", "5F34"],
    ["holds a name with a line feed", tlv("5F20", "41440A41"), "unreadable", "5F20"],
    ["holds a name of spaces", tlv("5F20", "2020"), "unreadable", "5F20"],
  ] as const;
  for (const [name, text, reason, tag] of faults) {
    it(`is refused when it ${name}`, () => {
      const { fault } = parseEmv(text);
      expect(fault).to.include({ reason, tag });
      if (tag !== undefined) expect(fault?.explanation).to.contain(tag);
    });
  }

  it("says what is wrong without the card", () => {
    const texts = [
      formatTlv(CHIP).slice(0, -2),
      formatTlv(CHIP) + tlv("9F1F", NUMBER),
      tlv("5A", `${NUMBER}00000000`),
      tlv("57", `${NUMBER}E39012011234F`),
    ];
    for (const text of texts) {
      const { fault } = parseEmv(text);
      expect(fault?.explanation).to.be.a("string").that.does.not.match(/\d{5}/);
    }
  });

  it("counts by the first of two values of one tag", () => {
    const reading = parseEmv(tlv("5F34", "01") + tlv("5F34", "02"));
    expect(reading).to.have.property("members").that.deep.equals({ sequenceNumber: "01" });
  });

  it("comes back without what identifies the card", () => {
    const returned = returnableEmv(CHIP);
    expect(parseEmv(returned)).to.deep.include({
      elements: CHIP.slice(4),
      members: { sequenceNumber: "01" },
    });
    expect(holdsCardNumber(formatTlv(CHIP))).to.equal(true);
    expect(holdsCardNumber(returned)).to.equal(false);
  });

  const hidden = [
    ["the card's number, packed", NUMBER],
    ["the card's number as text", Buffer.from(NUMBER).toString("hex")],
    ["another number like a card's", "4508750015741019"],
    ["another number like a card's as text", Buffer.from("4508750015741019").toString("hex")],
  ] as const;
  for (const [what, value] of hidden) {
    it(`comes back without a harmless tag that holds ${what}`, () => {
      const elements = [...CHIP.slice(4), { tag: "9F7C", value }];
      expect(returnableEmv(elements, NUMBER)).to.equal(returnableEmv(CHIP.slice(4)));
    });
  }

  it("comes back without the card's number also where the number is like no card's", () => {
    const elements = [{ tag: "9F7C", value: "AA123456789FF0" }];
    const returned = [returnableEmv(elements, "123456789"), returnableEmv(elements, "987654321")];
    expect(returned).to.deep.equal(["", "9F7C07AA123456789FF0"]);
  });

  it("has a reader for every member that a tag fills, and a tag for every reader", () => {
    const filled = Object.values(EMV_TAGS).flatMap(({ fills }) => fills ?? []);
    expect(filled).to.have.members(Object.keys(CHIP_MEMBER_READERS));
  });

  for (const [value, number] of [
    ["512345000F", "512345000"],
    ["5123450000000008", NUMBER],
    ["5000000000000000005F", "5000000000000000005"],
    ["51234500000000080000FF", undefined],
    ["5123F50000000008", undefined],
  ] as const) {
    it(`takes ${value} as ${number === undefined ? "no number" : `a number of ${number.length} digits`}`, () => {
      expect(CHIP_MEMBER_READERS.number(value)).to.equal(number);
    });
  }
});

describe("explicit members beside chip data", () => {
  const { number, expiry, sequenceNumber, nameOnCard, track2 } = MEMBERS;
  const rest = { expiry, sequenceNumber, nameOnCard };
  const other = { month: "05", year: "39" };
  const cases = [
    ["nothing", {}, MEMBERS],
    ["another number", { number: "345678901234564" }, { number: "345678901234564", ...rest }],
    ["an encrypted number", { p2pe: { payload: "00" } }, { p2pe: { payload: "00" }, ...rest }],
    ["another expiry", { expiry: other }, { ...MEMBERS, expiry: other }],
    ["track 2", { track2: "x" }, { track2: "x", sequenceNumber, nameOnCard }],
    ["track 1", { track1: "x" }, { track1: "x", sequenceNumber, nameOnCard }],
    ["a name", { nameOnCard: "Ada" }, { ...MEMBERS, nameOnCard: "Ada" }],
    ["a security code", { securityCode: "100" }, { ...MEMBERS, securityCode: "100" }],
  ] as const;
  for (const [name, card, filled] of cases) {
    it(`stay as they are, and only what is missing is filled: ${name}`, () => {
      expect(withChipMembers(card, MEMBERS)).to.deep.equal(filled);
    });
  }

  it("are filled from what the chip has, and no more", () => {
    expect(withChipMembers({}, { number })).to.deep.equal({ number });
    expect(withChipMembers({}, { track2 })).to.deep.equal({ track2 });
  });
});
