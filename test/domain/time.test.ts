import { expect } from "chai";
import fc from "fast-check";
import { daysAfter, hoursAfter, isoDate, isoTime } from "../../server/domain/time.ts";

const LAST = Date.parse("9999-12-31T23:59:59.999Z");

describe("times of the domain", () => {
  it("are written as the JavaScript engine writes them, from 1970 to 9999", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST }), (ms) => {
        const expected = new Date(ms).toISOString();
        expect([isoTime(ms), isoDate(ms)]).to.deep.equal([expected, expected.slice(0, 10)]);
      }),
      { numRuns: 5_000 },
    );
  });

  for (const day of ["1970-01-01", "2000-02-29", "2000-03-01", "2100-02-28", "2100-03-01", "2400-02-29"]) {
    it(`are right around the end of February: ${day}`, () => {
      expect(isoDate(Date.parse(`${day}T23:59:59.999Z`))).to.equal(day);
    });
  }

  it("move by hours and days", () => {
    const start = Date.parse("2030-01-15T10:20:30.400Z");
    expect(isoTime(hoursAfter(start, 24))).to.equal("2030-01-16T10:20:30.400Z");
    expect(isoTime(daysAfter(start, 20))).to.equal("2030-02-04T10:20:30.400Z");
  });
});
