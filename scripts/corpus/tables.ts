import { MODES } from "../../server/domain/record/finding.ts";
import { textAt } from "../../server/domain/json.ts";
import { BROWSER_CASES } from "../../test/browser/browser-cases.ts";
import { CHECKOUT_CASES } from "../../test/browser/checkout-cases.ts";
import { checkoutOf } from "../../test/browser/checkout-client.ts";
import { merchantOf, ownMerchant } from "../../test/corpus/sandbox.ts";
import { CLIENT_CALLS } from "../../test/flows/client-calls.ts";
import { KEPT_CASES } from "../../test/flows/kept-cases.ts";
import { sceneOf } from "../../test/flows/kept-scene.ts";
import { CARD_REQUEST_CASES } from "../../test/http/card-request-cases.ts";
import { ORDER_CASES } from "../../test/http/order-cases.ts";
import { REFUSAL_CASES } from "../../test/http/refusal-cases.ts";
import { SUM_CASES } from "../../test/http/sum-cases.ts";
import { TERMINAL_CASES } from "../../test/http/terminal-cases.ts";
import { advance } from "../../test/support/clock.ts";
import { callerOf, choose, transactionPath } from "./caller.ts";
import type { Draft } from "./drawing.ts";

/** How a case is sent: as its table has it, and in other modes and versions besides. */
const WAYS = [
  { mode: "strict", shift: 0 },
  { mode: "gateway", shift: 37 },
  { mode: "observe", shift: 61 },
] as const;

/** The version of the case; in other ways another one, which is spread over all of them. */
const versionIn = (own: number, shift: number, index: number): number =>
  shift === 0 ? own : ((index * shift) % 100) + 1;

const setting = "merged" as const;

/** Merchants of their own: cases of orders that move the clock first, then those of sessions and tokens. */
const KEPT_FROM = 60;

const orders = (): readonly Draft[] => {
  const cases = [...REFUSAL_CASES, ...ORDER_CASES, ...SUM_CASES, ...TERMINAL_CASES];
  let moved = 0;
  return WAYS.flatMap(({ mode, shift }) =>
    cases
      .map((it, index) => ({ it, index }))
      // The other ways go through a half of the cases each.
      .filter(({ index }) => shift === 0 || index % 2 === shift % 3)
      .filter(({ it }) => shift === 0 || it.advance === undefined)
      .map(({ it, index }): Draft => {
        const { refuses, before = [], body, transaction = "refused", version = 100, merchant = "PLAIN" } = it;
        const as = it.advance === undefined ? merchantOf(merchant, mode) : ownMerchant(moved++);
        const order = `refused-${index}`;
        return {
          name: `order rules, ${mode}, ${index}: ${refuses}`,
          setting,
          act: async (url) => {
            const call = callerOf(url, as);
            for (const [number, earlier] of before.entries())
              await call({ path: transactionPath(order, String(number + 1)), body: earlier });
            if (it.advance !== undefined) await advance(url, as, it.advance);
            const path = transactionPath(order, transaction);
            await call({ path, body, version: versionIn(version, shift, index) });
          },
        };
      }),
  );
};

const browser = (): readonly Draft[] =>
  WAYS.flatMap(({ mode, shift }) =>
    BROWSER_CASES.map((it, index): Draft => {
      const { refuses, before, chosen, body, transaction = "1", version = 61, merchant = "PLAIN" } = it;
      const order = `browser-${index}`;
      return {
        name: `browser payment rules, ${mode}, ${index}: ${refuses}`,
        setting,
        act: async (url) => {
          const call = callerOf(url, merchantOf(merchant, mode));
          if (before !== undefined) {
            const begun = await call({ path: transactionPath(order, "1"), body: before, version: 61 });
            if (chosen !== undefined)
              await choose(url, textAt(begun, "browserPayment.redirectUrl"), { action: chosen });
          }
          const at = versionIn(version, shift, index);
          await call({ path: transactionPath(order, transaction), body, version: at });
          await call({ method: "GET", path: `order/${order}`, version: at });
        },
      };
    }),
  );

const checkouts = (): readonly Draft[] =>
  WAYS.flatMap(({ mode, shift }) =>
    CHECKOUT_CASES.map((it, index): Draft => {
      const { refuses, before, values, version = 100, merchant = "PLAIN" } = it;
      const order = `checkout-${mode}-${index}`;
      return {
        name: `checkout rules, ${mode}, ${index}: ${refuses}`,
        setting,
        act: async (url) => {
          const call = callerOf(url, merchantOf(merchant, mode));
          if (before !== undefined) await call({ path: transactionPath(order, "1"), body: before });
          const at = versionIn(version, shift, index);
          await call({ method: "POST", path: "session", body: checkoutOf(order, values), version: at });
        },
      };
    }),
  );

const cardRequests = (): readonly Draft[] =>
  WAYS.flatMap(({ mode, shift }) =>
    CARD_REQUEST_CASES.map((it, index): Draft => {
      const { refuses, id = `risk-${index}`, before, operation, body, version = 100 } = it;
      const place = {
        BALANCE_INQUIRY: { path: "balanceInquiry" },
        CREATE_OR_UPDATE_RISK_ASSESSMENT: { path: `riskassessment/${encodeURIComponent(id)}` },
        PAYMENT_OPTIONS_INQUIRY: { path: "paymentOptionsInquiry", method: "POST" },
      } as const;
      return {
        name: `card request rules, ${mode}, ${index}: ${refuses}`,
        setting,
        act: async (url) => {
          const call = callerOf(url, merchantOf("PLAIN", mode));
          if (before !== undefined) await call({ ...place[operation], body: before });
          await call({ ...place[operation], body, version: versionIn(version, shift, index) });
        },
      };
    }),
  );

const kept = (): readonly Draft[] =>
  KEPT_CASES.map((it, index): Draft => ({
    name: `sessions and tokens, ${index}: ${it.refuses}`,
    setting,
    act: (url) => it.act(sceneOf(url, ownMerchant(KEPT_FROM + index))),
  }));

const clients = (): readonly Draft[] =>
  MODES.flatMap((mode) =>
    CLIENT_CALLS.map(({ takes, method, path, version, body }, index): Draft => ({
      name: `clients, ${mode}, ${index}: ${takes}`,
      setting,
      act: (url) => {
        const named = (text: string): string => text.replaceAll("{order}", `client-${index}`);
        return callerOf(
          url,
          merchantOf("PLAIN", mode),
        )({
          method: method === "post" ? "POST" : "PUT",
          path: named(path).slice(1),
          version,
          body: named(JSON.stringify(body)),
        });
      },
    })),
  );

/** The cases of the tests' tables. */
export const tableDrafts = (): readonly Draft[] => [
  ...orders(),
  ...browser(),
  ...checkouts(),
  ...cardRequests(),
  ...kept(),
  ...clients(),
];
