import { once } from "node:events";
import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { CorpusRequest, Story } from "../../test/corpus/corpus.ts";
import { startCorpusSandbox } from "../../test/corpus/sandbox.ts";
import type { CorpusSetting } from "../../test/corpus/sandbox.ts";

/** A story before it is played: whatever it sends to the URL becomes its requests. */
export interface Draft {
  readonly name: string;
  readonly setting: CorpusSetting;
  readonly act: (url: string) => Promise<unknown>;
}

/** Headers of requests that may decide something; the others are a client's own. */
const TELLING = ["authorization", "content-encoding", "content-type", "origin", "prefer"];

/** Acts every draft on a sandbox, and writes down what was sent on the way there. */
export async function drawn(drafts: readonly Draft[], setting: CorpusSetting): Promise<readonly Story[]> {
  const sandbox = await startCorpusSandbox(setting);
  let sent: CorpusRequest[] = [];
  const relay = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/", headers: all } = incoming;
    const headers = Object.fromEntries(
      TELLING.flatMap((name) => (typeof all[name] === "string" ? [[name, all[name]]] : [])),
    ) as Readonly<Record<string, string>>;
    const body = await buffer(incoming);
    sent.push({ method, path, headers, body: body.toString("latin1") });
    const { hostname, port } = new URL(sandbox.url);
    const onward = request({ hostname, port, path, method, headers });
    onward.end(body);
    const [response] = (await once(onward, "response")) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    relay(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stories: Story[] = [];
  try {
    for (const { name, act } of drafts.filter((draft) => draft.setting === setting)) {
      sent = [];
      sandbox.begin(name);
      await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      stories.push({ name, setting, requests: sent });
    }
  } finally {
    server.close();
    server.closeAllConnections();
    await sandbox.stop();
  }
  return stories;
}
