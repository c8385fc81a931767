import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { textAt } from "../../../server/domain/json.ts";
import {
  authorize,
  capture,
  CARD as CARD_SENT,
  pay,
  refund,
  verify,
  voidOf,
  withValue,
} from "../../support/requests.ts";
import { CHIP_TAGS, chipOf, p2peOf, pinOf } from "../../support/terminals.ts";
import { atOnce } from "./at-once.ts";
import { SECRETS } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { MerchantId, Subject } from "./subject.ts";

const CARD = "sourceOfFunds.provided.card";

/** The versions of the six card operations, with what an order needs before each. */
const CALLS: readonly (readonly [
  body: JsonObject,
  versions: readonly number[],
  before: JsonObject | undefined,
])[] = [
  [pay(), [13, 60, 100], undefined],
  [authorize(), [39, 48, 100], undefined],
  [verify(), [36, 100], undefined],
  [capture(), [28, 100], authorize()],
  [refund(), [24, 100], pay()],
  [voidOf("1"), [35, 44, 100], authorize()],
];

/** A card with everything sensitive that a card can have. */
function cardOf(marks: Marks, place: string): readonly (readonly [member: string, value: Json])[] {
  return [...Object.entries(plainCardOf(marks, place)), ...Object.entries(readableOf(marks, place))];
}

/** What the sandbox reads, so that it knows what it must not tell. */
function readableOf(marks: Marks, place: string): Readonly<Record<string, Json>> {
  const number = marks.otherNumber(`${place} chip`);
  const packed = (digits: string): string => digits.padEnd(digits.length + (digits.length % 2), "F");
  return {
    emvRequest: chipOf({
      "57": packed(`${number}D3912101${SECRETS.track2}`),
      "5A": packed(number),
      "9F7C": Buffer.from(number).toString("hex").toUpperCase(),
      ...CHIP_TAGS,
    }),
    pin: pinOf(SECRETS.pinDigits, CARD_SENT.number),
    p2pe: p2peOf({ number: marks.number(`${place} encrypted`), expiry: CARD_SENT.expiry }),
  };
}

export function plainCardOf(marks: Marks, place: string): Readonly<Record<string, Json>> {
  const track = (): string => marks.otherNumber(`${place} track`);
  return {
    number: marks.otherNumber(place),
    securityCode: SECRETS.securityCode,
    track1: `%B${track()}^${SECRETS.track1}/T^3912101${SECRETS.track2}?`,
    track2: `;${track()}=3912101${SECRETS.track2}?`,
    emvRequest: SECRETS.emv,
    pin: { encryptionState: "VALID", keySerialNumber: "F".repeat(20), payload: SECRETS.pin },
    p2pe: {
      encryptionState: "VALID",
      initializationVector: "0".repeat(16),
      keySerialNumber: "F".repeat(20),
      payload: SECRETS.p2pe,
    },
    devicePayment: {
      onlinePaymentCryptogram: SECRETS.cryptogram,
      paymentToken: marks.number(`${place} token`),
    },
  };
}

/** Other shapes of one value: what a faulty client sends. */
const SHAPES: Readonly<Record<string, (value: Json) => Json>> = {
  "as it is": (value) => value,
  "in a list": (value) => [value],
  "in an object": (value) => ({ value }),
  "twice over": (value) => (typeof value === "string" ? value + value : [value, value]),
  "with a letter behind it": (value) => (typeof value === "string" ? `${value}x` : value),
  "in groups": (value) =>
    typeof value === "string" && /^\d{9,}$/.test(value) ? (value.match(/\d{1,4}/g) ?? []).join(" ") : value,
  "as a number": (value) => (typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value),
};

/** Groups in which no such member belongs. */
const MISPLACED = ["", "order", "customer", "strange", `${CARD}.strange`, "sourceOfFunds.provided.giftCard"];

/** Names that people give to the same data. */
export const MISNAMED: Readonly<Record<string, Json>> = {
  SecurityCode: SECRETS.securityCode,
  SECURITYCODE: SECRETS.securityCode,
  cardSecurityCode: SECRETS.securityCode,
  csc: SECRETS.securityCode,
  cvc: SECRETS.securityCode,
  cvc2: SECRETS.securityCode,
  cvv: SECRETS.securityCode,
  CVV2: SECRETS.securityCode,
  cid: SECRETS.securityCode,
  Track1: SECRETS.track1,
  trackData: SECRETS.track2,
  PIN: SECRETS.pin,
  Payload: SECRETS.p2pe,
  EMVRequest: SECRETS.emv,
};

/** Every sensitive member of a card in every operation, version and mode, well formed and not, and out of place. */
export async function sendSecrets(subject: Subject, marks: Marks): Promise<void> {
  const calls = CALLS.flatMap(([body, versions, before]) =>
    versions.map((version) => ({ body, version, before })),
  );
  await atOnce(calls, (call) => sendEach({ ...call, subject, marks }));
}

interface Secret {
  readonly subject: Subject;
  readonly marks: Marks;
  readonly version: number;
  readonly body: JsonObject;
  readonly before: JsonObject | undefined;
}

async function sendEach(secret: Secret): Promise<void> {
  const { marks, version } = secret;
  const name = `${textAt(secret.body, "apiOperation") ?? ""}-${version}`;
  const shapes = Object.entries(SHAPES).flatMap(([shape, shaped]) =>
    cardOf(marks, `${name} ${shape}`).map(([member, value], index) => ({
      order: `${name}-${member}-${index}-${shape}`,
      body: withCard(secret.body, member, shaped(value)),
    })),
  );
  for (const [index, { order, body }] of shapes.entries())
    await put({ ...secret, merchant: index % 2 === 0 ? "STRICT" : "OBSERVE" }, order, body);
  const merchant = version === 100 ? "REPORTED" : "STRICT";
  for (const group of MISPLACED) {
    const sensitive = [...cardOf(marks, `${name} ${group}`), ...Object.entries(MISNAMED)];
    const body = sensitive.reduce(
      (filled, [member, value]) => withValue(filled, group === "" ? member : `${group}.${member}`, value),
      secret.body,
    );
    await put({ ...secret, merchant }, `${name}-in-${group}`, body);
  }
}

/** Encrypted data and a number exclude each other. */
function withCard(body: JsonObject, member: string, value: Json): JsonObject {
  const isInstead = ["track1", "track2", "p2pe", "emvRequest"].includes(member);
  const base = isInstead ? withValue(body, CARD, {}) : body;
  return withValue(withValue(base, "sourceOfFunds.type", "CARD"), `${CARD}.${member}`, value);
}

async function put(
  { subject, merchant, version, before }: Secret & { readonly merchant: MerchantId },
  name: string,
  body: JsonObject,
): Promise<void> {
  const order = encodeURIComponent(name.slice(0, 40));
  const path = (of: number, id: string): string =>
    `/api/rest/version/${of}/merchant/MERCHANT/order/${order}/transaction/${id}`;
  if (before !== undefined) await subject.put(merchant, path(100, "1"), before);
  await subject.put(merchant, path(version, "2"), body);
}
