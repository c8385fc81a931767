import { commandOf, wordAt } from "./verb.ts";

const FILTERS = [
  { name: "search", help: "only those whose id, reference or description contains this text" },
  { name: "status", help: "only those with this status, for example CAPTURED" },
  { name: "limit", help: "how many, from 1 to 200 (default: 50)" },
  { name: "after", help: "only those older than the order with this id" },
];

export const ordersCommand = commandOf({
  summary: "Lists the orders of a merchant in a running sandbox, newest first.",
  isOfMerchant: true,
  flags: FILTERS,
  act: async ({ shop, flag }) => {
    const filters = Object.fromEntries(FILTERS.map(({ name }) => [name, flag(name)]));
    // The sandbox judges the values.
    const page = await shop.orders(filters);
    return { value: page, lines: async () => (await import("./order-page.ts")).orderList(page) };
  },
});

export const orderCommand = commandOf({
  summary: "Shows an order of a running sandbox: its transactions, and what may be done next and why not.",
  words: "<order id>",
  isOfMerchant: true,
  flags: [],
  act: async ({ shop, words }) => {
    const order = await shop.order(wordAt(words, 0, "the order's id, for example order-1"));
    return { value: order, lines: async () => (await import("./order-page.ts")).orderStory(order) };
  },
});
