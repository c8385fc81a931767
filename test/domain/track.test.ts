import { expect } from "chai";
import fc from "fast-check";
import { parseTrack1, parseTrack2 } from "../../server/domain/card/card-details.ts";

const number = fc.stringMatching(/^\d{9,19}$/);
const expiry = fc.record({
  month: fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, "0")),
  year: fc.stringMatching(/^\d{2}$/),
});

/** With sentinels and a check character or without: one of the characters of ISO 7811-2, 64 in track 1, 16 in track 2. */
const formOf = (min: number, max: number): fc.Arbitrary<{ isWhole: boolean; lrc: string }> =>
  fc.record({
    isWhole: fc.boolean(),
    lrc: fc.integer({ min, max }).map((code) => String.fromCharCode(code)),
  });
const form1 = formOf(0x20, 0x5f);
const form2 = formOf(0x30, 0x3f);

const TRACKS_2: readonly (readonly [string, string | undefined])[] = [
  [";5123450000000008=39011010000000000000?", "5123450000000008 01/39"],
  ["5123450000000008=3901", "5123450000000008 01/39"],
  ["5123450000000008D3901101", "5123450000000008 01/39"],
  [";5123450000000008==101?", "5123450000000008 -"],
  [";5123450000000008=39011010000000000000?=", "5123450000000008 01/39"],
  [";5123450000000008=39011010000000000000?12", undefined],
  [";5123450000000008=3900101?", undefined],
  [";5123450000000008=3913101?", undefined],
  [";5123450000000008=39?", undefined],
  [";5123450000000008?", undefined],
  [";51234500=3901101?", undefined],
  [";51234500000000000008=3901101?", undefined],
  ["%B5123450000000008^DOE/JANE^3901101?", undefined],
  ["", undefined],
];

const TRACKS_1: readonly (readonly [string, string | undefined])[] = [
  ["%B5123450000000008^DOE/JANE^39011010000000000000?", "5123450000000008 01/39"],
  ["B5123450000000008^DOE/JANE^3901", "5123450000000008 01/39"],
  ["%B5123450000000008^DOE/JANE^^101?", "5123450000000008 -"],
  ["%B5123450000000008^DOE/JANE^3901101?Q", "5123450000000008 01/39"],
  ["%B5123450000000008^DOE/JANE^3901101?QQ", undefined],
  ["%B5123450000000008^DOE/JANE?", undefined],
  ["%B5123450000000008^DOE^JANE^3901101?", undefined],
  ["%BB5123450000000008^DOE/JANE^3901101?", undefined],
  [";5123450000000008=3901101?", undefined],
];

const told = (track: ReturnType<typeof parseTrack2>): string | undefined =>
  track && `${track.number} ${track.expiry ? `${track.expiry.month}/${track.expiry.year}` : "-"}`;

describe("tracks", () => {
  for (const [text, card] of TRACKS_2) {
    it(`2 says ${card ?? "nothing"}: ${text}`, () => {
      expect(told(parseTrack2(text))).to.equal(card);
    });
  }

  for (const [text, card] of TRACKS_1) {
    it(`1 says ${card ?? "nothing"}: ${text}`, () => {
      expect(told(parseTrack1(text))).to.equal(card);
    });
  }

  it("2 are read with and without sentinels and check character, whatever it is", () => {
    const rest = fc.stringMatching(/^\d{0,8}$/);
    fc.assert(
      fc.property(number, expiry, rest, form2, (pan, until, tail, { isWhole, lrc }) => {
        const content = `${pan}=${until.year}${until.month}${tail}`;
        const text = isWhole ? `;${content}?${lrc}` : content;
        expect(parseTrack2(text)).to.deep.equal({ number: pan, expiry: until });
      }),
    );
  });

  it("1 are read with and without sentinels and check character, whatever it is", () => {
    const name = fc.stringMatching(/^[A-Z /.]{2,26}$/);
    fc.assert(
      fc.property(number, name, expiry, form1, (pan, holder, until, { isWhole, lrc }) => {
        const content = `B${pan}^${holder}^${until.year}${until.month}101`;
        const text = isWhole ? `%${content}?${lrc}` : content;
        expect(parseTrack1(text)).to.deep.equal({ number: pan, expiry: until });
      }),
    );
  });
});
