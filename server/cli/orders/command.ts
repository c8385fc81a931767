import { maskText } from "../../domain/card/card.ts";
import { queryOf } from "../../embedding/control-call.ts";
import type { SeenMerchant } from "../../http/control/stored/seen-merchants.ts";
import type { OrderDetail, OrderPage } from "../../http/control/stored/order-views.ts";
import { EXIT, FORMAT_FLAG, flagValue, jsonText, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Flag, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";

const MERCHANT_FLAG: Flag = {
  name: "merchant",
  help: "whose orders (default: the only merchant that has called)",
};

const FILTERS: readonly Flag[] = [
  { name: "search", help: "only those whose id, reference or description contains this text" },
  { name: "status", help: "only those with this status, for example CAPTURED" },
  { name: "limit", help: "how many, from 1 to 200 (default: 50)" },
  { name: "after", help: "only those older than the order with this id" },
];

export const ordersCommand: Command = {
  summary: "Lists the orders of a merchant in a running sandbox, newest first.",
  words: undefined,
  wordsMax: 0,
  flags: [MERCHANT_FLAG, ...FILTERS, FORMAT_FLAG, ...CONTROL_FLAGS],
  run: async (invocation, { print }) => {
    const format = outputFormat(invocation);
    const client = controlClientOf(invocation);
    const filters = FILTERS.map(({ name }) => [name, flagValue(invocation, name)] as const);
    const query = queryOf(Object.fromEntries(filters));
    const page = (await client.get(`${await ordersPath(invocation, client)}${query}`)) as OrderPage;
    const { orderList } = await import("./page.ts");
    print(maskText(format === "json" ? jsonText(page) : orderList(page)));
    return EXIT.fine;
  },
};

export const orderCommand: Command = {
  summary: "Shows an order of a running sandbox: its transactions, and what may be done next and why not.",
  words: "<order id>",
  wordsMax: 1,
  flags: [MERCHANT_FLAG, FORMAT_FLAG, ...CONTROL_FLAGS],
  run: async (invocation, { print }) => {
    const [id] = invocation.words;
    if (id === undefined) throw new UsageError("specify the order's id, for example order-1");
    const format = outputFormat(invocation);
    const client = controlClientOf(invocation);
    const path = `${await ordersPath(invocation, client)}/${encodeURIComponent(id)}`;
    const order = (await client.get(path)) as OrderDetail;
    const { orderStory } = await import("./page.ts");
    print(maskText(format === "json" ? jsonText(order) : orderStory(order)));
    return EXIT.fine;
  },
};

async function ordersPath(invocation: Invocation, client: ControlClient): Promise<string> {
  const merchant = flagValue(invocation, "merchant") ?? (await onlyMerchant(client));
  return `/v1/merchants/${encodeURIComponent(merchant)}/orders`;
}

async function onlyMerchant(client: ControlClient): Promise<string> {
  const seen = (await client.get("/v1/merchants")) as { readonly merchants: readonly SeenMerchant[] };
  const [only, ...others] = seen.merchants.map(({ merchant }) => merchant);
  if (only === undefined) throw new UsageError("no merchant has called yet; specify one with --merchant");
  if (others.length === 0) return only;
  throw new UsageError(`specify one of the merchants with --merchant: ${[only, ...others].join(", ")}`);
}
