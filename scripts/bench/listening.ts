import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port, tells it to the process that started this one, and ends with that. */
export function listenFor(listener: RequestListener): void {
  const server = createServer(listener).listen(0, "127.0.0.1");
  void once(server, "listening").then(() => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
  process.once("disconnect", () => {
    process.exit();
  });
}
