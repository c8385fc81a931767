import { EXIT, flagValue, FORMAT_FLAG, jsonText, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf } from "../kernel/control-client.ts";
import { settingFlags, settingsOf } from "../start/command.ts";
import type { Explained } from "./explain.ts";

/** The settings that an answer depends on; what else a start can be told is of no effect here. */
const DECIDING = settingFlags({}, [
  ...(["scenarioFolder", "scenarios", "prefer", "merchantsFile", "password", "mode", "shadow"] as const),
  ...(["versions", "seed", "terminalKey", "fixedClock", "cardGuard"] as const),
]);

export const explainCommand: Command = {
  summary:
    "Shows how a request would be answered, and why, without executing it, or why a recorded one was answered so.",
  words: "<request.json | - | exchange id>",
  input: [
    "request.json is a JSON file with what would be sent, for example:",
    "",
    "  {",
    '    "method": "PUT",',
    '    "path": "/api/rest/version/100/merchant/TESTSHOP/order/o-1/transaction/2",',
    '    "body": { "apiOperation": "CAPTURE", "transaction": { "amount": "10.00", "currency": "USD" } }',
    "  }",
    "",
    "Only path is required: without method it is PUT, or GET if there is no body. headers may be added; without",
    "Authorization the merchant's own password is sent. before may list such requests, with path, method and body,",
    "that a temporary sandbox gets first.",
  ],
  wordsMax: 1,
  flags: [
    FORMAT_FLAG,
    ...CONTROL_FLAGS.map((flag) =>
      flag.name === "url"
        ? { name: "url", help: "URL of a running sandbox to use (default: a temporary one)" }
        : flag,
    ),
    ...DECIDING,
  ],
  run: async (invocation, { print }) => {
    const [word] = invocation.words;
    if (word === undefined)
      throw new UsageError("specify the request file, - for standard input, or the id of an exchange");
    const format = outputFormat(invocation);
    const isRecorded = EXCHANGE_ID.test(word);
    const isThere = isRecorded || flagValue(invocation, "url") !== undefined;
    refuseLost(invocation, isThere);
    const { explainHere, explainRecorded, explainThere, readExplainFile } = await import("./explain.ts");
    const explain = (): Promise<Explained> => {
      if (isRecorded) return explainRecorded(controlClientOf(invocation), word);
      const options = readExplainFile(word);
      return isThere
        ? explainThere(controlClientOf(invocation), options)
        : explainHere(settingsOf(invocation), options);
    };
    const explained = await explain();
    print(format === "json" ? jsonText(explained) : `${explained.explanation.join("\n")}\n`);
    return explained.exchange.answer.status < 400 ? EXIT.fine : EXIT.found;
  },
};

/** As the header X-Sandbox-Exchange has it. */
const EXCHANGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A running sandbox has its settings already, and its own needs no token. */
function refuseLost({ given }: Invocation, isThere: boolean): void {
  const lost = isThere ? DECIDING.find(({ name }) => given.has(name)) : undefined;
  if (lost !== undefined)
    throw new UsageError(
      `--${lost.name} configures a temporary sandbox, but a running one is asked; leave it out`,
    );
  if (!isThere && given.has("token"))
    throw new UsageError("--token is only for a running sandbox; specify it with --url");
}
