import type { RuleName } from "../../domain/record/deliberation.ts";
import type { HoldPlace } from "../../domain/record/effects.ts";
import type { RecordedOperation } from "../../domain/request/operation.ts";

/** A request that a scenario holds. Ids are masked, as everything that is shown. */
export interface HeldRequest {
  /** That of its exchange. */
  readonly id: string;
  readonly merchantId: string;
  readonly operation: RecordedOperation | undefined;
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly at: HoldPlace;
  /** Undefined: no rule that decided, but one that only added the hold. */
  readonly heldBy: RuleName | undefined;
}

/** Why a hold is over. */
export type HoldEnd = "released" | "expired" | "closing" | "reset";

/** Is told what is held here, for those who show it elsewhere. */
export interface HoldListener {
  readonly held: (request: HeldRequest) => void;
  readonly ended: (request: HeldRequest) => void;
}

/** The requests that wait for the control API to let them go. */
export interface Holds {
  hold: (request: HeldRequest) => Promise<HoldEnd>;
  /** Oldest first; undefined: of every merchant. */
  list: (merchantId: string | undefined) => readonly HeldRequest[];
  /** False: none of that id is held (any more). */
  release: (id: string) => boolean;
  /** Resolves as soon as so many requests of the merchant are held, or with false when the time is up. */
  waitFor: (merchantId: string | undefined, count: number, timeoutMs: number) => Promise<boolean>;
  /** Shows a request that another process holds, which `release` asks to let it go; gives what takes it away again. */
  show: (request: HeldRequest, release: () => void) => () => void;
  /** Lets go of everything that is held of the merchant, which is reset. */
  breakOff: (merchantId: string) => void;
  /** Lets everything go, and holds nothing any more. */
  close: () => void;
}

/** A request that nobody releases goes on by itself after so long (assumption A189). */
export const HOLD_MS_MAX = 300_000;

export function createHolds(holdMsMax = HOLD_MS_MAX, listener = NOBODY_LISTENS): Holds {
  const state: HoldState = { held: new Map(), watchers: new Set(), listener, isClosed: false };
  return {
    list: (merchantId) => listed(state, merchantId),
    hold: (request) => heldUntilEnd(state, request, holdMsMax),
    release: (id) => {
      const end = state.held.get(id)?.end;
      end?.("released");
      return end !== undefined;
    },
    waitFor: (merchantId, count, timeoutMs) =>
      watched(state, () => listed(state, merchantId).length >= count, timeoutMs),
    show: (request, release) => {
      const end = (why: HoldEnd): void => {
        state.held.delete(request.id);
        if (why === "released") release();
      };
      keep(state, request, end);
      return () => state.held.delete(request.id);
    },
    breakOff: (merchantId) => {
      const held = [...state.held.values()].filter(({ request }) => request.merchantId === merchantId);
      for (const { end } of held) end("reset");
    },
    close: () => {
      state.isClosed = true;
      for (const { end } of [...state.held.values()]) end("closing");
      for (const look of [...state.watchers]) look();
    },
  };
}

const NOBODY_LISTENS: HoldListener = { held: () => undefined, ended: () => undefined };

interface HoldState {
  readonly held: Map<string, { readonly request: HeldRequest; readonly end: (why: HoldEnd) => void }>;
  /** Called whenever something may have changed for those who wait. */
  readonly watchers: Set<() => void>;
  readonly listener: HoldListener;
  isClosed: boolean;
}

function listed({ held }: HoldState, merchantId: string | undefined): readonly HeldRequest[] {
  const requests = [...held.values()].map(({ request }) => request);
  return requests.filter((request) => (merchantId ?? request.merchantId) === request.merchantId);
}

function keep({ held, watchers }: HoldState, request: HeldRequest, end: (why: HoldEnd) => void): void {
  held.set(request.id, { request, end });
  for (const look of [...watchers]) look();
}

function heldUntilEnd(state: HoldState, request: HeldRequest, msMax: number): Promise<HoldEnd> {
  const { held, listener, isClosed } = state;
  if (isClosed) return Promise.resolve("closing");
  return new Promise((resolve) => {
    const end = (why: HoldEnd): void => {
      clearTimeout(timer);
      held.delete(request.id);
      listener.ended(request);
      resolve(why);
    };
    const timer = setTimeout(end, msMax, "expired" satisfies HoldEnd);
    keep(state, request, end);
    listener.held(request);
  });
}

function watched(state: HoldState, isThere: () => boolean, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (found: boolean): void => {
      clearTimeout(timer);
      state.watchers.delete(look);
      resolve(found);
    };
    const look = (): void => {
      if (state.isClosed) finish(false);
      else if (isThere()) finish(true);
    };
    const timer = setTimeout(finish, timeoutMs, false);
    state.watchers.add(look);
    look();
  });
}
