/**
 * Reads the stream of new exchanges of a sandbox, as the portal in that many browsers does. It runs until the process that
 * started it goes, and ends with 1 when a stream ends before.
 */
const [, , url = "", count = ""] = process.argv;

process.once("disconnect", () => {
  process.exit();
});
const streams = await Promise.all(
  Array.from({ length: Number(count) }, () => fetch(`${url}/_sandbox/v1/traffic/stream`)),
);
process.send?.({ watching: streams.every(({ ok }) => ok) });
await Promise.race(streams.map(({ body }) => read(body)));
process.exit(1);

async function read(body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
}
