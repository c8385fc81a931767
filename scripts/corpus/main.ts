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
import { asScript, givenIn, UsageError } from "../usage.ts";

const USAGE = `usage: npm run corpus -- --check | --accept | --record | --write FOLDER
  --check         sends the recorded requests, prints every answer that has changed, and exits with 1 if there is one
  --accept        sends the recorded requests, and records the new answers
  --record        generates new requests from the tests' tables and the schemas, and records them with their answers
  --write FOLDER  sends the recorded requests, and writes the answers of each story to a file: compare the folders of
                  two checkouts with diff -r
`;

await asScript(USAGE, async (args) => {
  const { values } = givenIn({
    args,
    options: {
      check: { type: "boolean" },
      accept: { type: "boolean" },
      record: { type: "boolean" },
      write: { type: "string" },
    },
  });
  if (values.record) {
    const drafts = [
      ...tableDrafts(),
      ...contractDrafts(),
      ...orderDrafts(),
      ...payerDrafts(),
      ...callDrafts(),
    ];
    record(await play([...(await drawn(drafts, "merged")), ...(await drawn(drafts, "exact"))]));
  } else if (values.accept) record(await play(readRecording()));
  else if (values.check) await check();
  else if (values.write !== undefined) await write(values.write, await play(readRecording()));
  else throw new UsageError("nothing is asked for");
});

function record(stories: readonly PlayedStory[]): void {
  writeRecording(stories);
  const count = stories.reduce((sum, { answers }) => sum + answers.length, 0);
  process.stdout.write(`${stories.length} stories with ${count} requests are recorded\n`);
}

async function check(): Promise<void> {
  const recorded = readRecording();
  const differences = differencesOf(recorded, await play(recorded));
  process.stdout.write(`${[...differences, `${differences.length} answers differ`].join("\n")}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function write(folder: string, stories: readonly PlayedStory[]): Promise<void> {
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
