import { EXIT, flagValue, FORMAT_FLAG, jsonText, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS } from "../kernel/control-client.ts";
import { SETTING_FLAGS, settingsOf } from "../start/command.ts";

export const explainCommand: Command = {
  summary:
    "Shows how a request would be answered, and why, without executing it; accepts the flags of start.",
  words: "request.json",
  wordsMax: 1,
  flags: [
    FORMAT_FLAG,
    ...CONTROL_FLAGS.map((flag) =>
      flag.name === "url"
        ? { name: "url", help: "URL of a running sandbox to use (default: a temporary one)" }
        : flag,
    ),
    ...SETTING_FLAGS,
  ],
  run: async (invocation, { print }) => {
    const [file] = invocation.words;
    if (file === undefined) throw new UsageError("specify the request file, for example request.json");
    const format = outputFormat(invocation);
    const isThere = flagValue(invocation, "url") !== undefined;
    refuseLost(invocation, isThere);
    const { explainHere, explainThere } = await import("./explain.ts");
    const { readExplainFile } = await import("./explain.ts");
    const { controlClientOf } = await import("../kernel/control-client.ts");
    const options = readExplainFile(file);
    const explained = isThere
      ? await explainThere(controlClientOf(invocation), options)
      : await explainHere(settingsOf(invocation), options);
    print(format === "json" ? jsonText(explained) : `${explained.explanation.join("\n")}\n`);
    return explained.exchange.answer.status < 400 ? EXIT.fine : EXIT.found;
  },
};

/** A running sandbox has its settings already, and its own needs no token. */
function refuseLost({ given }: Invocation, isThere: boolean): void {
  const lost = isThere ? SETTING_FLAGS.find(({ name }) => given.has(name)) : undefined;
  if (lost !== undefined)
    throw new UsageError(
      `--${lost.name} configures a temporary sandbox, but --url names a running one; use only one of them`,
    );
  if (!isThere && given.has("token"))
    throw new UsageError("--token is only for a running sandbox; specify it with --url");
}
