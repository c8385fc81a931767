import { expect } from "chai";
import fc from "fast-check";
import { holdsCardNumber, maskText } from "../../server/domain/card/card.ts";
import { holdsUrlSecret } from "../../server/domain/card/url-secrets.ts";

const HIDDEN: readonly (readonly [text: string, shown: string])[] = [
  [
    "https://h.example/a?c=5123450000000008&securityCode=987&pin=4321&cvc=1234&payload=eyJ",
    "https://h.example/a?c=512345xxxxxx0008&securityCode=xxx&pin=xxx&cvc=xxx&payload=xxx",
  ],
  ["https://h.example/#a=1&PIN=4321", "https://h.example/#a=1&PIN=xxx"],
  ["see https://h.example/?cvv=123 and more", "see https://h.example/?cvv=xxx and more"],
  ['{"u":"https://h.example/?cvv=123"}', '{"u":"https://h.example/?cvv=xxx"}'],
  [
    "https://h.example/?security_code=1&security%43ode=2",
    "https://h.example/?security_code=xxx&security%43ode=xxx",
  ],
  ["https://h.example/?%70in=4321&%2570in=4", "https://h.example/?%70in=xxx&%2570in=xxx"],
  [
    "https://h.example/?card[pin]=4&card.cvc=5&pin[]=6",
    "https://h.example/?card[pin]=xxx&card.cvc=xxx&pin[]=xxx",
  ],
  ["https://h.example/?a=1;cvc=1;23&b=2", "https://h.example/?a=1;cvc=xxx&b=2"],
  ["https://h.example/?track2=;5123450000000008=3912?&b=2", "https://h.example/?track2=xxx"],
  [
    "https://h.example/?back=https%3A%2F%2Fu%3Ap%40b%2F%3Fpin%3D4%26x%3D1&y=2",
    "https://h.example/?back=https%3A%2F%2Fxxx%40b%2F%3Fpin%3Dxxx%26x%3D1&y=2",
  ],
  ["https%3A%2F%2Fh.example%2F%3Fpin%3D4321", "https%3A%2F%2Fh.example%2F%3Fpin%3Dxxx"],
  ["https://user:word@h.example/a", "https://xxx@h.example/a"],
  ["ftp://user@h.example", "ftp://xxx@h.example"],
  ["https://user:w@rd@h.example/?pin=1", "https://xxx@h.example/?pin=xxx"],
  ["https:user:word@h.example/?pin=1", "https:xxx@h.example/?pin=xxx"],
  ["Value 'ftp:user:word@h.example' is none", "Value 'ftp:xxx@h.example' is none"],
  ["  https:/\\user@h.example", "  https:/\\xxx@h.example"],
];

const KEPT = [
  "https://h.example/pin/4321?pins=4&pin=&a=pin#pin",
  "pin=4321&pins=123",
  "somebody@h.example?pin=4321",
  "https://h.example/@somebody?mail=a@b.example",
  "at 10:20, 100% of it",
  "://",
];

describe("secrets in URLs", () => {
  for (const [text, shown] of HIDDEN) {
    it(`are hidden in ${text.replaceAll(/\d{13,}/g, "#")}, and stay so`, () => {
      expect(maskText(text)).to.equal(shown);
      expect(maskText(shown)).to.equal(shown);
      expect(holdsUrlSecret(text)).to.equal(true);
      expect(holdsUrlSecret(shown)).to.equal(true);
    });
  }

  for (const text of KEPT) {
    it(`are not seen in ${text}, which stays as it came`, () => {
      expect(maskText(text)).to.equal(text);
      expect(holdsUrlSecret(text)).to.equal(false);
    });
  }

  it("are no card numbers", () => {
    expect(holdsCardNumber("https://user:word@h.example/?pin=4321")).to.equal(false);
  });

  it("are hidden whatever stands before and behind their parameters, and the rest stays", () => {
    const value = fc
      .stringMatching(/^[A-Za-z0-9._~!$'()*,;:@/?-]{1,20}$/)
      .filter((text) => !text.includes("'"));
    const others = fc
      .stringMatching(/^[a-z]{1,5}=[A-Za-z0-9._~-]{0,10}$/)
      .filter((text) => !/^(pin|cvc|cid|csc|cvv|emv|track)=/.test(text));
    const name = fc.constantFrom("pin", "securityCode", "CVC", "payload", "%70in", "card.cvv2");
    fc.assert(
      fc.property(name, value, others, others, (secret, text, before, behind) => {
        const url = (shown: string): string => `https://h.example/a?${before}&${secret}=${shown}&${behind}`;
        expect(maskText(url(text))).to.equal(url("xxx"));
      }),
    );
  });

  it("cost no more than a look at each character, however many there are", () => {
    const many = [
      "https://h?" + ";pin=".repeat(100_000),
      "https://" + "a@".repeat(200_000),
      "@" + "http:".repeat(150_000),
      "%25".repeat(200_000),
    ];
    for (const text of many) expect(maskText(text).length).to.be.at.most(text.length);
  }).timeout(5_000);
});
