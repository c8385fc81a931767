import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../../server/domain/json.ts";

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A merchant's connections, kept open: ten thousand requests are too many to open one for each. */
export interface Line {
  readonly put: (order: string, transaction: string, version: number, body: JsonObject) => Promise<Reply>;
  readonly getOrder: (order: string) => Promise<Reply>;
  readonly hangUp: () => void;
}

export function openLine(url: string, merchantId: string): Line {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:sandbox`).toString("base64")}`;
  const call = async (method: string, path: string, body: string): Promise<Reply> => {
    const sent = request(url + path, { method, agent, headers: { authorization } });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  };
  const path = (version: number, order: string): string =>
    `/api/rest/version/${version}/merchant/${merchantId}/order/${order}`;
  return {
    put: (order, transaction, version, body) =>
      call("PUT", `${path(version, order)}/transaction/${transaction}`, JSON.stringify(body)),
    getOrder: (order) => call("GET", path(100, order), ""),
    hangUp: () => {
      agent.destroy();
    },
  };
}
