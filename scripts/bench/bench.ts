import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileScripts } from "./compiled.ts";
import { coresOf } from "./cores.ts";
import type { Cores } from "./cores.ts";
import { startDriver } from "./driver.ts";
import type { Driver } from "./driver.ts";
import type { Options } from "./options.ts";
import { startSandbox, startScript } from "./servers.ts";
import type { Server, Settings } from "./servers.ts";

/** What every part measures with. */
export interface Bench {
  readonly options: Options;
  readonly cores: Cores;
  readonly driver: Driver;
  /** Of the compiled scripts. */
  readonly scripts: string;
  /** Says what is being done. */
  readonly tell: (sentence: string) => void;
}

/** Things that are started for a part and end with it. */
export interface Hall {
  /** The build of this checkout, unless another program is given. */
  sandbox: (settings?: Settings, program?: string) => Promise<Server>;
  script: (name: string) => Promise<Server>;
  /** An empty folder. */
  folder: () => Promise<string>;
}

export async function withBench<T>(
  options: Options,
  tell: Bench["tell"],
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const compiled = await compileScripts();
  const cores = coresOf(options.pin);
  const driver = startDriver({ folder: compiled.folder, core: cores.driver });
  const interrupted = interruption();
  // Every part says what it does before each thing that takes long.
  const tellAndGoOn = (sentence: string): void => {
    if (interrupted()) throw new Error("interrupted");
    tell(sentence);
  };
  try {
    return await work({ options, cores, driver, scripts: compiled.folder, tell: tellAndGoOn });
  } finally {
    await driver.close();
    await compiled.remove();
  }
}

/** A first signal lets what was started be closed and removed; a second one ends at once. */
function interruption(): () => boolean {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isInterrupted = true;
    });
  }
  return () => isInterrupted;
}

/** Servers that run under load, all on the same core. */
export async function withHall<T>({ cores, scripts }: Bench, work: (hall: Hall) => Promise<T>): Promise<T> {
  const endings: (() => Promise<void>)[] = [];
  const kept = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    endings.unshift(server.close);
    return server;
  };
  try {
    return await work({
      sandbox: (settings, program) => kept(startSandbox(cores.servers, settings, program)),
      script: (name) => kept(startScript(name, { folder: scripts, core: cores.servers })),
      folder: async () => {
        const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
        endings.unshift(() => rm(folder, { recursive: true, force: true }));
        return folder;
      },
    });
  } finally {
    for (const end of endings) await end();
  }
}
