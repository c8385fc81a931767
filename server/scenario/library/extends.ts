import type { FileProblem } from "../../document/file-problem.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { isObject } from "../../domain/json.ts";
import { absence } from "../reading/set-names.ts";

/** A file of the folder with the names that it extends, as far as they could be read. */
interface Extending {
  /** Without its extension. */
  readonly name: string;
  readonly source: YamlSource;
  readonly extends: readonly string[];
}

/** The names behind `extends`, whether one or a list was written; none where the file is no scenario file. */
export function extendedBy(data: unknown): readonly string[] {
  const written = isObject(data) ? data["extends"] : undefined;
  const names: readonly unknown[] = Array.isArray(written) ? written : [written];
  return names.filter((name) => typeof name === "string");
}

/** Names that are neither a file of the folder nor one behind it, and circles, each told where it closes. */
export function extendsProblems(
  files: readonly Extending[],
  behind: readonly string[] = [],
): readonly FileProblem[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const unknown = files.flatMap((file) =>
    file.extends.flatMap((name, index) =>
      byName.has(name) || behind.includes(name)
        ? []
        : [at(file, index, absence(name, { own: [...byName.keys()], behind }))],
    ),
  );
  return [...unknown, ...circles(files, byName)];
}

function circles(
  files: readonly Extending[],
  byName: ReadonlyMap<string, Extending>,
): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const done = new Set<string>();
  const walk = (file: Extending, path: readonly string[]): void => {
    const through = [...path, file.name];
    for (const [index, name] of file.extends.entries()) {
      const next = byName.get(name);
      const begin = through.indexOf(name);
      if (begin >= 0) {
        const circle = [...through.slice(begin), name].join(" > ");
        problems.push(at(file, index, `the scenarios extend each other in a circle: ${circle}`));
      } else if (next !== undefined && !done.has(name)) walk(next, through);
    }
    done.add(file.name);
  };
  for (const file of files) if (!done.has(file.name)) walk(file, []);
  return problems;
}

function at({ source }: Extending, index: number, message: string): FileProblem {
  const entry = placeAt(source.document, `/extends/${index}`);
  const place = entry.value === undefined ? placeAt(source.document, "/extends") : entry;
  return problemAt(source, offsetOf(place), message);
}
