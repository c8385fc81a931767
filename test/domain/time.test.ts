import { expect } from "chai";
import fc from "fast-check";
import { daysAfter, hoursAfter, isoDate, isoTime, msOfTime } from "../../server/domain/time.ts";

const NOON = Date.parse("2030-01-31T12:00:00.000Z");

describe("times", () => {
  it("are shown in UTC with milliseconds, and as days", () => {
    expect([isoTime(NOON + 7), isoDate(NOON)]).to.deep.equal(["2030-01-31T12:00:00.007Z", "2030-01-31"]);
  });

  it("are shown as the engine shows them, whatever was shown before", () => {
    fc.assert(
      fc.property(fc.array(fc.date({ noInvalidDate: true })), (dates) => {
        expect(dates.map((date) => isoTime(date.getTime()))).to.deep.equal(
          dates.map((date) => date.toISOString()),
        );
      }),
    );
  });

  it("move by hours and days", () => {
    expect(isoTime(hoursAfter(NOON, 24))).to.equal("2030-02-01T12:00:00.000Z");
    expect(isoTime(daysAfter(NOON, 29))).to.equal("2030-03-01T12:00:00.000Z");
  });

  for (const [text, ms] of [
    ["2030-01-31T12:00:00Z", NOON],
    ["2030-01-31T12:00Z", NOON],
    ["2030-01-31T12:00:00.25Z", NOON + 250],
    ["2030-01-31T14:00:00+02:00", NOON],
    ["2030-02-30T12:00:00Z", undefined],
    ["2030-01-31T25:00:00Z", undefined],
    ["2030-01-31T12:00:00", undefined],
    ["2030-01-31", undefined],
    ["1893499200000", undefined],
  ] as const) {
    it(`are read with their zone: ${text}`, () => {
      expect(msOfTime(text)).to.equal(ms);
    });
  }
});
