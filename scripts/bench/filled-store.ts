import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { forkScript, messageFrom } from "./child.ts";
import { FLOWS } from "./requests.ts";
import { send } from "./sending.ts";
import { QUIET, startSandbox } from "./servers.ts";

const FILL_MS_MAX = 1_200_000;
const PATTERN = "pattern";

/** Makes a data folder with so many orders of one payment each (fill.ts), and says how large it is. */
export async function fillStore({ scripts }: Bench, folder: string, orders: number): Promise<number> {
  const sandbox = await startSandbox(undefined, { ...QUIET, SANDBOX_DATA: folder });
  try {
    await send(sandbox.url, FLOWS.PAY[0], PATTERN);
  } finally {
    await sandbox.close();
  }
  // The pattern is one of them.
  const words = [folder, PATTERN, String(orders - 1)];
  const filling = forkScript("fill.js", { folder: scripts, core: undefined }, words);
  try {
    await filling.during(messageFrom(filling), FILL_MS_MAX, `storing ${orders} orders`);
  } finally {
    await filling.end();
  }
  return sizeOf(folder);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
