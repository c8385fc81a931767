import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { differencesOf, linesOf, play, readRecording, writeRecording } from "../../test/corpus/corpus.ts";
import type { PlayedStory } from "../../test/corpus/corpus.ts";
import { callDrafts } from "./calls.ts";
import { contractDrafts } from "./contracts.ts";
import { drawn } from "./drawing.ts";
import { orderDrafts } from "./orders.ts";
import { payerDrafts } from "./payers.ts";
import { tableDrafts } from "./tables.ts";

/** Generates new requests, and records them with their answers. */
export async function recordAnew(): Promise<void> {
  const drafts = [...tableDrafts(), ...contractDrafts(), ...orderDrafts(), ...payerDrafts(), ...callDrafts()];
  record(await play([...(await drawn(drafts, "merged")), ...(await drawn(drafts, "exact"))]));
}

/** Sends the recorded requests, and records the new answers. */
export async function accept(): Promise<void> {
  record(await play(readRecording()));
}

function record(stories: readonly PlayedStory[]): void {
  writeRecording(stories);
  const count = stories.reduce((sum, { answers }) => sum + answers.length, 0);
  process.stdout.write(`${stories.length} stories with ${count} requests are recorded\n`);
}

/** Prints every answer that has changed; there should be none. */
export async function check(): Promise<void> {
  const recorded = readRecording();
  const differences = differencesOf(recorded, await play(recorded));
  process.stdout.write(`${[...differences, `${differences.length} answers differ`].join("\n")}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

/** Writes the answers of each story to a file. */
export async function write(folder: string): Promise<void> {
  const stories = await play(readRecording());
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, requests, answers } of stories) {
    const lines = requests.flatMap(({ method, path, body }, index) => {
      const answer = answers[index];
      return [`${method} ${path}`, body, ...(answer === undefined ? [] : linesOf(answer)), ""];
    });
    await writeFile(
      join(folder, `${name.replaceAll(/[^0-9A-Za-z]+/g, "-").slice(0, 200)}.txt`),
      lines.join("\n"),
    );
  }
}
