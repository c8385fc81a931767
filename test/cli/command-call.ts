import type { Command, Invocation } from "../../server/cli/command.ts";

export interface Outcome {
  readonly code: number | undefined;
  readonly printed: string;
  readonly told: string;
}

export interface Called {
  readonly words?: readonly string[];
  readonly flags?: Readonly<Record<string, string | readonly string[]>>;
  readonly environment?: Invocation["environment"];
}

/** Runs a command as main.ts would, with what it prints and tells. */
export async function call(
  command: Command,
  { words = [], flags = {}, environment = {} }: Called = {},
): Promise<Outcome> {
  const written = { printed: "", told: "" };
  const given = new Map(
    Object.entries(flags).map(([name, value]) => [name, typeof value === "string" ? [value] : value]),
  );
  const code = await command.run(
    { given, words, environment },
    {
      print: (text) => {
        written.printed += text;
      },
      tell: (text) => {
        written.told += text;
      },
      fail: (error) => {
        throw error;
      },
      now: () => Date.parse("2030-01-15T10:20:30.400Z"),
      width: 200,
      isColoured: false,
      version: "1.2.3",
    },
  );
  return { code, ...written };
}
