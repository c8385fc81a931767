import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A module of the server as it was built; scripts run in the root of the package. */
export async function builtModule<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(process.cwd(), "dist", path)).href)) as T;
}
