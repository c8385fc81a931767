import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** Passes one connection on, and keeps what the server sends as it goes over the wire. */
export interface Relay {
  readonly port: number;
  readonly received: () => Buffer;
  readonly close: () => void;
}

export async function openRelay(port: number): Promise<Relay> {
  const chunks: Buffer[] = [];
  const server = createServer((client) => {
    const behind = connect(port, "127.0.0.1");
    behind.on("data", (chunk: Buffer) => chunks.push(chunk));
    client.pipe(behind).pipe(client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(chunks),
    close: () => server.close(),
  };
}

/** The types of the TLS records, which are in the clear (RFC 5246 section 6.2.1). */
export function recordTypesOf(bytes: Buffer): readonly number[] {
  const types: number[] = [];
  for (let offset = 0; offset + 5 <= bytes.length; offset += 5 + bytes.readUInt16BE(offset + 3)) {
    types.push(bytes.readUInt8(offset));
  }
  return types;
}
