import express, { Router } from "express";
import type { Express } from "express";
import type { Socket } from "node:net";
import type { Fault, FaultKind, FaultPlace } from "../../server/domain/record/effects.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Answer } from "../../server/gateway/answers/answer.ts";
import { mount } from "../../server/http/gateway/mount.ts";
import type { AppParts } from "../../server/http/parts.ts";

/** What the gateway answers when nothing breaks it; no ASCII alone, as names of people are not. */
export const BODY: JsonObject = {
  order: { id: "order-1", description: "Füße € ".repeat(20) },
  result: "SUCCESS",
};

/** A gateway in which the path tells how the answer is broken. */
export interface FaultyGateway {
  readonly app: Express;
  readonly parts: AppParts;
  readonly exchanges: readonly Exchange[];
  /** Resolves when every connection that has sent a request is closed at this end. */
  readonly allClosed: () => Promise<unknown>;
  /** Lets the answers of `/held` go. */
  readonly release: () => void;
  /** How many requests of `/held` have come. */
  readonly held: () => number;
}

export const faultPath = (at: FaultPlace, kind: FaultKind, stallMs = 50): string =>
  `/fault/${at}/${kind}/${stallMs}`;

const WHOLE: Answer = { status: 201, body: BODY };

export function faultyGateway(body: JsonObject = BODY): FaultyGateway {
  const exchanges: Exchange[] = [];
  const closings = new Map<Socket, Promise<void>>();
  const waiting: (() => void)[] = [];
  const parts = recorderParts(exchanges);
  const router = Router();
  const answer = (params: Readonly<Record<string, string>>): Answer => {
    const fault = faultOf(params);
    return fault.at === "before-commit" ? { status: 0, body: {}, fault } : { status: 201, body, fault };
  };
  const broken = (_request: unknown, params: Readonly<Record<string, string>>): Answer => answer(params);
  const whole = (): Answer => WHOLE;
  const hold = (): Promise<Answer> =>
    new Promise((resolve) => {
      waiting.push(() => {
        resolve(WHOLE);
      });
    });
  mount(router, parts, "/fault/:at/:kind/:stallMs", { guards: [], methods: { get: broken, put: broken } });
  mount(router, parts, "/fine", { guards: [], methods: { get: whole, put: whole } });
  mount(router, parts, "/held", { guards: [], methods: { get: hold } });
  const app = express().use((request, _response, next) => {
    const { socket } = request;
    if (!closings.has(socket)) closings.set(socket, closingOf(socket));
    next();
  }, router);
  const release = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const allClosed = (): Promise<unknown> => Promise.all(closings.values());
  return { app, parts, exchanges, allClosed, release, held: () => waiting.length };
}

function closingOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => {
      resolve();
    });
  });
}

function faultOf({ at, kind, stallMs }: Readonly<Record<string, string>>): Fault {
  const status = kind === "status" ? 504 : undefined;
  return {
    at: at as FaultPlace,
    kind: kind as FaultKind,
    status,
    stallMs: kind === "stall" ? Number(stallMs) : 0,
  };
}

function recorderParts(exchanges: Exchange[]): AppParts {
  let count = 0;
  const recorder = {
    breaksAnswers: true,
    clock: () => 0,
    stopwatch: () => 0,
    newExchangeId: () => `exchange-${(count += 1)}`,
    record: (exchange: Exchange) => exchanges.push(exchange),
    reportBug: (error: unknown) => {
      throw error;
    },
    guards: { cards: undefined },
  };
  // Nothing else of the parts is asked on these paths.
  return recorder as unknown as AppParts;
}
