import { maskText } from "../../domain/card/card.ts";
import type { AppParts } from "../parts.ts";
import { text, texts } from "./kernel/endpoint.ts";
import type { Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";

/** Whether the sandbox does what was asked of it, and what the store found damaged, until somebody says that it is known. */
export const health: Resource = {
  schemas: {
    Damage: {
      type: "object",
      required: ["damage"],
      properties: {
        damage: { ...texts, description: "One sentence for each problem since the last acknowledgement." },
      },
    },
    AcknowledgedDamage: {
      type: "object",
      required: ["acknowledged"],
      properties: { acknowledged: texts },
    },
    Health: {
      type: "object",
      required: ["status"],
      properties: {
        status: { ...text, enum: ["ok", "degraded"] },
        reasons: { ...texts, description: "Configured features that do not work." },
      },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/health",
      tag: "Sandbox",
      summary: "Reports whether payments can be accepted and stored",
      answers: { 200: "Health" },
      isOpen: true,
      handle: (parts) => () => healthOf(parts),
    }),
    endpoint({
      method: "get",
      path: "/v1/damage",
      tag: "Sandbox",
      summary: "Lists what the store found damaged or missing in its data folder",
      answers: { 200: "Damage" },
      handle:
        ({ damage }) =>
        () => ({ damage: damage.list() }),
    }),
    endpoint({
      method: "post",
      path: "/v1/damage/acknowledge",
      tag: "Sandbox",
      summary: "Acknowledges the damage, which sets health to ok again",
      answers: { 200: "AcknowledgedDamage" },
      needs: "administer",
      handle:
        ({ damage }) =>
        async () => {
          const acknowledged = damage.list();
          await damage.acknowledge();
          return { acknowledged };
        },
    }),
  ],
};

type HealthParts = Pick<AppParts, "damage" | "journalTroubles" | "storeTrouble"> & {
  readonly scenarios: Pick<AppParts["scenarios"], "library">;
};

/**
 * For people: `degraded` says that something does not work that was asked for, and what; payments may well work. Nobody
 * needs a token to read the reasons, so that they name places and quote nothing of what stands there.
 */
export function healthOf(parts: HealthParts): object {
  const { storeTrouble, journalTroubles } = parts;
  const reasons = [
    ...[storeTrouble(), damageConcern(parts)],
    ...[...journalTroubles(), scenarioConcern(parts)],
  ].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? { status: "ok" } : { status: "degraded", reasons };
}

function damageConcern({ damage }: HealthParts): string | undefined {
  const [first, ...more] = damage.list();
  if (first === undefined) return undefined;
  const others = more.length > 0 ? `, and ${more.length} more` : "";
  return (
    `The data folder was damaged when the sandbox started (${first}${others}): some data is lost. ` +
    "POST /_sandbox/v1/damage/acknowledge to acknowledge it."
  );
}

/** What is not there has no place of its own; whose choice it was is left out. */
const MISSING = /there is no scenario "[^"]*"/;

function scenarioConcern({ scenarios }: HealthParts): string | undefined {
  const { problems, revision, isTaken } = scenarios.library.state();
  const [first] = problems;
  if (first === undefined) return undefined;
  const place = first.line === 0 ? first.file : `${first.file}:${first.line}:${first.column}`;
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : "";
  const gone = MISSING.exec(first.message)?.[0];
  const what = gone === undefined ? place : `${place}, ${gone}`;
  if (isTaken)
    return maskText(
      `Scenario files that are not in use are broken, and their previous versions stay: see ${what}${more}.`,
    );
  return maskText(
    `The changed scenario files are invalid and were not loaded, revision ${revision} stays active: see ${what}${more}.`,
  );
}
