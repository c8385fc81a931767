import { expect } from "chai";
import fc from "fast-check";
import { maskMemberNumber, maskText } from "../../server/domain/card/card.ts";
import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { holdsNumber, isSecretMember } from "../../server/domain/card/secret-members.ts";
import { maskBody, storedRequest } from "../../server/gateway/secrets/masking.ts";

const NUMBER = "5123450000000008";
const STEERING = ["apiOperation", "correlationId", "responseControls", "session"];

/** Where a value stands: the member that it belongs to, and whether a member for numbers is around it. */
interface Place {
  readonly parent: string;
  readonly isNumber: boolean;
}

const TOP: Place = { parent: "", isNumber: false };

/** The plain definition: every value by itself, everything copied. Numbers are left to the cases below. */
function masked(value: Json, place: Place, hidden: "shown" | "gone"): Json {
  if (typeof value === "string") return place.isNumber ? maskMemberNumber(value) : maskText(value);
  if (Array.isArray(value)) return value.map((item: Json) => masked(item, place, hidden));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    if (part === undefined) return [];
    const isNumber = holdsNumber(name, place.parent);
    const isGone = isSecretMember(name, part) || (isNumber && typeof part === "object" && part !== null);
    if (isGone) return hidden === "gone" ? [] : [[maskText(name), "xxx"]];
    const inside = { parent: name, isNumber: place.isNumber || isNumber };
    return [[maskText(name), masked(part, inside, hidden)]];
  });
  return Object.fromEntries(entries);
}

function kept(body: JsonObject): Json {
  const all = masked(body, TOP, "gone") as JsonObject;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !STEERING.includes(name)));
}

const names = fc.constantFrom(
  ...["number", "securityCode", "Card Number", "pin", "identifier", "account", "custom", "order", "session"],
  ...["apiOperation", "__proto__", "constructor", `a ${NUMBER}`, "https://u:p@x.example", "track2", "url"],
);
const texts = fc.constantFrom(
  ...["", "xxx", "100", "123456789", NUMBER, `no ${NUMBER}`, `00${NUMBER}`, "5123 4500 0000 0008", "a:b"],
  ...[
    `;${NUMBER}=39012010000000000000?`,
    "https://user:secret@x.example/?pin=1",
    "%35123450000000008",
    "100%",
  ],
);
const { body: bodies } = fc.letrec<{ value: Json; body: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    texts,
    fc.constantFrom<Json>(null, true, 12),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("body"),
  ),
  // By way of JSON text, as requests are: `__proto__` is then a member like any other.
  body: fc
    .array(fc.tuple(names, tie("value")), { maxLength: 5 })
    .map((members) => members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`))
    .map((members) => JSON.parse(`{${members.join(",")}}`) as JsonObject),
}));

describe("masking a body", () => {
  it("shows what the plain definition shows, in the same order, and changes nothing of the body", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const before = JSON.stringify(body);
        expect(JSON.stringify(maskBody(body))).to.equal(JSON.stringify(masked(body, TOP, "shown")));
        expect(JSON.stringify(body)).to.equal(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps for the transaction what the plain definition keeps", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const stored = JSON.stringify(kept(body));
        expect(JSON.stringify(storedRequest(body, maskBody(body)))).to.equal(stored);
        expect(JSON.stringify(storedRequest(body))).to.equal(stored);
      }),
      { numRuns: 2_000 },
    );
  });

  it("copies only what has something to mask", () => {
    const body = {
      customer: { firstName: "Marie" },
      sourceOfFunds: { provided: { card: { number: NUMBER } } },
    };
    const shown = maskBody(body) as typeof body;
    expect(shown.customer).to.equal(body.customer);
    expect(shown.sourceOfFunds.provided.card).to.deep.equal({ number: "512345xxxxxx0008" });
    expect(body.sourceOfFunds.provided.card.number).to.equal(NUMBER);
  });

  it("leaves out members without a value, and hides a secret that is written as hidden ones are shown", () => {
    const body = { order: undefined, card: { securityCode: "xxx", nameOnCard: undefined } };
    expect(maskBody(body)).to.deep.equal({ card: { securityCode: "xxx" } });
    expect(storedRequest(body)).to.deep.equal({ card: {} });
  });

  for (const [account, shown] of [
    ["12345678", "xxxxxxxx"],
    [12_345_678, "xxxxxxxx"],
    ["AB-1", "xxxx"],
    ["123456789012", "123456xx9012"],
    ["GB29NWBK60161331926819", "GB29NWxxxxxxxxxxxx6819"],
    ["https://x.example/?pin=4321", "https:xxxxxxxxxxxxxxxx=xxx"],
  ] as const) {
    it(`masks the number of an account, however short it is: ${JSON.stringify(account)}`, () => {
      const ach = { bankAccountNumber: account, routingNumber: "12345678" };
      expect(maskBody({ ach })).to.deep.equal({ ach: { ...ach, bankAccountNumber: shown } });
      expect(storedRequest({ ach })).to.deep.equal({ ach: { ...ach, bankAccountNumber: shown } });
    });
  }

  it("masks JSON numbers that may be a card's", () => {
    const body = {
      number: 123_456_789,
      amount: 123_456_789,
      long: 5_123_450_000_000_008,
      pin: 1,
      list: [1, 2],
    };
    expect(maskBody(body)).to.deep.equal({
      ...{ number: "xxxxxxxxx", amount: 123_456_789, long: "512345xxxxxx0008", pin: "xxx", list: [1, 2] },
    });
  });
});
