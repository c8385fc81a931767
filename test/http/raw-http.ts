import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends these bytes on a connection of their own and reads until the other side closes it. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await open(url);
  socket.write(bytes);
  return parse(await readToEnd(socket));
}

export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  return socket;
}

/** Everything that comes until the connection is closed, whichever way. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A connection that is cut ends the answer as well; what came before it counts.
  socket.on("error", () => socket.destroy());
  await new Promise<void>((resolve) => {
    socket.once("close", () => {
      resolve();
    });
  });
  return Buffer.concat(chunks).toString("latin1");
}

export function parse(text: string): RawAnswer {
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: body.join("\r\n\r\n"),
  };
}
