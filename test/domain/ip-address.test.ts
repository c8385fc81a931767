import { isIP } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { isIpv4, isIpv6 } from "../../server/domain/ip-address.ts";

const kindOf = (text: string): number => (isIpv4(text) ? 4 : isIpv6(text) ? 6 : 0);

const ODD = [
  "",
  "::",
  ":::",
  "::1",
  "1::",
  ":1::2",
  "1::2::3",
  "1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7::",
  "1:2:3:4:5:6:7:8::",
  "::2:3:4:5:6:7:8",
  "1:2:3:4:5:6:1.2.3.4",
  "1:2:3:4:5:6:7:1.2.3.4",
  "::ffff:1.2.3.4",
  "1.2.3.4::",
  "1.2.3.4::5",
  "::1.2.3",
  "12345::",
  "g::",
  "1.2.3",
  "1.2.3.4.",
  ".1.2.3.4",
  "1..2.3",
  "256.1.1.1",
  "01.2.3.4",
  "1.2.3.010",
  "199.249.255.0",
  "1.2.3.4 ",
  "unknown",
];

describe("IP addresses", () => {
  for (const text of ODD) {
    it(`are told as Node tells them: '${text}'`, () => {
      expect(kindOf(text)).to.equal(isIP(text));
    });
  }

  it("are told as Node tells them, whatever they are", () => {
    const odd = fc.stringMatching(/^[0-9a-f:.]{0,24}$/);
    const dotted = fc.stringMatching(/^(\d{1,3}\.){3}\d{1,3}$/);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), dotted, odd), (text) => {
        expect(kindOf(text)).to.equal(isIP(text));
      }),
      { numRuns: 500 },
    );
  });
});
