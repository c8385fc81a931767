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
  // Loaded once it is known that something is to be done: it brings the whole server.
  const { accept, check, recordAnew, write } = await import("./recording.ts");
  if (values.record) await recordAnew();
  else if (values.accept) await accept();
  else if (values.check) await check();
  else if (values.write !== undefined) await write(values.write);
  else throw new UsageError("nothing is asked for");
});
