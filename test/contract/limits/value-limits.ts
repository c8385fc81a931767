import { breaks, type Limit } from "./limit.ts";
import { formatted } from "./text-limits.ts";

// Numbers, booleans, moments and addresses of interface section 2.1.

const DECIMAL_FAULTS = ["1,5", "1.2.3", "abc", "1e3", " 1", ".", "+1", "0x1", "١"];

/** Decimal (request): text of 0-9 and '.', 1-14. */
export function decimal(max = 14): Limit {
  const longest = `${"1234567890".repeat(2).slice(0, max - 3)}.25`;
  return {
    name: `Decimal 1-${max}`,
    taken: [longest, "1", "0.5"],
    refused: [
      ...breaks(["length"], `1${longest}`),
      ...breaks(["length", "format"], ""),
      ...breaks(["format"], "-1", ...DECIMAL_FAULTS),
      ...breaks(["type"], 12.5, 7, true, null, {}, ["1"]),
    ],
  };
}

/** Decimal that also allows '-'. */
export function signedDecimal(): Limit {
  const unsigned = decimal();
  return {
    ...unsigned,
    name: "Decimal with '-' 1-14",
    taken: ["-12345678901.5", "1", "-0.5", ...unsigned.taken],
    refused: [
      ...unsigned.refused.filter(({ value }) => value !== "-1"),
      ...breaks(["format"], "--1", "1-", "-"),
      ...breaks(["length"], "-123456789012.5"),
    ],
  };
}

/** Decimal text up to 30 characters, greater than zero. */
export const positiveDecimal: Limit = {
  name: "Decimal greater than zero",
  taken: ["1", "0.001", "12345678901234567890123456.125"],
  refused: [
    ...breaks(["format", "range", "length"], "-1", "0", "0.00", ...DECIMAL_FAULTS),
    ...breaks(["length"], "1".repeat(31)),
    ...breaks(["type"], 1, true, null),
  ],
};

/** Decimal with min, max and digits: a JSON number in requests (ruling of the maintainers on interface 2.6). */
export function decimalNumber(max: number, digits: number): Limit {
  const step = Number(`1e-${digits}`);
  return {
    name: `Decimal number 0-${max}, ${digits} digits`,
    taken: [step, 0, max, 12.5],
    refused: [
      ...breaks(["range"], -step, max * 1.5),
      ...breaks(["range", "format"], Number(`1e-${digits + 1}`)),
      ...breaks(["type"], "12.5", true, null, {}),
    ],
  };
}

export const amountNumber = decimalNumber(1_000_000_000_000, 3);
export const taxRateNumber = decimalNumber(1_000_000_000_000_000_000, 4);

/** Interface section 2.6 gives the rate no maximum. */
export const rateNumber: Limit = {
  ...taxRateNumber,
  taken: [0.025, 0, 0.1234, 12.5],
  refused: taxRateNumber.refused.filter(({ value }) => typeof value !== "number" || value < 1),
};

export function integer(min: number, max: number): Limit {
  return {
    name: `Integer ${min}-${max}`,
    taken: [min, max],
    refused: [...breaks(["range"], min - 1, max + 1, -1), ...breaks(["type"], 1.5, String(min), true, null)],
  };
}

/** Digits that stand for a number inside a range; the field has no length of its own. */
export function digitsRange(min: number, max: number): Limit {
  return formatted(
    `Digits, number ${min}..${max}`,
    [String(max), String(min)],
    [String(max + 1), String(min - 1), "a", ""],
  );
}

export const boolean: Limit = {
  name: "Boolean",
  taken: [true, false],
  refused: breaks(["type"], "true", 1, 0, null, {}),
};

/** A group that is required in another one; what it holds has rows of its own. */
export const group: Limit = {
  name: "group",
  taken: [{}],
  refused: breaks(["type"], "text", 7, true, null, []),
};

export const month = formatted(
  "Digits 1-12",
  ["5", "05", "1", "12"],
  ["0", "00", "13", "005", "1a", "", "-1"],
);
export const year = formatted("Digits 2", ["39", "00", "99"], ["9", "2039", "3a", ""]);
export const date = formatted(
  "Date",
  ["2026-01-31", "2024-02-29"],
  ["2023-02-29", "2026-13-01", "2026-1-31", "31-01-2026", "20260131", "2026-01-31T00:00:00Z", ""],
);
export const time = formatted(
  "Time",
  ["10:15Z", "23:59:59Z", "00:00+02", "10:15:30-05:30"],
  ["10:15", "24:15Z", "10:60Z", "1015Z", "10:15:30", "10Z", "10:15+2", "10:15 Z", ""],
);
export const dateTime = formatted(
  "DateTime",
  ["2026-01-31T10:15:30.123Z"],
  ["2026-01-31", "2026-01-31 10:15:30.123Z", "2026-02-30T10:15:30.123Z", "10:15Z", ""],
);
export const email = formatted(
  "Email",
  ["payer@example.com", "a@b.de"],
  ["a@b", "payer", "a b@example.com", ""],
);
export const url = formatted(
  "Url",
  ["https://shop.example.com/back?order=1", "https://a.co"],
  ["http://shop.example.com/back", "https://a.b", "shop.example.com", "HTTPS", ""],
);
export const urlRfc1738 = formatted(
  "Url (RFC 1738)",
  ["https://shop.example.com/notify?order=1"],
  ["shop", "/notify", "https://", "https://shop example.com/", ""],
);
export const telephoneNumber = formatted(
  "Telephone Number",
  ["+61 3 9999 9999", "+1 5551234567", "+353 123456789012"],
  ["0399999999", "+61399999999", "+6135 99999999", "+61 12345678901234", "+61 3  9999", "61 3 9999 9999", ""],
);
export const carrierCode = formatted(
  "two word characters, three digits, or both as ZZ/999",
  ["QF", "081", "QF/081", "_9"],
  ["Q", "QFA", "QF081", "QF/08", "08/", "Q-", "QF/08A", "081/QF", ""],
);
export const ipAddress = (max: 15 | 45): Limit => {
  const longest = max === 15 ? "255.255.255.255" : "0000:0000:0000:0000:0000:ffff:192.168.100.228";
  return formatted(`String 7-${max}`, [longest, "1.1.1.1", "255.255.255.255"], ["1.1.1.", `${longest}0`, ""]);
};
/** Where it is open whether IPv6 is accepted (interface section 2.5), only the common part is asked. */
export const ipAddressOpen = formatted(
  "String 7-15 or 7-45",
  ["255.255.255.255", "1.1.1.1"],
  ["1.1.1.", "1".repeat(46), ""],
);
export const languageTag = formatted(
  "String 2-35, RFC 5646",
  [
    ...(["en", "en-AU", "DE-ch", "zh-cmn-Hans-CN-x-abcdefgh-abcdefgh", "sl-rozaj-biske-1994"] as const),
    ...["es-419", "en-a-bbb-x-a-ccc", "x-whatever", "i-klingon"],
  ],
  [
    ...[
      "e",
      `en-${"abcdefgh-".repeat(4)}`,
      "",
      "any text",
      "english",
      "en_AU",
      "en-",
      "-en",
      "419",
      "en--AU",
    ],
    ...["en-A", "de-419-DE", "en-a", "en-x", "x-ninechars", "x-abcdefgh-abcdefgh-abcdefgh-abcdefgh"],
  ],
);
