import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { newData, programs, startPostgres } from "../../test/support/postgres.ts";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { runContests } from "./contest.ts";
import type { Contest, Contested } from "./contest.ts";
import { QUIET } from "./servers.ts";
import type { Server } from "./servers.ts";

/**
 * The sandbox over PostgreSQL on this machine beside the sandbox over its data folder, and two processes of it beside one.
 * Nothing is pinned: several processes and a database share the cores with the driver. Nothing where there is no PostgreSQL.
 */
export async function measureShared(bench: Bench): Promise<readonly Contested[]> {
  const folder = programs();
  if (folder === undefined) {
    bench.tell("there is no PostgreSQL here: nothing is measured with one");
    return [];
  }
  const postgres = await startPostgres(folder, ["fsync=on"]);
  const balancers: Balancer[] = [];
  const balanced = async (first: Server, ...others: readonly Server[]): Promise<Server> => {
    const balancer = await startBalancer([first, ...others].map(({ url }) => Number(new URL(url).port)));
    balancers.push(balancer);
    return { ...first, url: balancer.url };
  };
  try {
    return await withHall({ ...bench, cores: { ...bench.cores, servers: undefined } }, async (hall) => {
      const settings = { ...QUIET, SANDBOX_STORE: await newData(postgres.url) };
      const [own, one] = [await hall.sandbox(), await hall.sandbox(settings)];
      const single = await balanced(one);
      const pair = await balanced(one, await hall.sandbox(settings));
      return runContests(bench, contestsOf({ own, one, single, pair }));
    });
  } finally {
    for (const { close } of balancers) await close();
    await postgres.stop();
  }
}

function contestsOf({
  own,
  one,
  single,
  pair,
}: Readonly<Record<"one" | "own" | "pair" | "single", Server>>): readonly Contest[] {
  const flow = "PAY";
  return [
    {
      id: "postgres",
      title: "PAY with PostgreSQL on the same machine instead of the data folder",
      ratioMeant: 1 / 10,
      contestants: [
        { name: "PostgreSQL", server: one, flow },
        { name: "data folder", server: own, flow },
      ],
    },
    {
      id: "processes",
      title: "PAY with two processes over one PostgreSQL instead of one (processor time: of the first)",
      ratioMeant: 0.9,
      contestants: [
        { name: "two processes", server: pair, flow },
        { name: "one process", server: single, flow },
      ],
    },
  ];
}

interface Balancer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Gives each connection to the next port. */
async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(ports[count % ports.length] ?? 0, "127.0.0.1");
    count += 1;
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.setNoDelay().pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => open.delete(socket));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
