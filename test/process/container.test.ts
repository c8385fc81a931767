import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import request from "supertest";
import { dockerfile, environmentIn } from "../deploy/dockerfile.ts";
import type { Instruction } from "../deploy/dockerfile.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder, startServer } from "./built-server.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** The files that the build context has, by .dockerignore, which lists what it lets through. */
async function context(): Promise<readonly string[]> {
  const ignore = await readFile(join(PROJECT, ".dockerignore"), "utf8");
  const patterns = ignore.split("\n").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: PROJECT,
  });
  const tops = new Set(
    stdout
      .trim()
      .split("\n")
      .map((file) => file.split("/")[0] ?? ""),
  );
  const isMeant = (top: string): boolean =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replaceAll(".", "\\.").replace("*", ".*")}$`).test(top),
    );
  return [...tops].filter(isMeant);
}

/** What stands for npm ci and npm prune: the packages that the project has. */
const PACKAGES = join(PROJECT, "node_modules");

/** Carries out an instruction of the build stage in its folder. */
async function build({ name, text }: Instruction, folder: string): Promise<void> {
  if (name === "COPY") {
    const files = text === ". ." ? await context() : text.split(" ").slice(0, -1);
    for (const file of files) await cp(join(PROJECT, file), join(folder, file), { recursive: true });
  }
  if (name !== "RUN") return;
  if (text.startsWith("npm ci ")) await symlink(PACKAGES, join(folder, "node_modules"));
  if (text.startsWith("npm run ")) await run("sh", ["-c", text], { cwd: folder });
}

/** Copies what an instruction of the image copies from the build stage. */
async function copyBuilt({ text }: Instruction, from: string, to: string): Promise<void> {
  for (const path of text.split(" ").slice(1, -1)) {
    const [source, target] = [path.replace(/^\/build/, from), join(to, basename(path))];
    if (basename(path) === "node_modules") await symlink(PACKAGES, target);
    else await cp(source, target, { recursive: true });
  }
}

describe("the container", () => {
  it("has in it what the Dockerfile's steps make, which starts and answers without its sources", () =>
    inFolder(async (folder) => {
      const [built, app, data] = [join(folder, "build"), join(folder, "app"), join(folder, "data")];
      for (const made of [built, app, data]) await mkdir(made);
      const steps = await dockerfile();
      for (const step of steps.filter(({ stage }) => stage === "build")) await build(step, built);
      const copies = steps.filter(({ stage, name }) => stage === undefined && name === "COPY");
      for (const step of copies) await copyBuilt(step, built, app);

      const entry = steps.find(({ name }) => name === "ENTRYPOINT")?.text ?? "[]";
      const [, main = ""] = JSON.parse(entry) as readonly string[];
      const environment = { ...environmentIn(steps), SANDBOX_DATA: data };
      const program = main.replace(/^\/app/, app);
      const server = await startServer({ folder: data, program, environment });
      try {
        const client = clientOf(server.url, "TESTCONTAINER");
        expect((await client.put({ order: "1", transaction: "1", body: pay() })).status).to.equal(201);
        await request(server.url).get("/readyz").expect(200);
        expect(server.readyLine).to.match(/control token \w{48}/);
      } finally {
        await server.stop();
      }
    })).timeout(300_000);
});
