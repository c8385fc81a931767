/** Turns the JSON text of one line of a version into that of the next version. */
export type LineMigration = (json: string) => string;

/** How the lines of the log and of its snapshots are written; every file names its version in its first line. */
export interface LogFormat {
  readonly version: number;
  /** By the version that they start from. A file of an older version is migrated when it is read. */
  readonly migrations: ReadonlyMap<number, LineMigration>;
}

/**
 * Version 1 knew orders only. Version 2 has records beside them, in the same line: the kind `order` is now `commit`,
 * and the end of a snapshot counts lines. A line of version 1 is also understood when its header is damaged.
 */
const TO_VERSION_2: LineMigration = (json) =>
  json
    .replace(/^\{"kind":"order",/, '{"kind":"commit",')
    .replace(/^\{"kind":"end","orders":/, '{"kind":"end","lines":');

/**
 * In version 3 a reset names what it forgets. Lines of version 2 read as they are; the new number keeps releases out
 * that would forget everything.
 */
const TO_VERSION_3: LineMigration = (json) => json;

/**
 * In version 4 every line that changes something has a number and the checksum of the one before it, and a first line
 * says which line its file goes on from. Lines of version 3 say nothing of that and read as they are; their numbers
 * begin with the snapshot that replaces them.
 */
const TO_VERSION_4: LineMigration = (json) => json;

export const LOG_FORMAT: LogFormat = {
  version: 4,
  migrations: new Map([
    [1, TO_VERSION_2],
    [2, TO_VERSION_3],
    [3, TO_VERSION_4],
  ]),
};

/** The JSON text of a line of an older version as the current version writes it. */
export function migrated(json: string, version: number, format: LogFormat): string {
  let text = json;
  for (let from = version; from < format.version; from += 1) {
    const migration = format.migrations.get(from);
    if (migration === undefined) throw new Error(`there is no migration from version ${from} of the log`);
    text = migration(text);
  }
  return text;
}
