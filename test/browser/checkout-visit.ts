import { begin, checkoutOf, indicatorOf, sessionIdOf } from "./checkout-client.ts";
import { merchantPage } from "./merchant-page.ts";
import type { MerchantPage } from "./merchant-page.ts";
import type { Stage } from "./stage.ts";

const LEGACY = { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined };

/** A page of the shop at `/basket-` and the order's id, which a number makes where none is given. */
type Basket = Omit<MerchantPage, "run" | "sandbox"> & {
  readonly order?: string;
  readonly run: (session: string) => string;
};

type Visit = (
  page: Basket,
  values?: Parameters<typeof checkoutOf>[1],
  merchant?: string,
) => Promise<{ readonly order: string; readonly indicator: string; readonly session: string }>;

/** Begins a checkout, and opens a page of the shop that shows it. */
export function visitorOf(stage: Stage): Visit {
  let orders = 0;
  return async (
    { order = `script-${(orders += 1)}`, run, ...page },
    values = {},
    merchant = "TESTMERCHANT",
  ) => {
    const version = page.script === 61 ? 61 : 100;
    const body = checkoutOf(order, { ...(version === 61 ? LEGACY : {}), ...values });
    const begun = await begin(stage.url, body, { version, merchant });
    const session = sessionIdOf(begun);
    const shown = merchantPage({ ...page, sandbox: stage.url, run: run(session) });
    await stage.page.goto(stage.shop.show(`/basket-${order}`, shown));
    return { order, indicator: indicatorOf(begun), session };
  };
}

/** What a page does before it shows a checkout. */
export const configured = (session: string): string =>
  `Checkout.configure({ session: { id: "${session}" } });`;
