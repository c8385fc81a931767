import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { parse } from "./raw-http.ts";
import type { RawAnswer } from "./raw-http.ts";

/** How the other side ended a connection: an orderly end, or the code of the error. */
export type Ending = "end" | "ECONNRESET" | "EPIPE";

/** One connection, watched to its last byte. */
export interface RawConnection {
  readonly socket: Socket;
  readonly send: (...requests: readonly string[]) => void;
  /** Everything that has come so far. */
  readonly bytes: () => Buffer;
  /** Resolves when so many whole answers have come. */
  readonly answers: (count: number) => Promise<readonly RawAnswer[]>;
  /** Resolves when so many bytes of a body have come. */
  readonly bodyBytes: (count: number) => Promise<void>;
  readonly ending: Promise<Ending>;
}

export const requestFor = (path: string, method = "PUT"): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${method === "PUT" ? "Content-Length: 0\r\n" : ""}\r\n`;

/** Over TLS when the authority is given that the server's certificate is to be of. */
export async function openRaw(port: number, ca?: string): Promise<RawConnection> {
  const address = { host: "127.0.0.1", port };
  const socket = ca === undefined ? connect(address) : connectTls({ ...address, ca });
  await once(socket, ca === undefined ? "connect" : "secureConnect");
  const chunks: Buffer[] = [];
  const bytes = (): Buffer => Buffer.concat(chunks);
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ending = new Promise<Ending>((resolve) => {
    socket.once("end", () => {
      resolve("end");
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code as Ending);
    });
  });
  const until = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) await once(socket, "data");
  };
  return {
    socket,
    send: (...requests) => {
      socket.write(requests.join(""));
    },
    bytes,
    answers: async (count) => {
      await until(() => answersIn(bytes()).length >= count);
      return answersIn(bytes());
    },
    bodyBytes: (count) => until(() => bodyOf(bytes()).length >= count),
    ending,
  };
}

/** The answers that are whole. */
export function answersIn(bytes: Buffer): readonly RawAnswer[] {
  const body = bodyOf(bytes);
  const head = bytes.subarray(0, bytes.length - body.length).toString("latin1");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
  if (body.length < length) return [];
  const answer = parse(head + body.subarray(0, length).toString("utf8"));
  return [answer, ...answersIn(body.subarray(length))];
}

/** Everything behind the first head; nothing when that is not whole. */
export function bodyOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf("\r\n\r\n");
  return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
}
