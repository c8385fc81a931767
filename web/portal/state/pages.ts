/** Every page, in the order of the bar and of the keys 1, 2, 3 … */
export const PAGES = [
  { name: "start", title: "Start" },
  { name: "traffic", title: "Traffic" },
  { name: "orders", title: "Orders" },
  { name: "scenarios", title: "Scenarios" },
  { name: "notifications", title: "Notifications" },
  { name: "contracts", title: "Contracts" },
  { name: "verdict", title: "Verdict" },
  { name: "merchant", title: "Merchant" },
  { name: "docs", title: "API" },
] as const;

export type PageName = (typeof PAGES)[number]["name"];
