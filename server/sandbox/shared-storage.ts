import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { textAt } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import { HOLD_MS_MAX } from "../gateway/time/holds.ts";
import type { HeldRequest, HoldListener } from "../gateway/time/holds.ts";
import { createWaits } from "../gateway/time/waits.ts";
import type { SandboxWaits } from "../gateway/time/waits.ts";
import { createAnnouncements } from "../store/postgres/announcements.ts";
import type { Announcement, Announcements } from "../store/postgres/announcements.ts";
import { createEvents } from "../store/postgres/events.ts";
import type { Events, ToldEvent } from "../store/postgres/events.ts";
import { openPostgresStore } from "../store/postgres/postgres-store.ts";
import type { PostgresStore } from "../store/postgres/postgres-store.ts";
import type { Database } from "../store/postgres/database.ts";
import { livingProcesses, startPulse } from "../store/postgres/pulse.ts";
import type { Pulse } from "../store/postgres/pulse.ts";
import type { Config } from "./settings/settings.ts";
import type { Log } from "./log.ts";
import type { Fellows, KeptExchanges, Listener, News, Storage, StorageParts } from "./fellows.ts";

/** The store, and who shares it. */
interface SharedStore {
  readonly store: PostgresStore;
  readonly fellows: Fellows;
}

/** Loaded only when the settings name a database. */
export async function openSharedStorage(
  { store: url = "", storeConnections: connections }: Config,
  log: Log,
  { around, exchangesKept, metrics }: StorageParts,
): Promise<Storage> {
  const synced = metrics === undefined ? {} : { synced: metrics.synced };
  const store = await openPostgresStore({ url, connections, log, ...synced });
  const shared = { store, fellows: fellowsOf(store, log, exchangesKept) };
  return {
    store: around(store),
    fellows: shared.fellows,
    waits: sharedWaits(shared),
    deliver: (notifications) => deliverForAll(shared, notifications),
  };
}

function fellowsOf({ database }: PostgresStore, log: Log, exchangesKept: KeptExchanges): Fellows {
  const process = randomUUID();
  const events = createEvents({ database, process, log });
  const { tell, announce, answer, announcements } = announcing(database, events, process);
  const listeners = new Map<string, Listener>([["heard", hearing(announcements)]]);
  const watchers = [announcements.living];
  let pulse: Pulse | undefined;
  let joins = false;
  return {
    ...{ announce, unheardBy: announcements.unheardBy },
    tell: (news, merchantId, value) => {
      tell(news, merchantId, value);
    },
    on: (news, listener) => listeners.set(news, listener),
    onPulse: (listener) => watchers.push(listener),
    leads: () => pulse?.leads() ?? false,
    meet: async () => {
      const living = (processes: ReadonlySet<string>): void => {
        for (const watch of watchers) watch(processes);
      };
      const stopwatch = (): number => performance.now();
      const listener = listening(listeners, answer, () => joins);
      await events.follow(listener, async () => {
        joins = true;
        pulse = await startPulse({ database, process, stopwatch, living, exchangesKept });
      });
    },
    healthy: events.healthy,
    pending: events.pending,
    close: async () => {
      await pulse?.stop();
      await events.close();
      await pulse?.leave();
    },
  };
}

/** What takes longer to do than to hear. Files are read by a thread that has to start first. */
const PATIENCE_MS: Readonly<Partial<Record<News, number>>> = { reload: 10_000 };

interface Announcing extends Pick<Fellows, "announce"> {
  readonly tell: (news: News, merchantId: string | undefined, value: object, written?: () => void) => void;
  /** Tells that what another process announced has been heard. */
  readonly answer: (announcement: Announcement) => void;
  readonly announcements: Announcements;
}

function announcing(database: Database, events: Events, process: string): Announcing {
  const announcements = createAnnouncements(process);
  const tell: Announcing["tell"] = (kind, merchantId, value, written) => {
    events.tell({ kind, merchantId, body: JSON.stringify(value) }, written);
  };
  // A process that has come since the last pulse has to hear it as well.
  const askWhoLives = async (id: string): Promise<void> => {
    await livingProcesses(database).then(announcements.living, () => undefined);
    announcements.told(id);
  };
  return {
    ...{ tell, announcements },
    announce: (news, merchantId, value) => {
      const id = randomUUID();
      const announcement = { id, by: process, news, merchantId, value: value as Json };
      const heard = announcements.begin(announcement, PATIENCE_MS[news]);
      tell(news, merchantId, { ...value, announcement: id }, () => void askWhoLives(id));
      return heard;
    },
    answer: (announcement) => {
      void announcements.begin(announcement);
      tell("heard", announcement.merchantId, { announcement: announcement.id }, () => {
        announcements.told(announcement.id);
      });
    },
  };
}

