import { readFileSync } from "node:fs";
import { MODES } from "../../server/domain/record/finding.ts";
import { textAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import { initiate } from "../../test/browser/browser-requests.ts";
import { merchantOf, merchantUnder, SHIPPED } from "../../test/corpus/sandbox.ts";
import { createChance } from "../../test/flows/walk/chance.ts";
import { SITUATIONS } from "../../test/operations/situations.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../../test/support/requests.ts";
import { callerOf, transactionPath } from "./caller.ts";
import type { Draft } from "./drawing.ts";

const setting = "merged" as const;

/** Versions whose answers have shapes of their own, and some between. */
const SHAPES = [1, 45, 51, 57, 62, 100];
const SPREAD = [100, 13, 61, 48, 74, 24, 85, 39, 57, 100];

const NUMBER = "sourceOfFunds.provided.card.number";
const AMOUNTS = [
  "10.00",
  "10.00",
  "20.00",
  "40.00",
  "60.00",
  "100.00",
  "105.00",
  "1000.00",
  "0.00",
  "10.001",
];
const STEPS = 8;

/** An order that was found somehow goes on by chance; then it is repeated, misused, and read in every shape. */
const walks = (): readonly Draft[] =>
  Object.entries(SITUATIONS).flatMap(([situation, { before }], place) =>
    MODES.map((mode, turn): Draft => {
      const merchant = merchantOf(place % 3 === 2 ? "PRIVILEGED" : "PLAIN", mode);
      const order = `walk-${place}`;
      return {
        name: `orders, ${mode}: ${situation}`,
        setting,
        act: async (url) => {
          const chance = createChance(100 * place + turn);
          const call = callerOf(url, merchant);
          for (const [index, body] of before.entries())
            await call({ path: transactionPath(order, String(index + 1)), body });
          for (let step = 0; step < STEPS; step += 1) {
            const amount = chance.pick(AMOUNTS);
            const target = String(1 + chance.below(before.length + step));
            const body = chance.pick<JsonObject>([
              ...[pay(amount), authorize(amount), verify(), capture(amount), capture(amount), refund(amount)],
              ...[refund(amount), voidOf(target), update(amount), update(), referral(), disbursement(amount)],
              ...[withValue(refund(amount), "transaction.targetTransactionId", target), initiate()],
            ]);
            const path = transactionPath(order, String(before.length + step + 1));
            const version = chance.pick(SPREAD);
            await call({ path, body, version });
            if (chance.oneIn(3)) await call({ path, body, version });
            if (chance.oneIn(6)) await call({ path, body: pay("77.00"), version });
          }
          for (const version of SHAPES) await call({ method: "GET", path: `order/${order}`, version });
          await call({ method: "GET", path: transactionPath(order, "1"), version: chance.pick(SHAPES) });
        },
      };
    }),
  );

/** Every version of the path, and its order in the same. */
const sweep = (): readonly Draft[] =>
  [...Array.from({ length: 100 }, (_, index) => index + 1), "latest", "0", "101", "01", "x"].map(
    (version, index): Draft => ({
      name: `versions: ${version}`,
      setting: index % 4 === 3 ? "exact" : "merged",
      act: async (url) => {
        const modes = version === "latest" ? MODES : [MODES[index % MODES.length] ?? "strict"];
        for (const mode of modes) {
          const call = callerOf(url, merchantOf("PLAIN", mode));
          const order = `version-${version}`;
          const body = [pay(), authorize(), verify()][(index >> 1) % 3] ?? pay();
          await call({ path: transactionPath(order, "1"), body, version });
          await call({ method: "GET", path: transactionPath(order, "1"), version });
          await call({ method: "GET", path: `order/${order}`, version });
          await call({ method: "GET", path: "../../information", version });
        }
      },
    }),
  );

const INITIAL = [pay, authorize, verify];

/** Every code of the gateway, and what an order is afterwards. */
const codes = (): readonly Draft[] =>
  [...Object.keys(GATEWAY_CODES), "RECOVERS", "CHAOTIC"].map((reference, index): Draft => ({
    name: `outcomes: ${reference}`,
    setting,
    act: async (url) => {
      const call = callerOf(url, merchantOf("PLAIN", MODES[index % 3] ?? "strict"));
      const order = `code-${index}`;
      const version = SPREAD[index % SPREAD.length] ?? 100;
      for (const [number, made] of INITIAL.entries()) {
        const body = withValue(made("10.00"), "order.reference", reference);
        await call({ path: transactionPath(order, String(number + 1)), body, version });
      }
      await call({ path: transactionPath(order, "4"), body: capture("5.00") });
      await call({ method: "GET", path: `order/${order}`, version });
    },
  }));

/** Cards and amounts of the shipped scenario files that answer at once and in one piece. */
const BROKEN = /^40000000000(331|332|337|338)/;
const BROKEN_AMOUNTS = ["31", "32", "37", "38"];

const shipped = (): readonly Draft[] =>
  SHIPPED.flatMap((name) => {
    const text = readFileSync(new URL(`../../scenarios/${name}.yaml`, import.meta.url), "utf8");
    const found = (form: RegExp): readonly string[] => [
      ...new Set([...text.matchAll(form)].map(([, value]) => value ?? "")),
    ];
    const cards = found(/card: "(\d+)"/g).filter((card) => !BROKEN.test(card));
    const ends = found(/amountEnds: "(\d\d)"/g).filter((end) => !BROKEN_AMOUNTS.includes(end));
    const bodies = [
      ...cards.map((card) => withValue(pay("10.00"), NUMBER, card)),
      ...ends.map((end) => authorize(`20.${end}`)),
    ];
    return bodies.map((body, index): Draft => ({
      name: `scenario ${name}, ${index}`,
      setting,
      act: async (url) => {
        const call = callerOf(url, merchantUnder(name));
        const version = SPREAD[index % SPREAD.length] ?? 100;
        for (const transaction of ["1", "2", "3"]) {
          const answer = await call({
            path: transactionPath(`shipped-${index}`, transaction),
            body,
            version,
          });
          if (textAt(answer, "result") === "SUCCESS") break;
        }
      },
    }));
  });

const EXPIRIES = ["01/39", "05/39", "04/27", "08/28", "01/37", "02/37", "05/37", "12/31", "01/20"];
const CODES = ["100", "101", "102", "777"];
const STREETS = [
  "Alpha St",
  "Gamma St",
  "November St",
  "Romeo St",
  "Whiskey St",
  "Kilo St",
  "Zero St",
  "Elm St",
];
const NUMBERS = [
  "5123450000000008",
  "4508750015741019",
  "345678901234564",
  "36259600000012",
  "5313359999999089",
];

/** The simulator's tables, and what a card can pay. */
const tables = (): readonly Draft[] =>
  Array.from({ length: 40 }, (_, index): Draft => ({
    name: `simulator, ${index}`,
    setting,
    act: async (url) => {
      const chance = createChance(4_000 + index);
      const call = callerOf(url, merchantUnder("gateway-simulator"));
      const [month = "", year = ""] = chance.pick(EXPIRIES).split("/");
      const number = chance.pick(NUMBERS);
      const card = { number, expiry: { month, year }, securityCode: chance.pick(CODES) };
      const version = chance.pick(SPREAD);
      const body = withValues(chance.pick(INITIAL)("10.00"), {
        "sourceOfFunds.provided.card": card,
        "billing.address.street": chance.pick(STREETS),
      });
      await call({ path: transactionPath(`simulated-${index}`, "1"), body, version });
      const about = {
        order: { amount: "20.00", currency: "USD" },
        sourceOfFunds: { provided: { card: { number } } },
      };
      const options = { path: "paymentOptionsInquiry", method: "POST" } as const;
      await call({ ...options, body: { apiOperation: "PAYMENT_OPTIONS_INQUIRY", ...about } });
      if (index % 8 === 0) await call({ method: "GET", path: "paymentOptionsInquiry", version });
    },
  }));

/** Orders that live on: in all states, with all outcomes, in all versions. */
export const orderDrafts = (): readonly Draft[] => [
  ...[...walks(), ...sweep(), ...codes()],
  ...[...shipped(), ...tables()],
];
