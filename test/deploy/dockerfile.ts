import { readFile } from "node:fs/promises";

/** An instruction of a Dockerfile, with the stage that it belongs to. */
export interface Instruction {
  /** Undefined: the last one, which is the image. */
  readonly stage: string | undefined;
  readonly name: string;
  readonly text: string;
}

/** The instructions of the project's Dockerfile. None of them goes over several lines. */
export async function dockerfile(): Promise<readonly Instruction[]> {
  const text = await readFile(new URL("../../Dockerfile", import.meta.url), "utf8");
  let stage: string | undefined;
  return text.split("\n").flatMap((line) => {
    const [, name, rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    if (name === "FROM") stage = / AS (\w+)$/.exec(rest)?.[1];
    return [{ stage, name, text: rest }];
  });
}

/** What ENV sets. */
export function environmentIn(instructions: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = instructions
    .filter(({ name }) => name === "ENV")
    .flatMap(({ text }) => text.split(" ").map((pair) => pair.split("=")));
  return Object.fromEntries(pairs) as Record<string, string>;
}
