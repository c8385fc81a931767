import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { adopt, prepareFile, readIfThere, unfinished, type LogPlace } from "./log-files.ts";
import { StoreUnusable } from "../store.ts";

const NAME = "secret.key";
const SECRET_BYTES = 32;
const CHECK_DIGITS = 16;

export interface Secret {
  readonly bytes: Uint8Array;
  /** Tells it from others without telling anything of it; the log says with which it was written. */
  readonly check: string;
  /** Whether the data that it belongs to begins now. */
  readonly isNew: boolean;
  /** Once the log is there: so a secret without a log is one whose log was lost. */
  keep(): Promise<void>;
}

/**
 * The secret of the data set. It is made with the data and only then, unless it is that of data which are moved here: stored
 * digests are keyed by it.
 */
export async function openSecret(
  place: LogPlace,
  hasData: boolean,
  given: Uint8Array = randomBytes(SECRET_BYTES),
): Promise<Secret> {
  const kept = await readIfThere(place, NAME);
  if (kept !== undefined) return secretOf(place, wholeSecret(place, kept), { isKept: true, isNew: false });
  const path = join(place.folder, NAME);
  const made = hasData ? await readIfThere(place, unfinished(NAME)) : undefined;
  if (made?.length === SECRET_BYTES) return secretOf(place, made, { isKept: false, isNew: false });
  if (hasData) {
    throw new StoreUnusable(
      `${path} is missing beside stored data; restore it, or choose another data folder`,
    );
  }
  await prepareFile(place, NAME, (append) => append(Buffer.from(given)));
  return secretOf(place, given, { isKept: false, isNew: true });
}

function wholeSecret({ folder }: LogPlace, bytes: Buffer): Buffer {
  if (bytes.length === SECRET_BYTES) return bytes;
  throw new StoreUnusable(
    `${join(folder, NAME)} holds ${bytes.length} bytes instead of ${SECRET_BYTES}; restore it from a backup`,
  );
}

function secretOf(
  place: LogPlace,
  bytes: Uint8Array,
  { isKept, isNew }: { readonly isKept: boolean; readonly isNew: boolean },
): Secret {
  const check = createHmac("sha256", bytes).update("the secret of a data folder").digest("hex");
  return {
    bytes,
    check: check.slice(0, CHECK_DIGITS),
    isNew,
    keep: async () => {
      if (!isKept) await adopt(place, NAME);
    },
  };
}
