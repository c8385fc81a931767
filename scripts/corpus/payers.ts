import { MODES } from "../../server/domain/record/finding.ts";
import { textAt } from "../../server/domain/json.ts";
import { AT_MERCHANT, confirm, initiate, initiate18 } from "../../test/browser/browser-requests.ts";
import { CARD_FORM, checkoutOf, DECLINED_FORM } from "../../test/browser/checkout-client.ts";
import { merchantOf, ownMerchant } from "../../test/corpus/sandbox.ts";
import { advance } from "../../test/support/clock.ts";
import { capture, CARD, FUNDS, refund, withValue } from "../../test/support/requests.ts";
import { callerOf, choose, submit, transactionPath } from "./caller.ts";
import type { Caller } from "./caller.ts";
import type { Draft } from "./drawing.ts";

const setting = "merged" as const;

const CHOICES = ["pay", "decline", "cancel", "leave-pending"];
const REFERENCES = [
  "TEST-SUCCEED",
  "TEST-FAIL-DECLINE",
  "TEST-PENDING",
  "TEST-FAIL-THEN-SUCCESS",
  "a.FAILBLOCKED",
];
const TYPES = [
  "PROVIDER_A",
  "PROVIDER_B",
  "PROVIDER_C",
  "ALIPAY",
  "IDEAL",
  "SEPA",
  "PAYSAFECARD",
  "UNION_PAY",
];

interface BrowserPayment {
  readonly name: string;
  readonly values: Parameters<typeof initiate>[0];
  readonly version: number;
  /** What the payer chooses; undefined: a minute passes instead. */
  readonly action?: string;
}

/** Merchants whose clock browser payments move, behind those of the tables. */
const BROWSER_FROM = 130;

function browserPayment({ name, values, version, action }: BrowserPayment): Draft {
  const merchant = action === undefined ? ownMerchant(BROWSER_FROM + (version % 10)) : "PLAIN";
  const order = `browser-${name}-${version}`.replaceAll(" ", "-").slice(0, 40);
  const path = transactionPath(order, "1");
  return {
    name: `browser payments, ${version}: ${name}`,
    setting,
    act: async (url) => {
      const call = callerOf(url, merchant);
      const begun = await call({ path, body: version < 61 ? initiate18(values) : initiate(values), version });
      if (action === undefined) await advance(url, merchant, "PT1M");
      else await choose(url, textAt(begun, "browserPayment.redirectUrl"), { action });
      await call({ method: "GET", path, version });
      await call({ path, body: confirm({ order: { amount: "100.00", currency: "USD" } }), version });
      await call({ path: transactionPath(order, "2"), body: refund("10.00"), version });
      await call({ path: transactionPath(order, "3"), body: capture("10.00"), version });
      await call({ method: "GET", path: `order/${order}`, version });
    },
  };
}

/** What the payer does, what the merchant confirms, and what a reference plays without anybody at the page. */
const browserPayments = (): readonly Draft[] =>
  [
    ...[18, 61, 100].flatMap((version): readonly BrowserPayment[] => [
      ...CHOICES.flatMap((action) => [
        { name: `${action} at the provider`, values: {}, version, action },
        { name: `${action} at the merchant`, values: AT_MERCHANT, version, action },
      ]),
      { name: "authorize", values: { "browserPayment.operation": "AUTHORIZE" }, version, action: "pay" },
    ]),
    ...REFERENCES.map((reference, index) => ({
      ...{ name: reference, values: { "order.reference": reference }, version: index % 2 === 0 ? 61 : 100 },
    })),
    ...TYPES.map((type) => ({
      ...{ name: type, values: { "sourceOfFunds.type": type }, version: 100, action: "pay" },
    })),
  ].map(browserPayment);

/** Checkouts that a payer tries with a card that is declined and with none, and finishes. */
const checkouts = (): readonly Draft[] =>
  [13, 45, 62, 63, 78, 100].flatMap((version) =>
    ["PURCHASE", "AUTHORIZE", "VERIFY", "NONE"].map((operation): Draft => {
      const order = `hosted-${version}-${operation}`;
      const body = checkoutOf(order, {
        "interaction.operation": operation,
        ...(version < 63 && { apiOperation: "CREATE_CHECKOUT_SESSION" }),
      });
      return {
        name: `checkouts, ${version}: ${operation}`,
        setting,
        act: async (url) => {
          const call = callerOf(url, "PLAIN");
          const begun = await call({ method: "POST", path: "session", body, version });
          const session = textAt(begun, "session.id") ?? "none";
          const page = `${url}/checkout/pay/${session}`;
          for (const form of [DECLINED_FORM, { ...CARD_FORM, number: "12" }, CARD_FORM])
            await submit(page, form);
          await (await fetch(page)).text();
          await (await fetch(`${url}/checkout/receipt/${session}`)).text();
          await call({ method: "GET", path: `session/${session}`, version });
          await call({ method: "GET", path: `order/${order}`, version });
        },
      };
    }),
  );

/** A session is filled, spoilt, repaired, and paid with; gives its id. */
async function useSession(call: Caller, version: number): Promise<string> {
  const made = await call({ method: "POST", path: "session", version });
  const id = textAt(made, "session.id") ?? "none";
  const path = `session/${id}`;
  await call({ path, body: { sourceOfFunds: FUNDS, order: { currency: "USD" } }, version });
  await call({ path, body: { order: { amount: "10.00", nonsense: 1 } }, version });
  await call({ path, body: { order: { amount: "10.00" } }, version });
  const updated = await call({ method: "GET", path, version });
  const uses = [
    { apiOperation: "PAY", session: { id } },
    { apiOperation: "PAY", session: { id }, order: { amount: "30.00" } },
    { apiOperation: "VERIFY", session: { id, version: textAt(updated, "session.version") ?? "" } },
  ];
  for (const [index, body] of uses.entries())
    await call({ path: transactionPath(`session-${version}-${index}`, "1"), body, version });
  return id;
}

/** A token is made of the session, changed, read, paid with, and deleted; another one gets the card. */
async function useToken(call: Caller, session: string, version: number): Promise<void> {
  const saved = await call({ method: "POST", path: "token", body: { session: { id: session } }, version });
  const token = textAt(saved, "token") ?? "none";
  await call({ path: `token/${token}`, body: { sourceOfFunds: FUNDS }, version });
  await call({ method: "GET", path: `token/${token}`, version });
  const body = { apiOperation: "PAY", order: { amount: "1.00", currency: "USD" }, sourceOfFunds: { token } };
  await call({ path: transactionPath(`token-${version}`, "1"), body, version });
  await call({ method: "DELETE", path: `token/${token}`, version });
  await call({ path: transactionPath(`token-${version}`, "2"), body, version });
  const card = { number: "4508750015741019", expiry: CARD.expiry };
  const own = { sourceOfFunds: { type: "CARD", provided: { card } } };
  await call({ path: `token/OWN${version}`, body: own, version });
  const exchanged = withValue(own, "sourceOfFunds.provided.card.number", CARD.number);
  await call({ path: `token/OWN${version}`, body: exchanged, version });
}

const kept = (): readonly Draft[] =>
  [1, 13, 45, 61, 78, 100].flatMap((version) =>
    MODES.map((mode): Draft => ({
      name: `sessions and tokens, ${mode}: ${version}`,
      setting,
      act: async (url) => {
        const call = callerOf(url, merchantOf("PLAIN", mode));
        await useToken(call, await useSession(call, version), version);
      },
    })),
  );

/** Payments by other ways than a card in the request. */
export const payerDrafts = (): readonly Draft[] => [...browserPayments(), ...checkouts(), ...kept()];
