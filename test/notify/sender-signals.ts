import { queryObjects } from "node:v8";
import { createSender } from "../../server/notify/sender.ts";
import { startReceiver } from "../support/receiver.ts";
import { createManualTimer } from "./manual-timer.ts";

/** A process of its own, as its memory is searched: says how many signals twenty messages leave in it. */
const receiver = await startReceiver();
const { timer } = createManualTimer();
const parts = { hosts: [], ownInbox: () => undefined, authorities: undefined, timer, timeoutMs: 700 };
const message = { url: receiver.url, isOwn: true, headers: {}, body: "{}" };
const sender = createSender(parts);
const { signal } = new AbortController();
const send = (): Promise<unknown> => sender(message, signal);
const signals = (): number => queryObjects(AbortSignal, { format: "count" });

await send();
const before = signals();
for (let count = 0; count < 20; count += 1) await send();
process.stdout.write(JSON.stringify({ received: receiver.received.length, left: signals() - before }));
await receiver.close();
