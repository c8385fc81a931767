import type { LibraryFile } from "../scenario-file.ts";

/** What the scenario files of the package came to when it was built, and the digest of the texts that they were. */
export interface ShippedReading {
  readonly digest: string;
  readonly files: readonly LibraryFile[];
}

/** Undefined in the sources: the build puts it there (scripts/build/shipped-scenarios.ts). */
export const SHIPPED = undefined as ShippedReading | undefined;
