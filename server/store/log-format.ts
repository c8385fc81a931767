/** Turns the JSON text of one line of a version into that of the next version. */
export type LineMigration = (json: string) => string;

/** How the lines of the log and of its snapshots are written; every file names its version in its first line. */
export interface LogFormat {
  readonly version: number;
  /** By the version that they start from. A file of an older version is migrated when it is read. */
  readonly migrations: ReadonlyMap<number, LineMigration>;
}

export const LOG_FORMAT: LogFormat = { version: 1, migrations: new Map() };

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
