import { randomUUID } from "node:crypto";
import type { Environment } from "../config.ts";
import { maskText } from "../domain/card.ts";
import { EXIT, flagValue } from "./command.ts";
import type { Command, Invocation } from "./command.ts";
import type { SmokePlace } from "./smoke-client.ts";
import type { SmokeResult } from "./smoke.ts";

export const smokeCommand: Command = {
  summary: "Makes a few calls to a running sandbox that prove every family of operations.",
  words: undefined,
  wordsMax: 0,
  flags: [
    {
      name: "url",
      help: "where the sandbox answers (default: SANDBOX_URL, else this machine and SANDBOX_PORT)",
    },
    {
      name: "merchant",
      help: "whose calls they are (default: one of their own that is forgotten then, else SANDBOX_MERCHANT)",
    },
    { name: "password", help: "its password (default: SANDBOX_PASSWORD, else sandbox)" },
    { name: "token", help: "control token, to forget the calls afterwards (default: SANDBOX_CONTROL_TOKEN)" },
    { name: "ca", help: "certificate file of the authority behind an https address" },
  ],
  run: async (invocation, { print }) => {
    const { createSmokeClient } = await import("./smoke-client.ts");
    const { smoke } = await import("./smoke.ts");
    const { merchantOfItsOwn } = await import("./smoke-merchant.ts");
    const named = placeOf(invocation);
    const token =
      flagValue(invocation, "token") ?? (invocation.environment["SANDBOX_CONTROL_TOKEN"] || undefined);
    const run = randomUUID().slice(0, 8);
    const own = invocation.given.has("merchant")
      ? undefined
      : await merchantOfItsOwn({ url: named.url, token }, `TESTSMOKE${run.toUpperCase()}`);
    const place = { ...named, merchant: own?.id ?? named.merchant };
    const results: SmokeResult[] = [];
    const isFine = await smoke({
      client: createSmokeClient(place),
      merchant: encodeURIComponent(place.merchant),
      order: `smoke-${run}`,
      stopwatch: () => performance.now(),
      tell: (result) => {
        results.push(result);
        print(lineOf(result));
      },
    });
    // What failed is to be looked up.
    if (isFine) await own?.forget();
    print(`${maskText(summaryOf(results, isFine, place))}\n`);
    return isFine ? EXIT.fine : EXIT.found;
  },
};

function placeOf(invocation: Invocation): SmokePlace {
  const { environment } = invocation;
  return {
    url: flagValue(invocation, "url") ?? urlIn(environment),
    merchant: flagValue(invocation, "merchant") ?? (environment["SANDBOX_MERCHANT"] || "TESTSHOP"),
    password: flagValue(invocation, "password") ?? (environment["SANDBOX_PASSWORD"] || "sandbox"),
    ca: flagValue(invocation, "ca"),
  };
}

function urlIn(environment: Environment): string {
  return environment["SANDBOX_URL"] || `http://127.0.0.1:${environment["SANDBOX_PORT"] || "8620"}`;
}

function lineOf({ name, faults, status, durationMs }: SmokeResult): string {
  if (faults.length === 0) return `ok      ${name}: ${status ?? ""} in ${durationMs} ms\n`;
  return `FAILED  ${name}: ${maskText(faults.join("; "))}\n`;
}

function summaryOf(results: readonly SmokeResult[], isFine: boolean, { url, merchant }: SmokePlace): string {
  const good = results.filter(({ faults }) => faults.length === 0).length;
  const ms = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const where = `${merchant} at ${url}`;
  const seconds = (ms / 1000).toFixed(1);
  if (isFine) return `All ${good} calls were answered as documented in ${seconds} s: ${where}.`;
  return `${results.length - good} of ${results.length} calls were not answered as documented: ${where}.`;
}
