import { once } from "node:events";
import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createChance } from "../flows/walk/chance.ts";
import { inFolder } from "../process/built-server.ts";
import type { Postgres } from "../support/postgres.ts";
import { createLedger, nameOf } from "./ledger.ts";
import type { KeptOrder, Ledger } from "./ledger.ts";
import { createAsk, pathOf, startLoad } from "./load.ts";
import type { Ask } from "./load.ts";
import { placeWithLog, placeWithPostgres, until } from "./place.ts";
import type { Place } from "./place.ts";

export interface SoakOptions {
  /** The same seed asks for the same, and lets the same happen; when, the machine decides. */
  readonly seed: number;
  /** So many things befall the processes. */
  readonly rounds: number;
  /** Undefined: the log in a data folder. */
  readonly postgres: Postgres | undefined;
  /** Is told how it goes. */
  readonly told?: (line: string) => void;
}

export interface SoakResult {
  /** What befell the processes, and how often. */
  readonly blows: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Requests that got 5xx, and were sent again. */
  readonly refused: number;
  readonly notified: number;
  /** What must not happen. */
  readonly faults: readonly string[];
}

const ENVIRONMENT = {
  SANDBOX_LOG_LEVEL: "error",
  SANDBOX_NOTIFICATIONS: "on",
  SANDBOX_NOTIFICATION_RETRIES: "0.2,0.5,1,2,5",
};

/** So many orders before those of the round are looked for after it. */
const EARLIER = 30;

/** Lets things befall the processes under load, and looks after each whether everything that was acknowledged is there. */
export function soak(options: SoakOptions): Promise<SoakResult> {
  return onPlace(options, {}, async ({ place, ledger, faults, receiver }) => {
    const { rounds, seed, told = () => undefined } = options;
    const chance = createChance(seed);
    const blows: Record<string, number> = {};
    const names = Object.keys(place.blows);
    const begin = chance.below(names.length);
    let refused = 0;
    for (let round = 0; round < rounds && faults.length === 0; round += 1) {
      let hurts = 0;
      const load = startLoad({
        ...{ urls: place.urls, hurts: () => hurts, ledger, seed: seed * 10_007 + round },
        restMs: 0,
        fault: (sentence) => faults.push(sentence),
      });
      const before = ledger.orders().length;
      const enough = ledger.transactions() + 20 + chance.below(150);
      await until(() => ledger.transactions() >= enough || faults.length > 0, "enough requests are answered");
      const name = names[(begin + round) % names.length] ?? "";
      hurts += 1;
      await place.blows[name]?.({ chance, refused: load.refused });
      hurts += 1;
      const more = ledger.transactions() + 20;
      await until(
        () => ledger.transactions() >= more || faults.length > 0,
        `requests are answered after: ${name}`,
      );
      await load.stop();
      refused += load.refused();
      blows[name] = (blows[name] ?? 0) + 1;
      // At the end all of them; until then those of the round, and of some before it.
      const first = round === rounds - 1 ? 0 : Math.max(0, before - EARLIER);
      faults.push(...(await missingIn(place, ledger.orders().slice(first))));
      told(`round ${round + 1}: ${name}; ${ledger.transactions()} transactions acknowledged`);
    }
    faults.push(...(await notNotified(ledger, receiver)));
    return { blows, acknowledged: ledger.transactions(), refused, notified: receiver.size, faults };
  });
}

interface Scene {
  readonly place: Place;
  readonly ledger: Ledger;
  readonly receiver: ReadonlySet<string>;
  readonly faults: string[];
}

