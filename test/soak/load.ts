import { once } from "node:events";
import { Agent, get, request } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "../flows/walk/chance.ts";
import { createChance } from "../flows/walk/chance.ts";
import { authorize, capture, pay, refund } from "../support/requests.ts";
import { nameOf } from "./ledger.ts";
import type { Ledger, Step } from "./ledger.ts";

/** What the callers work with, and tell. */
export interface LoadParts {
  readonly urls: () => readonly string[];
  /** Odd while something befalls the processes, even while all should be well; it goes up with both. */
  readonly hurts: () => number;
  readonly ledger: Ledger;
  readonly seed: number;
  /** Milliseconds for which each caller rests after an order. */
  readonly restMs: number;
  /** What must not happen, in a sentence. */
  readonly fault: (sentence: string) => void;
}

/** Merchants' systems, people who look, and people who do not read what they asked for. */
export interface Load {
  /** Requests that were answered with 5xx. */
  readonly refused: () => number;
  /** Milliseconds that each request took that was answered, since this was last called. */
  readonly times: () => readonly number[];
  /** Ends when each has finished what it does. */
  readonly stop: () => Promise<void>;
}

const CALLERS = 8;
const MERCHANTS = 3;
const SLOW_READERS = 2;
/** A process that does not answer for so long has forgotten the caller. */
const FORGOTTEN_MS = 30_000;
const FORGOTTEN = `no answer within ${FORGOTTEN_MS} ms`;

export interface Told {
  readonly status: number;
  readonly text: string;
}

/** Undefined: the connection broke. */
export type Ask = (method: string, url: string, body?: string) => Promise<Told | undefined>;

export function createAsk(agent: Agent): Ask {
  const ask: Ask = async (method, url, body) => {
    const { hostname, port, pathname, search } = new URL(url);
    const merchant = /\/merchant\/([^/]+)\//.exec(pathname)?.[1] ?? "";
    const sent = request({
      ...{ hostname, port, method, path: pathname + search, agent, timeout: FORGOTTEN_MS },
      auth: `merchant.${merchant}:sandbox`,
      headers:
        body === undefined ? {} : { "content-type": "application/json", "content-length": body.length },
    });
    sent.once("timeout", () => sent.destroy(new Error(FORGOTTEN)));
    sent.on("error", () => undefined);
    sent.end(body);
    try {
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return { status: response.statusCode ?? 0, text: await text(response) };
    } catch (error) {
      if (error instanceof Error && error.message === FORGOTTEN) return { status: 0, text: FORGOTTEN };
      // A server closes a connection on which nothing was asked for five seconds, maybe at this very moment.
      return sent.reusedSocket ? ask(method, url, body) : undefined;
    }
  };
  return ask;
}

export function pathOf({ merchant, order, transaction }: Step): string {
  return `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/${transaction}`;
}

interface State extends LoadParts {
  readonly ask: Ask;
  isOver: boolean;
  sent: number;
  refused: number;
  times: number[];
}

export function startLoad(parts: LoadParts): Load {
  const agent = new Agent({ keepAlive: true });
  const state: State = { ...parts, ask: createAsk(agent), isOver: false, sent: 0, refused: 0, times: [] };
  const callers = Array.from({ length: CALLERS }, (_, number) => callOn(state, number));
  const looking = lookOn(state);
  const readers = Array.from({ length: SLOW_READERS }, () => readSlowly(state));
  return {
    refused: () => state.refused,
    times: () => state.times.splice(0),
    stop: async () => {
      state.isOver = true;
      await Promise.all([...callers, looking]);
      for (const leave of readers) leave();
      agent.destroy();
    },
  };
}

/** A merchant's system: one thing after the other, and whatever got no answer again, as it should. */
async function callOn(state: State, number: number): Promise<void> {
  const chance = createChance(state.seed * 1_009 + number);
  const merchant = `TESTSOAK${number % MERCHANTS}`;
  for (let count = 0; !state.isOver; count += 1) {
    const order = `o-${state.seed}-${number}-${count}`;
    await STORIES[chance.below(STORIES.length)]?.(state, chance, { merchant, order });
    if (state.restMs > 0) await pause(state.restMs);
  }
}

type About = Pick<Step, "merchant" | "order">;
type Story = (state: State, chance: Chance, about: About) => Promise<void>;

const paying = (about: About): Step => ({
  ...about,
  transaction: "1",
  body: pay(),
  captured: 100,
  refunded: 0,
});
const authorizing = (about: About): Step => ({
  ...{ ...about, transaction: "auth", body: authorize() },
  ...{ captured: 0, refunded: 0 },
});
const capturing = (about: About, transaction: string, amount: number): Step => ({
  ...{ ...about, transaction, body: capture(`${amount}.00`) },
  ...{ captured: amount, refunded: 0 },
});
const refunding = (about: About, amount: number): Step => ({
  ...{ ...about, transaction: "refund", body: refund(`${amount}.00`) },
  ...{ captured: 0, refunded: amount },
});

