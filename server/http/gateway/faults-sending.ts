import type { Socket } from "node:net";
import type { Response } from "express";
import { setStatus } from "../answer-status.ts";
import { JSON_TYPE } from "./faults.ts";
import type { BrokenAnswer } from "./faults.ts";
import { pause, resetConnection } from "./faults-connection.ts";

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
