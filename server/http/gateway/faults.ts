import { STATUS_CODES } from "node:http";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Response } from "express";
import type { Fault, FaultKind } from "../../domain/record/effects.ts";
import type { ExchangeAnswer } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import { answerRefusal } from "../../gateway/refusals.ts";
import { setStatus } from "../headers.ts";

/** What becomes of the connection behind a broken answer. */
export type Ending = "close" | "reset" | "stall";

/** What the caller gets instead of the answer. */
export interface BrokenAnswer {
  /** As the exchange shows it; status 0: not a byte is sent. */
  readonly shown: ExchangeAnswer;
  readonly contentType: string;
  /** The body that Content-Length promises. */
  readonly bytes: Buffer;
  /** How many of the bytes are sent. */
  readonly sent: number;
  /** Undefined: the answer is whole, and the connection goes on. */
  readonly ending: Ending | undefined;
}

export const JSON_TYPE = "application/json;charset=UTF-8";

type Break = (answer: Answer, fault: Fault, exchangeId: string) => BrokenAnswer;

const BREAKS: Readonly<Record<FaultKind, Break>> = {
  reset: (answer, fault) => cut(answer, fault, "reset"),
  close: (answer, fault) => cut(answer, fault, "close"),
  stall: (answer, fault) => cut(answer, fault, "stall"),
  truncate: (answer, fault) => cut(answer, fault, "close"),
  garbage,
  "server-busy": (_answer, _fault, exchangeId) =>
    refused(new Refusal("busy", "The gateway is busy; send the same request again later"), exchangeId),
  "server-failed": (_answer, _fault, exchangeId) =>
    refused(new Refusal("bug", "The gateway failed"), exchangeId),
  status: page,
};

export function breakAnswer(answer: Answer, fault: Fault, exchangeId: string): BrokenAnswer {
  return BREAKS[fault.kind](answer, fault, exchangeId);
}

/** Half of the answer or nothing of it, and then the connection ends. */
function cut({ status, body }: Answer, { at }: Fault, ending: Ending): BrokenAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const isBegun = at === "mid-body";
  const shown = { status: isBegun ? status : 0, body: undefined };
  return { shown, contentType: JSON_TYPE, bytes, sent: isBegun ? half(bytes) : 0, ending };
}

/**
 * Whole in HTTP and no JSON: every byte has its highest bit turned round, so that the last can close nothing. Before
 * the commit there is no answer to spoil; then it is an empty one with 200 (assumption A196).
 */
function garbage(answer: Answer, { at }: Fault): BrokenAnswer {
  const bytes = Buffer.from(JSON.stringify(answer.body));
  const right = at === "mid-body" ? half(bytes) : 0;
  return whole(answer.status === 0 ? 200 : answer.status, JSON_TYPE, spoiled(bytes, right));
}

function spoiled(bytes: Buffer, from: number): Buffer {
  return Buffer.from(bytes.map((byte, index) => (index < from ? byte : byte ^ 0x80)));
}

function half(bytes: Buffer): number {
  return Math.floor(bytes.length / 2);
}

function refused(refusal: Refusal, exchangeId: string): BrokenAnswer {
  const { status, body } = answerRefusal(refusal, exchangeId);
  return { ...whole(status, JSON_TYPE, Buffer.from(JSON.stringify(body))), shown: { status, body } };
}

/** As a proxy in front of the gateway answers; 502 when the scenario names no status (assumption A195). */
function page(_answer: Answer, { status = 502 }: Fault): BrokenAnswer {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`;
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
  return whole(status, "text/html", Buffer.from(text));
}

/** Shown without its body, which is no JSON. */
function whole(status: number, contentType: string, bytes: Buffer): BrokenAnswer {
  return { shown: { status, body: undefined }, contentType, bytes, sent: bytes.length, ending: undefined };
}

/**
 * A reset throws away what is still on its way to the caller, so that it waits a little when the caller is to see
 * something before it (assumption A197).
 */
const BEFORE_RESET_MS = 100;

/** Sends what is left of a broken answer, and ends the connection as it says. */
export function sendBroken(response: Response, broken: BrokenAnswer, stallMs: number): void {
  if (broken.ending !== undefined) {
    void endBroken(response, broken, stallMs);
    return;
  }
  setHead(response, broken);
  response.end(broken.bytes);
}

async function endBroken(response: Response, broken: BrokenAnswer, stallMs: number): Promise<void> {
  const { socket } = response.req;
  const isFirst = response.socket !== null;
  if (!isFirst) await turnOf(response, socket);
  if (broken.shown.status !== 0) await sendPart(response, broken, socket);
  if (broken.ending === "stall") await pause(socket, stallMs);
  if (broken.ending !== "reset") {
    // Nothing more is read on a connection whose answers have ended.
    socket.destroySoon();
    return;
  }
  if (!isFirst || broken.shown.status !== 0) await pause(socket, BEFORE_RESET_MS);
  resetConnection(socket);
}

/** Answers of one connection go out in the order of their requests (RFC 9112 section 9.3.2): the others first. */
function turnOf(response: Response, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    response.once("socket", () => {
      resolve();
    });
  });
}

/** Resolves when the part is with the operating system, or the caller is gone. */
function sendPart(response: Response, broken: BrokenAnswer, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off("close", done);
      resolve();
    };
    if (socket.destroyed) resolve();
    socket.once("close", done);
    setHead(response, broken);
    // An answer to HEAD has nothing but its head.
    response.flushHeaders();
    response.write(broken.bytes.subarray(0, broken.sent), done);
  });
}

function setHead(response: Response, { shown, contentType, bytes }: BrokenAnswer): void {
  if (contentType === JSON_TYPE) setStatus(response, shown.status);
  else response.status(shown.status);
  response.set({ "Content-Type": contentType, "Content-Length": String(bytes.length) });
}

/** The TCP connection beneath each TLS one: only TCP can be reset. */
const beneath = new WeakMap<Socket, Socket>();

/** Finds the two together by the caller's address and port, which no two open connections of a listener share. */
export function rememberTcp(server: Server): void {
  const open = new Map<string, Socket>();
  server.on("connection", (tcp: Socket) => {
    const caller = callerOf(tcp);
    open.set(caller, tcp);
    tcp.once("close", () => {
      if (open.get(caller) === tcp) open.delete(caller);
    });
  });
  server.on("secureConnection", (secured: Socket) => {
    const tcp = open.get(callerOf(secured));
    if (tcp !== undefined) beneath.set(secured, tcp);
  });
}

function callerOf(socket: Socket): string {
  return JSON.stringify([socket.remoteAddress, socket.remotePort]);
}

function resetConnection(socket: Socket): void {
  if (!socket.destroyed) (beneath.get(socket) ?? socket).resetAndDestroy();
}

/** Ends the pause of each connection that pauses. */
const pauses = new WeakMap<Socket, () => void>();

/** Resolves after the time; at once when the caller goes or the sandbox stops. */
export function pause(socket: Socket, ms: number): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off("close", end);
      pauses.delete(socket);
      resolve();
    };
    const timer = setTimeout(end, ms);
    socket.once("close", end);
    pauses.set(socket, end);
  });
}

export function endPause(socket: Socket): void {
  pauses.get(socket)?.();
}
