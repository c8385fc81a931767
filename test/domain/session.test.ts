import { expect } from "chai";
import fc from "fast-check";
import { holdsCardNumber } from "../../server/domain/card/card.ts";
import { passesLuhn, schemeOf } from "../../server/domain/card/card-scheme.ts";
import {
  nextVersion,
  SESSION_ID,
  SESSION_ID_BYTES,
  sessionIdOf,
} from "../../server/domain/request/session.ts";
import { TOKEN_BYTES, tokenIdOf } from "../../server/domain/request/token.ts";

const bytes = (count: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: count, maxLength: count });

/** Random bytes that begin with these digits. */
const startingWith = (...digits: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: TOKEN_BYTES }, (_, index) => digits[index] ?? 0);

describe("ids of sessions and tokens", () => {
  it("have for sessions 31 characters of one pattern, and are never taken for card numbers", () => {
    fc.assert(
      fc.property(bytes(SESSION_ID_BYTES), (random) => {
        const id = sessionIdOf(random);
        expect(id)
          .to.match(SESSION_ID)
          .and.match(/^SESSION0002/)
          .and.to.have.length(31);
        expect(holdsCardNumber(id)).to.equal(false);
      }),
    );
  });

  it("use every byte that they are given", () => {
    const zero = new Uint8Array(SESSION_ID_BYTES);
    for (let at = 0; at < SESSION_ID_BYTES; at += 1) {
      const other = zero.with(at, 1);
      expect(sessionIdOf(other), `byte ${at}`).to.not.equal(sessionIdOf(zero));
    }
  });

  it("have for tokens sixteen digits from 9 on that pass the Luhn check and are no scheme's", () => {
    fc.assert(
      fc.property(bytes(TOKEN_BYTES), (random) => {
        const token = tokenIdOf(random);
        expect(token).to.match(/^9\d{15}$/);
        expect([passesLuhn(token), schemeOf(token), holdsCardNumber(token)]).to.deep.equal([
          true,
          "OTHER",
          false,
        ]);
      }),
      { examples: [[startingWith(7, 9, 2)], [startingWith(8, 6, 0)]] },
    );
  });

  it("count versions from 01 in two hexadecimal digits, and start again after ff", () => {
    let version = nextVersion(undefined, "0123abcd");
    expect(version).to.equal("0123abcd01");
    const counts = Array.from({ length: 256 }, () => {
      version = nextVersion(version, "89abcdef");
      return version;
    });
    expect([counts[0], counts[8], counts[253], counts[254]]).to.deep.equal(
      ["02", "0a", "ff", "00"].map((count) => `89abcdef${count}`),
    );
  });
});