const STORIES: readonly Story[] = [
  async (state, _chance, about) => {
    await settled(state, paying(about));
  },
  async (state, chance, about) => {
    await settled(state, paying(about));
    await settled(state, refunding(about, 1 + chance.below(100)));
  },
  async (state, chance, about) => {
    await settled(state, authorizing(about));
    const first = 1 + chance.below(98);
    await settled(state, capturing(about, "c1", first));
    await settled(state, capturing(about, "c2", 100 - first));
  },
  // One of two that take everything may have it.
  async (state, _chance, about) => {
    await settled(state, authorizing(about));
    const both = ["c1", "c2"].map((id) => settled(state, capturing(about, id, 100), "may be refused"));
    const taken = (await Promise.all(both)).filter((end) => end === "stored").length;
    if (taken !== 1) state.fault(`${about.merchant} ${about.order} was captured ${taken} times in full`);
  },
  // The same request twice at once is one transaction.
  async (state, _chance, about) => {
    const step = paying(about);
    await Promise.all([settled(state, step), settled(state, step)]);
  },
  // A client that asks once more for what it did before.
  async (state, chance) => {
    const kept = state.ledger.recent(chance);
    if (kept !== undefined) await settled(state, kept.step);
  },
];

/** Asks until there is an answer that stands: the same request is safe to send again. */
async function settled(state: State, step: Step, refusal?: "may be refused"): Promise<"refused" | "stored"> {
  for (;;) {
    const started = performance.now();
    const { told, isHurt } = await asked(state, "PUT", pathOf(step), JSON.stringify(step.body));
    if (told?.status === 201 || told?.status === 200) {
      state.times.push(performance.now() - started);
      return stored(state, step, told);
    }
    if (refusal !== undefined && told?.status === 400) return "refused";
    const isExcused = told === undefined || told.status === 500 || told.status === 503;
    if (!isHurt || !isExcused) return refused(state, step, told);
    if (told !== undefined) state.refused += 1;
    await pause(2);
  }
}

function stored(state: State, step: Step, told: Told): "stored" {
  const isSame = state.ledger.add({ step, text: told.text });
  if (!isSame) state.fault(`${nameOf(step)} got another answer than before: ${shown(told)}`);
  return "stored";
}

function refused(state: State, step: Step, told: Told | undefined): "refused" {
  state.fault(`${nameOf(step)} got ${shown(told)}`);
  return "refused";
}

interface Asked {
  readonly told: Told | undefined;
  /** Whether something befell the processes meanwhile. */
  readonly isHurt: boolean;
}

async function asked(state: State, method: string, path: string, body?: string): Promise<Asked> {
  const hurts = state.hurts();
  const urls = state.urls();
  state.sent += 1;
  const told = await state.ask(method, (urls[state.sent % urls.length] ?? "") + path, body);
  return { told, isHurt: hurts % 2 === 1 || state.hurts() !== hurts };
}

function shown(told: Told | undefined): string {
  return told === undefined ? "no answer" : `${told.status} ${told.text.slice(0, 300)}`;
}

const LOOKS = [
  "/_sandbox/v1/traffic?limit=50",
  "/_sandbox/v1/merchants",
  "/_sandbox/v1/merchants/TESTSOAK0/orders?limit=20",
  "/_sandbox/v1/merchants/TESTSOAK1/exchanges?limit=20",
  "/_sandbox/v1/merchants/TESTSOAK2/notifications?limit=20",
  "/_sandbox/v1/merchants/TESTSOAK0/conduct",
  "/_sandbox/v1/health",
  "/metrics",
];

/** Somebody has the portal open. */
async function lookOn(state: State): Promise<void> {
  for (let count = 0; !state.isOver; count += 1) {
    const path = LOOKS[count % LOOKS.length] ?? "";
    const { told, isHurt } = await asked(state, "GET", path);
    const isRight = told !== undefined && told.status < 400;
    if (!isRight && !isHurt) state.fault(`GET ${path} got ${shown(told)}`);
    await pause(20);
  }
}

/** Opens the live view and reads nothing of it, and again when it ends. */
function readSlowly(state: State): () => void {
  let open: ClientRequest | undefined;
  let isOver = false;
  const reopen = (): void => {
    if (isOver || state.isOver) return;
    const [url = ""] = state.urls();
    open = get(`${url}/_sandbox/v1/traffic/stream`, (response) => response.pause());
    open.on("error", () => undefined);
    open.once("close", () => setTimeout(reopen, 200));
  };
  reopen();
  return () => {
    isOver = true;
    open?.destroy();
  };
}
