import type { Server } from "node:http";
import type { Socket } from "node:net";

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

export function resetConnection(socket: Socket): void {
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
