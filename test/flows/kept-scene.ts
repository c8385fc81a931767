import { advance } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { FUNDS } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Scene } from "./kept-cases.ts";

/** What a case about sessions and tokens is played with: a merchant of its own, and another one, `…B`. */
export function sceneOf(url: string, merchant: string): Scene {
  const [client, kept] = [clientOf(url, merchant), keptClientOf(url, merchant)];
  return {
    kept,
    stranger: keptClientOf(url, `${merchant}B`),
    pay: (body) => client.put({ order: "order", transaction: "refused", body }),
    wait: (duration) => advance(url, merchant, duration),
    filled: async () => {
      const { id } = sessionOf(await kept.createSession());
      await kept.updateSession(id, { sourceOfFunds: FUNDS });
      return id;
    },
  };
}