/** Starts the processes and a receiver of their notifications, and stops them afterwards. */
export async function onPlace<R extends { readonly faults: readonly string[] }>(
  { postgres }: Pick<SoakOptions, "postgres">,
  limits: Readonly<Record<string, string>>,
  work: (scene: Scene) => Promise<R>,
  ordersMax?: number,
): Promise<R> {
  const receiver = await startCounting(ordersMax === undefined);
  try {
    return await inFolder(async (folder) => {
      const environment = { ...ENVIRONMENT, ...limits, SANDBOX_NOTIFICATION_URL: receiver.url };
      const setting = { folder, environment };
      const place = await (postgres === undefined
        ? placeWithLog(setting)
        : placeWithPostgres(setting, postgres));
      const faults: string[] = [];
      const scene = { place, ledger: createLedger(ordersMax), receiver: receiver.received, faults };
      const result = await work(scene);
      return { ...result, faults: [...result.faults, ...(await place.stop())] };
    });
  } finally {
    await receiver.close();
  }
}

interface Notified {
  readonly merchant: string;
  readonly order: { readonly id: string };
  readonly transaction: { readonly id: string };
}

/** A merchant's system that remembers which transactions it was told of, if it should. */
async function startCounting(remembers: boolean) {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const { merchant, order, transaction } = JSON.parse(content) as Notified;
      if (remembers) received.add(nameOf({ merchant, order: order.id, transaction: transaction.id }));
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const CHECKERS = 8;

/** What of the orders is not as it was acknowledged: each transaction with its answer, once, and no other; and the sums. */
export async function missingIn(place: Place, orders: readonly KeptOrder[]): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true });
  const ask = createAsk(agent);
  const faults: string[] = [];
  let next = 0;
  const check = async (): Promise<void> => {
    for (let order = orders[next++]; order !== undefined; order = orders[next++])
      faults.push(...(await wrongWith(ask, place.urls()[next % place.urls().length] ?? "", order)));
  };
  await Promise.all(Array.from({ length: CHECKERS }, check));
  agent.destroy();
  return faults;
}

interface ShownOrder {
  readonly totalCapturedAmount: number;
  readonly totalRefundedAmount: number;
  readonly transaction: readonly { readonly transaction: { readonly id: string } }[];
}

async function wrongWith(
  ask: Ask,
  url: string,
  { merchant, order, transactions }: KeptOrder,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { step, text: answer } of transactions) {
    const again = await ask("PUT", url + pathOf(step), JSON.stringify(step.body));
    if (again?.status !== 200 || again.text !== answer)
      faults.push(
        `${nameOf(step)} was acknowledged, and is ${again?.status ?? 0} now: ${again?.text.slice(0, 300) ?? ""}`,
      );
  }
  const shown = await ask("GET", `${url}/api/rest/version/100/merchant/${merchant}/order/${order}`);
  if (shown?.status !== 200) return [...faults, `${merchant} ${order} is ${shown?.status ?? 0} now`];
  const { totalCapturedAmount, totalRefundedAmount, transaction } = JSON.parse(shown.text) as ShownOrder;
  const expected = transactions.map(({ step }) => step.transaction).sort();
  const found = transaction.map((it) => it.transaction.id).sort();
  if (expected.join() !== found.join())
    faults.push(
      `${merchant} ${order} has the transactions ${found.join()}, and ${expected.join()} were acknowledged`,
    );
  const sum = (of: "captured" | "refunded"): number =>
    transactions.reduce((total, { step }) => total + step[of], 0);
  if (totalCapturedAmount !== sum("captured") || totalRefundedAmount !== sum("refunded"))
    faults.push(
      `${merchant} ${order} has captured ${totalCapturedAmount} and refunded ${totalRefundedAmount}`,
    );
  return faults;
}

/** Transactions that nobody was told of, once all has been delivered that is on its way. */
async function notNotified(ledger: Ledger, received: ReadonlySet<string>): Promise<readonly string[]> {
  const all = ledger.orders().flatMap(({ transactions }) => transactions.map(({ step }) => nameOf(step)));
  const missing = (): readonly string[] => all.filter((name) => !received.has(name));
  await until(() => missing().length === 0, "every notification has come").catch(() => undefined);
  return missing().map((name) => `${name} was never notified`);
}
