import { request as requestPlain } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestTls } from "node:https";
import { text } from "node:stream/consumers";
import { TLSSocket } from "node:tls";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Request, RequestHandler } from "express";
import type { ControlAccess } from "../control/access/access.ts";
import { userIn } from "../control/access/permission.ts";
import { loginCookieOf } from "../control/access/users.ts";
import type { AppParts } from "../parts.ts";
import { bytesOf, readBytes, readPayload } from "../payload.ts";
import { createMcpServer } from "./server.ts";
import { maskedError } from "./ask.ts";
import type { Ask } from "./ask.ts";

/** The Model Context Protocol over HTTP: every request stands alone, and nothing is kept between two of them. */
export function mcpRoute({ facts, access }: Pick<AppParts, "access" | "facts">): readonly RequestHandler[] {
  return [
    readBytes,
    async (request, response) => {
      const parts = { ask: askAs(request, access), version: facts.version };
      const handler = createMcpHandler(() => createMcpServer(parts), { responseMode: "json" });
      const answer = await handler.fetch(webRequestOf(request));
      const body = maskedError(await answer.text());
      response.status(answer.status);
      const type = answer.headers.get("content-type");
      if (type !== null) response.setHeader("Content-Type", type);
      response.end(body);
      await handler.close();
    },
  ];
}

function webRequestOf(request: Request): globalThis.Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && name !== "content-length" && name !== "content-encoding"
      ? [[name, value] as const]
      : [],
  );
  const hasBody = request.method === "POST" && bytesOf(request) > 0;
  return new globalThis.Request(`http://${request.get("host") ?? "localhost"}/_sandbox/mcp`, {
    method: request.method,
    headers: Object.fromEntries(headers),
    ...(hasBody && { body: readPayload(request).text }),
  });
}

/**
 * Asks this very sandbox, on the socket's own address, with the cookie of whoever calls: however somebody is known, a
 * tool may do what its user may do.
 */
function askAs(caller: Request, access: ControlAccess): Ask {
  const { socket } = caller;
  const place = { host: socket.localAddress, port: socket.localPort, agent: false } as const;
  const own = { cookie: loginCookieOf(userIn(caller), access) };
  return async ({ method, path, headers, body }) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type = sent === undefined ? {} : { "content-type": "application/json" };
    const options = { ...place, method, path, headers: { ...own, ...type, ...headers } };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // It is this process that answers, so that there is no certificate to prove.
      const call =
        socket instanceof TLSSocket
          ? requestTls({ ...options, rejectUnauthorized: false })
          : requestPlain(options);
      call.once("response", resolve).once("error", reject).end(sent);
    });
    return { status: answer.statusCode ?? 0, text: await text(answer) };
  };
}
