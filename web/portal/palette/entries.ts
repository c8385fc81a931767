import { copy } from "../parts/copy.tsx";
import { rows, isPaused } from "../state/feed.ts";
import { openDialog } from "../state/keys.ts";
import { PAGES } from "../state/pages.ts";
import { filterBy, go } from "../state/place.ts";
import { merchant, merchants, testCards } from "../state/session.ts";
import { chooseTimes, TIME_STYLE_NAMES, TIME_STYLES } from "../state/times.ts";

/** One thing that the palette leads to or does. */
export interface Entry {
  readonly kind: "Action" | "Card" | "Exchange" | "Merchant" | "Order" | "Page" | "Scenario";
  readonly words: string;
  readonly act: () => void;
}

/** Of orders, exchanges, cards, files and merchants each, so that none pushes the others out of sight. */
const EACH_MAX = 5;
/** Shorter beginnings of an exchange's id mean too many. */
const ID_MIN = 3;

/** What the words mean, the likeliest kind first; without words, every page and action. `files` are scenario files. */
export function entriesFor(text: string, files: readonly string[]): readonly Entry[] {
  const typed = text.trim();
  const words = typed.toLowerCase().split(/\s+/);
  const isMeant = (entry: Entry): boolean =>
    words.every((word) => `${entry.kind} ${entry.words}`.toLowerCase().includes(word));
  const fixed = [...PAGE_ENTRIES, ...actions()].filter(isMeant);
  if (typed === "") return fixed;
  return [
    ...fixed,
    ...ordersLike(typed),
    ...exchangesLike(typed),
    ...cards().filter(isMeant).slice(0, EACH_MAX),
    ...files.map(scenarioEntry).filter(isMeant).slice(0, EACH_MAX),
    ...otherMerchants().filter(isMeant).slice(0, EACH_MAX),
    ...searchesFor(typed),
  ];
}

const PAGE_ENTRIES: readonly Entry[] = PAGES.map(({ name, title }) => ({
  kind: "Page",
  words: title,
  act: () => {
    go({ page: name });
  },
}));

function actions(): readonly Entry[] {
  const action = (words: string, act: () => void): Entry => ({ kind: "Action", words, act });
  const to = (words: string, page: string): Entry =>
    action(words, () => {
      go({ page });
    });
  return [
    to("Send a first payment", "start"),
    to("Arm a rule for the next request", "scenarios"),
    to("Advance or stop the clock", "merchant"),
    to("Download the report", "verdict"),
    to(`Begin anew with ${merchant.value}`, "merchant"),
    action(isPaused.value ? "Let the traffic go on" : "Pause the traffic", () => {
      isPaused.value = !isPaused.peek();
    }),
    ...TIME_STYLE_NAMES.map((style) =>
      action(`Show times as: ${TIME_STYLES[style]}`, () => {
        chooseTimes(style);
      }),
    ),
    action("Keys and times", () => (openDialog.value = "help")),
  ];
}

/** Orders of the traffic, the newest first. */
function ordersLike(typed: string): readonly Entry[] {
  const found = new Map<string, Entry>();
  for (const { merchant: owner, order } of rows.value) {
    if (found.size === EACH_MAX) break;
    if (owner === undefined || order?.toLowerCase().includes(typed.toLowerCase()) !== true) continue;
    const key = `${owner} ${order}`;
    if (!found.has(key)) found.set(key, orderEntry(owner, order));
  }
  return [...found.values()];
}

function orderEntry(owner: string, order: string): Entry {
  return {
    kind: "Order",
    words: `${order} of ${owner}`,
    act: () => {
      go({ page: "orders", open: order, query: { merchant: owner } });
    },
  };
}

function exchangesLike(typed: string): readonly Entry[] {
  if (typed.length < ID_MIN) return [];
  return rows.value
    .filter(({ id }) => id.startsWith(typed.toLowerCase()))
    .slice(0, EACH_MAX)
    .map(({ id, operation, method, route, ending }) => ({
      kind: "Exchange",
      words: `${operation ?? `${method} ${route}`} ${ending} ${id}`,
      act: () => {
        go({ page: "traffic", open: id });
      },
    }));
}

/** Numbers that bring an answer of their own, to copy. */
function cards(): readonly Entry[] {
  return testCards.value.flatMap(({ number, gatewayCode }) =>
    number === undefined
      ? []
      : {
          kind: "Card",
          words: `Copy ${number}: ${gatewayCode}`,
          act: () => void copy(number, "the card number"),
        },
  );
}

function scenarioEntry(name: string): Entry {
  return {
    kind: "Scenario",
    words: name,
    act: () => {
      go({ page: "scenarios", open: name });
    },
  };
}

function otherMerchants(): readonly Entry[] {
  return merchants.value
    .filter((it) => it.merchant !== merchant.value)
    .map((it) => ({
      kind: "Merchant",
      words: it.merchant,
      act: () => {
        filterBy({ merchant: it.merchant });
      },
    }));
}

/** What the traffic does not hold any more, the store may, and so may the journal. */
function searchesFor(typed: string): readonly Entry[] {
  const search = (words: string, page: string): Entry => ({
    kind: "Action",
    words,
    act: () => {
      go({ page, query: { q: typed } });
    },
  });
  return [
    search(`Search the traffic for ${typed}`, "traffic"),
    search(`Search the orders of ${merchant.value} for ${typed}`, "orders"),
  ];
}
