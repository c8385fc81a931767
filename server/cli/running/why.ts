import { maskText } from "../../domain/card/card.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
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
    const exchange = await exchangeOf(controlClientOf(invocation), invocation.words[0]);
    const { storyOf } = await import("./story.ts");
    const hasAll = invocation.given.has("all");
    print(maskText(format === "json" ? jsonText(exchange) : storyOf(exchange, { hasAll, isColoured })));
    return EXIT.fine;
  },
};

/** The one with this id, else the newest. */
async function exchangeOf(client: ControlClient, id: string | undefined): Promise<Exchange> {
  if (id !== undefined) return (await client.get(`/v1/exchanges/${encodeURIComponent(id)}`)) as Exchange;
  const page = (await client.get("/v1/exchanges?limit=1")) as { readonly exchanges: readonly Exchange[] };
  const [newest] = page.exchanges;
  if (newest === undefined) throw new UsageError(`${client.url} has recorded no exchange yet`);
  return newest;
}
