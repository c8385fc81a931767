import { maskText } from "../../domain/card/card.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { queryOf } from "../../embedding/control-call.ts";
import { EXIT, FORMAT_FLAG, jsonText, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";

export const whyCommand: Command = {
  summary: "Shows on one screen why a running sandbox answered a request as it did.",
  words: "[exchange id]",
  wordsMax: 1,
  flags: [
    { name: "all", help: "list each scenario rule that did not match, with its reason", isSwitch: true },
    FORMAT_FLAG,
    ...CONTROL_FLAGS,
  ],
  run: async (invocation, { print, isColoured }) => {
    const format = outputFormat(invocation);
    const client = controlClientOf(invocation);
    const exchange = await exchangeOf(client, invocation.words[0]);
    if (format === "json") {
      print(maskText(jsonText(exchange)));
      return EXIT.fine;
    }
    const { storyOf } = await import("./story.ts");
    const earlier = await earlierUse(client, exchange);
    const hasAll = invocation.given.has("all");
    print(maskText(storyOf(exchange, { earlier, hasAll, isColoured })));
    return EXIT.fine;
  },
};

/** The exchange that used the transaction's id before; undefined: it is not about that, or the journal has dropped it. */
async function earlierUse(
  client: ControlClient,
  { id, merchantId, refusal, request }: Exchange,
): Promise<Exchange | undefined> {
  if (merchantId === undefined || refusal?.fault?.field !== "transaction.id") return undefined;
  const { orderId: order, transactionId: transaction } = request;
  const query = queryOf({ order, transaction, before: id, limit: 500 });
  const page = (await client.get(`/v1/merchants/${merchantId}/exchanges${query}`)) as ExchangePage;
  return page.exchanges.findLast(({ committed }) => committed);
}

interface ExchangePage {
  readonly exchanges: readonly Exchange[];
}

/** The one with this id, else the newest. */
async function exchangeOf(client: ControlClient, id: string | undefined): Promise<Exchange> {
  if (id !== undefined) return (await client.get(`/v1/exchanges/${encodeURIComponent(id)}`)) as Exchange;
  const page = (await client.get("/v1/exchanges?limit=1")) as ExchangePage;
  const [newest] = page.exchanges;
  if (newest === undefined) throw new UsageError(`${client.url} has recorded no exchange yet`);
  return newest;
}
