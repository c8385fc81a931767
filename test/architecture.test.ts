import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The floor of each room: a folder of server/, or one inside it; what is directly in server/ is what Node is started with. */
const FLOORS: Readonly<Record<string, number>> = {
  domain: 0,
  document: 0.5,
  report: 0.5,
  contract: 1,
  scenario: 1,
  store: 1,
  notify: 1,
  journal: 1,
  metrics: 1,
  terminal: 1,
  certificate: 1,
  gateway: 2,
  verdict: 2,
  "http/openapi": 2.5,
  http: 3,
  cli: 4,
  embedding: 4,
  sandbox: 4,
  "": 4,
};

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

async function sourcesOf(folder: string): Promise<readonly Source[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(ROOT, file), "utf8");
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, from]) => from ?? "");
      return { file, text, imports };
    }),
  );
}

/** What a module is loaded with: no types, and nothing that is imported later. */
function importedAtOnce(text: string): readonly string[] {
  return [...text.matchAll(/^import (?!type\b)[^"]*"([^"]+)"/gm)].map(([, from]) => from ?? "");
}

/** The innermost folder that has a floor of its own. */
function roomOf(file: string): string {
  const folder = relative("server", dirname(file));
  const inner = folder.split("/").slice(0, 2).join("/");
  return FLOORS[inner] === undefined ? (folder.split("/")[0] ?? "") : inner;
}

describe("architecture", () => {
  let sources: readonly Source[];
  before(async () => {
    sources = await sourcesOf("server");
  });

  it("knows every folder of server/", () => {
    const rooms = new Set(sources.map(({ file }) => roomOf(file)));
    expect([...rooms].filter((room) => FLOORS[room] === undefined)).to.deep.equal([]);
  });

  it("imports only downward, and no folder of a floor imports another of it", () => {
    const faults = sources.flatMap(({ file, imports }) =>
      imports
        .filter((from) => from.startsWith("."))
        .map((from) => normalize(join(dirname(file), from)))
        .filter((target) => {
          const [here, there] = [roomOf(file), roomOf(target)];
          if (here === there || (FLOORS[here] === 4 && FLOORS[there] === 4)) return false;
          return (FLOORS[there] ?? 9) >= (FLOORS[here] ?? -1);
        })
        .map((target) => `${file} imports ${target}`),
    );
    expect(faults).to.deep.equal([]);
  });

  it("keeps the domain pure: no package, nothing of Node but its form of addresses, nothing asynchronous, no clock, no chance", () => {
    // A Date of a given time is arithmetic; one of no time asks the clock.
    const impure =
      /\basync\b|\bawait\b|\bPromise\b|\bDate\.now\b|\bDate\(\)|Math\.random|\bprocess\b|performance\./;
    const faults = sources
      .filter(({ file }) => roomOf(file) === "domain")
      .flatMap(({ file, text, imports }) => {
        const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"[^"\n]*"|`[^`]*`/gm, "");
        const outside = imports.filter((from) => !from.startsWith(".") && from !== "node:net");
        return [
          ...outside.map((from) => `${file} imports ${from}`),
          ...(impure.exec(code) ?? []).map((it) => `${file}: ${it}`),
        ];
      });
    expect(faults).to.deep.equal([]);
  });

  it("keeps folders small: at most 20 entries each", async () => {
    const entries = await Promise.all(
      ["server", "web"].map((room) => readdir(join(ROOT, room), { recursive: true, withFileTypes: true })),
    );
    const counts = new Map<string, number>();
    for (const { parentPath } of entries.flat()) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
    const large = [...counts].filter(([, count]) => count > 20);
    expect(large.map(([folder, count]) => `${relative(ROOT, folder)}: ${count}`)).to.deep.equal([]);
  });

  it("lets what runs in browsers import the domain and nothing else of server/, and packages only the portal", async () => {
    const packages = /^(preact(\/hooks)?|@preact\/signals|@codemirror\/[\w-]+|@lezer\/highlight|uplot)$/;
    const faults = (await sourcesOf("web")).flatMap(({ file, imports }) =>
      imports
        .map((from) => (from.startsWith(".") ? normalize(join(dirname(file), from)) : from))
        .filter((target) => !/^(web|server\/domain)\//.test(target))
        .filter((target) => !(file.startsWith("web/portal/") && packages.test(target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(faults).to.deep.equal([]);
    const users = sources.filter(({ imports }) => imports.some((from) => /(^|\/)web\//.test(from)));
    expect(users.map(({ file }) => file)).to.deep.equal([]);
  });

  it("has no import cycle, types and late imports included", () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [
        file,
        imports.filter((from) => from.startsWith(".")).map((from) => normalize(join(dirname(file), from))),
      ]),
    );
    const cycles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" > "));
      if (path.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    expect(cycles).to.deep.equal([]);
  });

  it("loads of the packages only those at a start that every sandbox needs", () => {
    const files = new Map(sources.map(({ file, text }) => [file, importedAtOnce(text)]));
    // The build puts what it comes to in its place; that dist/ loads nothing for it is seen in process/package.test.ts.
    files.set("server/gateway/answers/made-up/issuer-names.ts", []);
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const from of files.get(file) ?? [])
        load(from.startsWith(".") ? normalize(join(dirname(file), from)) : from);
    };
    for (const entry of ["server/main.ts", "server/sandbox/sandbox.ts", "server/embedding/embedding.ts"])
      load(entry);
    const packages = [...loaded].filter((name) => !/^(node:|server\/)/.test(name)).sort();
    // Of Ajv's formats one file that needs no other; Ajv itself is loaded for the first body that is not in order.
    const formats = "ajv-formats/dist/formats.js";
    const needed = [formats, "express", "express-basic-auth", "lowdb"];
    expect(packages).to.deep.equal(needed);
  });

  it("uses every file of server/", async () => {
    const users = [...sources, ...(await sourcesOf("web"))];
    const used = new Set(
      users.flatMap(({ file, imports }) => imports.map((from) => normalize(join(dirname(file), from)))),
    );
    const workers = ["server/library-worker.ts", "server/start-check-worker.ts"];
    const entries = ["server/embedding/embedding.ts", "server/main.ts", ...workers];
    expect(
      sources.map(({ file }) => file).filter((file) => !used.has(file) && !entries.includes(file)),
    ).to.deep.equal([]);
  });
});
