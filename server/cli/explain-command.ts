import { EXIT, flagValue } from "./command.ts";
import type { Command } from "./command.ts";
import { CONTROL_FLAGS } from "./control-client.ts";
import { UsageError } from "./usage-error.ts";

export const explainCommand: Command = {
  summary: "Tells what would become of a request, and why, without any effect.",
  words: "request.json",
  wordsMax: 1,
  flags: [
    { name: "format", help: "text (default) or json" },
    ...CONTROL_FLAGS.map((flag) =>
      flag.name === "url"
        ? { name: "url", help: "a running sandbox to ask (default: one of its own)" }
        : flag,
    ),
  ],
  run: async (invocation, { print }) => {
    const [file] = invocation.words;
    if (file === undefined) throw new UsageError("name the file of the request, such as request.json");
    const format = flagValue(invocation, "format") ?? "text";
    if (format !== "text" && format !== "json")
      throw new UsageError(`'${format}' is no format; there are text and json`);
    const { explainHere, explainThere, readExplainFile } = await import("./explain.ts");
    const { controlClientOf } = await import("./control-client.ts");
    const wish = readExplainFile(file);
    const explained =
      flagValue(invocation, "url") === undefined
        ? await explainHere(invocation.environment, wish)
        : await explainThere(controlClientOf(invocation), wish);
    print(
      format === "json"
        ? `${JSON.stringify(explained, undefined, 2)}\n`
        : `${explained.explanation.join("\n")}\n`,
    );
    return explained.exchange.answer.status < 400 ? EXIT.fine : EXIT.found;
  },
};
