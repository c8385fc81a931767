import { Agent, request } from "node:http";
import { AUTHORIZATION } from "./requests.ts";
import type { Step } from "./requests.ts";

/** One connection that stays open. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const QUOTED_CHARACTERS = 400;

/** Sends one request, and resolves with the milliseconds until the end of its answer. */
export async function send(
  url: string,
  { method, path, body, status }: Step,
  orderId: string,
): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const before = performance.now();
  const answer = await exchange(url + path(orderId), method, text);
  const ms = performance.now() - before;
  if (answer.status === status) return ms;
  throw new Error(`${method} ${path(orderId)} was answered ${answer.status}: ${answer.text}`);
}

interface Answered {
  readonly status: number | undefined;
  readonly text: string;
}

function exchange(url: string, method: string, body: string | undefined): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: AUTHORIZATION,
      ...(body !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      }),
    };
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString().slice(0, QUOTED_CHARACTERS);
        resolve({ status: response.statusCode, text });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
