import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A project of somebody else, that has the built package as a dependency. */
export interface Consumer {
  readonly folder: string;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Runs a program of Node, or a file of the project, by itself. */
  readonly node: (...words: readonly string[]) => Promise<Ended>;
  /** Runs a line as a shell of a CI server would. */
  readonly shell: (line: string, environment?: Readonly<Record<string, string>>) => Promise<Ended>;
}

export async function asConsumer(work: (consumer: Consumer) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-consumer-"));
  try {
    await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
    await symlink(ROOT, join(folder, "node_modules/gateway-sandbox"));
    const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/main.js")}" "$@"\n`;
    await writeFile(join(folder, "node_modules/.bin/gateway-sandbox"), program, { mode: 0o755 });
    await work(consumerIn(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function consumerIn(folder: string): Consumer {
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    node: (...words) => ended(folder, process.execPath, words, {}),
    shell: (line, environment = {}) => ended(folder, "bash", ["-ec", line], environment),
  };
}

function ended(
  folder: string,
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment };
  return new Promise((resolve) => {
    execFile(file, [...words], { cwd: folder, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** The program that checks types, as this project has it. */
export const TYPE_CHECKER = join(ROOT, "node_modules/typescript/bin/tsc");
