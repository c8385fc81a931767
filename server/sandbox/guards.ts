import { setTimeout } from "node:timers/promises";
import type { StandingChoice } from "../gateway/merchants/scenario-choice.ts";
import { createCardGuard } from "../http/card-guard.ts";
import type { CardGuard } from "../http/card-guard.ts";
import type { Guards } from "../http/parts.ts";
import { createRateLimit } from "../http/rate-limit.ts";
import { createWrongPasswords } from "../http/wrong-passwords.ts";
import type { WrongPasswords } from "../http/wrong-passwords.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isNobodysCard } from "../scenario/test-cards.ts";
import { isLoopback } from "./config.ts";
import type { Log } from "./log.ts";
import type { Config } from "./settings/settings.ts";

interface GuardMaterial {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics | undefined;
}

export function guardsOf(material: GuardMaterial, choice: StandingChoice): Guards {
  return {
    passwords: wrongPasswordsOf(material),
    rates: createRateLimit({
      perSecond: material.config.requestsPerSecond,
      stopwatch: () => performance.now(),
    }),
    cards: cardGuardOf(material, choice),
  };
}

/** Slows down whoever tries passwords, and warns of it. */
function wrongPasswordsOf({ config, log }: GuardMaterial): WrongPasswords {
  return createWrongPasswords({
    warn: ({ isKnown, ...tried }) => {
      log("warn", isKnown ? "wrong-password" : "unknown-merchant", tried);
    },
    stopwatch: () => performance.now(),
    // On loopback nobody guesses passwords, and a suite that is configured wrongly should fail fast.
    pause: (ms) => (isLoopback(config.host) ? Promise.resolve() : setTimeout(ms, undefined, { ref: false })),
  });
}

/** Merchants of whom a warning is logged; their ids are free, so that there must be an end. */
const WARNED_MAX = 1_000;

/** Keeps real card numbers out, or warns of them (SANDBOX_CARD_GUARD); undefined: every number is taken. */
function cardGuardOf({ config, log, metrics }: GuardMaterial, choice: StandingChoice): CardGuard | undefined {
  const mode = config.cardGuard ?? (isLoopback(config.host) ? "warn" : "refuse");
  if (mode === "off") return undefined;
  const warned = new Set<string>();
  return createCardGuard({
    mode,
    isTestCard: isNobodysCard,
    namedBy: async (merchant) => (await choice.standing(merchant)).scenarios.testCards,
    found: (merchant, place) => {
      metrics?.foreignCard(mode);
      if (warned.has(merchant) || warned.size === WARNED_MAX) return;
      warned.add(merchant);
      const cards = mode === "warn" ? "accepted" : "refused";
      log("warn", "foreign-card", { merchant, place, cards, setting: `SANDBOX_CARD_GUARD=${mode}` });
    },
  });
}
