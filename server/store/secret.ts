import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFile, type LogPlace } from "./log-files.ts";
import { codeOf } from "./store-log.ts";
import { StoreUnusable } from "./store.ts";

const NAME = "secret.key";
const SECRET_BYTES = 32;

/** The secret of the data set. It is made with the data and only then: stored digests are keyed by it. */
export async function openSecret(place: LogPlace, hasData: boolean): Promise<Uint8Array> {
  const path = join(place.folder, NAME);
  const secret = await readIfThere(path);
  if (secret?.length === SECRET_BYTES) return secret;
  if (secret !== undefined) {
    throw new StoreUnusable(
      `${path} holds ${secret.length} bytes instead of ${SECRET_BYTES}; restore it from a backup`,
    );
  }
  if (hasData) {
    throw new StoreUnusable(
      `${path} is missing beside stored data; restore it, or choose another data folder`,
    );
  }
  const created = randomBytes(SECRET_BYTES);
  await createFile(place, NAME, (append) => append(created));
  return created;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
