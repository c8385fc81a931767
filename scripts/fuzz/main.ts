import { asScript, givenIn, wholeNumber } from "../usage.ts";

const USAGE = `usage: npm run fuzz -- [--requests N] [--seed N]
  sends spoilt requests to the built server, and ends with 1 when one was answered with 5xx, held the others up, or was
  not answered, or when the server did not stop cleanly
  --requests N  how many (100000)
  --seed N      what is drawn (by the clock)
`;

await asScript(USAGE, async (args) => {
  const { values } = givenIn({
    args,
    options: {
      requests: { type: "string", default: "100000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const requests = wholeNumber("--requests", values.requests, [1, 1_000_000_000]);
  const seed = wholeNumber("--seed", values.seed, [0, Number.MAX_SAFE_INTEGER]);
  // Loaded once it is known that something is to be done: it brings most of the server.
  const { fuzz } = await import("../../test/fuzz/fuzzing.ts");
  const { inFolder } = await import("../../test/process/built-server.ts");
  const started = performance.now();
  const { statuses, failures, stalls, memory, exitCode, log } = await inFolder((folder) =>
    fuzz({ requests, seed, folder }),
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  const told = [
    `${requests} requests, seed ${seed}, ${seconds} s`,
    `statuses: ${JSON.stringify(statuses)} (0: the connection was closed without an answer)`,
    `memory: ${memory[0]} MiB after a tenth, ${memory[1]} MiB at the end`,
    ...[...failures, ...stalls.map((stall) => `stall, ${stall}`)].slice(0, 50),
    `the server ended with ${exitCode}${log === "" ? "" : `, and logged:\n${log}`}`,
  ];
  process.stdout.write(`${told.join("\n")}\n`);
  process.exitCode = failures.length + stalls.length === 0 && exitCode === 0 && log === "" ? 0 : 1;
});