function hearing({ heard }: Announcements): Listener {
  return (value, _merchantId, process) => {
    heard(textAt(value, "announcement") ?? "", process);
  };
}

/**
 * Hands every event to its listener, and answers announcements. Before a process joins nobody waits for it, nor does anybody when
 * it has been away for so long that what others answered is gone.
 */
function listening(
  listeners: ReadonlyMap<string, Listener>,
  answer: Announcing["answer"],
  joins: () => boolean,
): (event: ToldEvent) => void {
  return ({ kind, body, merchantId = "", process, isOld }) => {
    const value = JSON.parse(body) as Json;
    const hearing = listeners.get(kind)?.(value, merchantId, process);
    const id = kind === "heard" ? undefined : textAt(value, "announcement");
    if (id === undefined || !joins() || isOld) return;
    const announcement = { id, by: process, news: kind, merchantId, value };
    // What is told from now on comes behind the answer, also when there was nothing to wait for.
    if (hearing === undefined) answer(announcement);
    else
      void hearing.then(() => {
        answer(announcement);
      });
  };
}

/**
 * What waits, of all processes: each shows what the others hold, and asks them to let it go. A merchant that is reset by
 * another process is told of soon, and whoever has waited looks whether it was.
 */
function sharedWaits({ store, fellows }: SharedStore): SandboxWaits {
  const tell = (news: News, request: HeldRequest): void => {
    fellows.tell(news, request.merchantId, request);
  };
  const listener: HoldListener = {
    held: (request) => {
      tell("held", request);
    },
    ended: (request) => {
      tell("let-go", request);
    },
  };
  const waits = createWaits(listener);
  showHoldsOfOthers(fellows, waits);
  const unlessReset = async <End>(merchantId: string, wait: () => Promise<End>): Promise<End | "reset"> => {
    const before = await store.resetsOf(merchantId);
    const end = await wait();
    if (end === "closing") return end;
    return (await store.resetsOf(merchantId)) === before ? end : "reset";
  };
  return {
    ...waits,
    delay: (merchantId, ms) => unlessReset(merchantId, () => waits.delay(merchantId, ms)),
    hold: (request) => unlessReset(request.merchantId, () => waits.hold(request)),
  };
}

interface Shown {
  readonly process: string;
  readonly takeAway: () => void;
  readonly since: number;
}

function showHoldsOfOthers(fellows: Fellows, { holds }: SandboxWaits): void {
  const shown = new Map<string, Shown>();
  const takeAway = (id: string): void => {
    shown.get(id)?.takeAway();
    shown.delete(id);
  };
  // Nobody else tells of holds.
  fellows.on("held", (value, _merchantId, process) => {
    const request = value as unknown as HeldRequest;
    const release = (): void => {
      fellows.tell("release", request.merchantId, request);
    };
    shown.set(request.id, { process, takeAway: holds.show(request, release), since: performance.now() });
  });
  fellows.on("let-go", (value) => {
    takeAway((value as unknown as HeldRequest).id);
  });
  fellows.on("release", (value) => {
    holds.release((value as unknown as HeldRequest).id);
  });
  fellows.onPulse((living) => {
    const now = performance.now();
    for (const [id, { process, since }] of shown)
      if (!living.has(process) || now - since > HOLD_MS_MAX) takeAway(id);
  });
}

/** So often the process that delivers looks for notifications. */
const LOOK_MS = 150;

/** Lets one process deliver the notifications of all; gives what ends it. */
function deliverForAll({ store, fellows }: SharedStore, notifications: Notifications): () => Promise<void> {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    await notifications.takeUp(fellows.leads() ? await store.queuedNotifications() : []);
  };
  const going = (async () => {
    while (!stopping.signal.aborted) {
      // The database says that it does not answer; it is asked again.
      await look().catch(() => undefined);
      await pause(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    return going;
  };
}
