import type { ComponentType, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { attempt } from "../state/api.ts";
import type { PageName } from "../state/pages.ts";
import { merchant } from "../state/session.ts";

/** Each page is a script of its own, which is loaded when the page is first opened. */
const SCRIPTS: Readonly<Record<PageName, () => Promise<ComponentType>>> = {
  start: async () => (await import("../start/start.tsx")).Start,
  traffic: async () => (await import("../traffic/traffic.tsx")).Traffic,
  orders: async () => (await import("../orders/orders.tsx")).Orders,
  scenarios: async () => (await import("../scenarios/scenarios.tsx")).Scenarios,
  notifications: async () => (await import("../notifications/notifications.tsx")).Notifications,
  contracts: async () => (await import("../contracts/contracts.tsx")).Contracts,
  verdict: async () => (await import("../verdict/verdict.tsx")).Verdict,
  docs: async () => (await import("../docs/docs.tsx")).Docs,
  merchant: async () => (await import("../merchant/merchant.tsx")).MerchantPage,
};

const loaded = signal<Partial<Readonly<Record<PageName, ComponentType>>>>({});

/** Pages that show the exchanges of all merchants; the others begin anew when the merchant is another. */
const OF_ALL: ReadonlySet<PageName> = new Set(["start", "traffic"]);

/** The page that is open, as soon as it is there. */
export function Opened({ page }: { readonly page: PageName }): VNode | undefined {
  const Page = loaded.value[page];
  useEffect(() => {
    if (Page !== undefined) return;
    void attempt(async () => {
      const shown = await SCRIPTS[page]();
      loaded.value = { ...loaded.peek(), [page]: shown };
    });
  }, [page]);
  return Page && <Page key={OF_ALL.has(page) ? page : `${page} ${merchant.value}`} />;
}
