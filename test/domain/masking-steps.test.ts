import { expect } from "chai";
import { maskMemberNumber, maskNumber, maskText } from "../../server/domain/card/card.ts";
import { cardsIn, numbersIn } from "../../server/domain/card/digit-scan.ts";
import type { Characters } from "../../server/domain/card/digit-scan.ts";
import { read } from "../../server/domain/card/escapes.ts";
import { hide } from "../../server/domain/card/hidden-part.ts";

/** What costs the most when a search begins again and again: each piece fills a text. */
const PIECES = [
  ...["0", "0 ", "0-0.", "4 ", "1 2 3 4 ", "4111 1111 ", "4111111111111111 ", "0000 0000 0000 0000 5", "12 "],
  ...[
    "4444444444444=",
    "4111111111111111^",
    "4111111111111111D",
    "1=",
    "0^",
    "=",
    "1 a ",
    "1     ",
    "1\n  ",
    " ",
  ],
  ...["\n", "-", "1----", "1-----", "5123 4500 0000 0008 ", "4000 00007 5123 ", "00000000000000000000 "],
  ...["%", "%25", "%3", "%35", "%2535", "25", "%F0", "%E0%B7", "%D9%A5", "%F0%9D%9F", "%%35", "%C2%A0"],
  ...["&", "&#", "&#x", "&#0", "&#53;", "&amp;", "&amp;#", "&a", "amp;", "&nbsp;1", ";", "&amp;amp;#x35;"],
  ...["\u0665", "\uff15", "\ud835", "\ud835\udfd3", "\ud835\udfff ", "\u6771", "\u00e9"],
  ...[
    "cvv ",
    "cvv1",
    "security code ",
    "csc is ",
    "http:",
    "https://a@",
    "://",
    "?pin=",
    ";a=b",
    "@",
    "a.b.",
  ],
] as const;

/** What begins a text: an opening that such a piece may never close. */
const OPENINGS = [
  "",
  "4111111111111111=",
  "%25",
  "%",
  "&",
  "&#",
  "&amp;",
  "&#x",
  "1",
  "https://h/?pin=",
] as const;

/** No character is looked at more often by one search, however long the text is. */
const LOOKS_MAX = 20;

interface Counted extends Characters {
  readonly looks: () => number;
}

function counted(text: string): Counted {
  let looks = 0;
  return {
    length: text.length,
    charCodeAt: (index) => {
      looks += 1;
      return text.charCodeAt(index);
    },
    looks: () => looks,
  };
}

const SEARCHES: Readonly<Record<string, (text: Characters, count: () => void) => unknown>> = {
  "for card numbers that all are": (text, count) =>
    cardsIn(
      text,
      () => {
        count();
        return true;
      },
      maskNumber,
    ),
  "for card numbers that none is": (text, count) =>
    cardsIn(
      text,
      () => {
        count();
        return false;
      },
      maskNumber,
    ),
  "for long numbers": (text) => numbersIn(text, 9, maskNumber),
  "for escapes": (text) => read(text, false),
  "for escapes of escapes": (text) => read(text, true),
};

/** The texts of that length, and whatever they are read as. */
function texts(length: number): readonly (readonly [name: string, text: string])[] {
  return OPENINGS.flatMap((opening) =>
    PIECES.flatMap((piece) => {
      const name = JSON.stringify(`${opening}${piece}`);
      const written = opening + piece.repeat(Math.ceil(length / piece.length));
      const meant = read(written, true)?.text;
      return [[name, written] as const, [`${name}, read`, meant ?? written] as const];
    }),
  );
}

describe("what masking a text costs", () => {
  for (const [name, search] of Object.entries(SEARCHES)) {
    it(`grows no faster than the text in the search ${name}`, () => {
      for (const [what, text] of texts(3_000)) {
        const characters = counted(text);
        let judged = 0;
        search(characters, () => (judged += 1));
        const most = LOOKS_MAX * text.length + LOOKS_MAX;
        expect(characters.looks(), `looks at ${text.length} of ${what}`).to.be.at.most(most);
        expect(judged, `numbers judged in ${text.length} of ${what}`).to.be.at.most(7 * text.length);
      }
    });
  }

  it("is four searches at most, none of a longer text", () => {
    for (const [what, text] of texts(500)) {
      const searched: number[] = [];
      hide(text, (meant) => {
        searched.push(meant.length);
        return [];
      });
      expect(searched.length, what).to.be.at.most(4);
      expect(Math.max(...searched), what).to.be.at.most(text.length);
    }
  });

  it("makes no text much longer", () => {
    for (const [what, text] of texts(2_000)) {
      for (const shown of [maskText(text), maskMemberNumber(text)])
        expect(shown.length, what).to.be.at.most(1.5 * text.length + 10);
    }
  });
});
