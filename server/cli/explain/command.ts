import { EXIT, flagValue, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS } from "../kernel/control-client.ts";
import { SETTING_FLAGS, settingsOf } from "../start/command.ts";

export const explainCommand: Command = {
  summary:
    "Tells what would become of a request, and why, without any effect; flags of start set its own sandbox.",
  words: "request.json",
  wordsMax: 1,
  flags: [
    { name: "format", help: "text (default) or json" },
    ...CONTROL_FLAGS.map((flag) =>
      flag.name === "url"
        ? { name: "url", help: "a running sandbox to ask (default: one of its own)" }
        : flag,
    ),
    ...SETTING_FLAGS,
  ],
  run: async (invocation, { print }) => {
    const [file] = invocation.words;
    if (file === undefined) throw new UsageError("name the file of the request, such as request.json");
    const format = flagValue(invocation, "format") ?? "text";
    if (format !== "text" && format !== "json")
      throw new UsageError(`'${format}' is no format; there are text and json`);
    const isThere = flagValue(invocation, "url") !== undefined;
    refuseLost(invocation, isThere);
    const { explainHere, explainThere } = await import("./explain.ts");
    const { readExplainFile } = await import("./explain.ts");
    const { controlClientOf } = await import("../kernel/control-client.ts");
    const wish = readExplainFile(file);
    const explained = isThere
      ? await explainThere(controlClientOf(invocation), wish)
      : await explainHere(settingsOf(invocation), wish);
    print(
      format === "json"
        ? `${JSON.stringify(explained, undefined, 2)}\n`
        : `${explained.explanation.join("\n")}\n`,
    );
    return explained.exchange.answer.status < 400 ? EXIT.fine : EXIT.found;
  },
};

/** A running sandbox has its settings already, and its own needs no token. */
function refuseLost({ given }: Invocation, isThere: boolean): void {
  const lost = isThere ? SETTING_FLAGS.find(({ name }) => given.has(name)) : undefined;
  if (lost !== undefined)
    throw new UsageError(
      `--${lost.name} sets a sandbox of its own, and --url names a running one; leave out one of both`,
    );
  if (!isThere && given.has("token"))
    throw new UsageError("--token is for a running sandbox; name it with --url");
}
