import { flowMembers } from "../../domain/flow-yaml.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Arming } from "../../http/control/armed.ts";
import { UsageError } from "../kernel/command.ts";
import { commandOf, tableOf, wordAt } from "./verb.ts";
import type { AskedVerb, Told } from "./verb.ts";

const WHEN_FLAG = {
  name: "when",
  help: `condition of the rule, such as operation=CAPTURE, card=4000000000000507 or 'amount={min: "5.00"}'; repeatable`,
};

const LIFE_FLAGS = [
  { name: "times", help: "how many requests it answers (default: 1)" },
  { name: "ttl", help: "how long it stays armed, for example PT5M (default: until it is used up)" },
];

export const armCommand = commandOf({
  summary:
    "Arms a rule for the next request of a merchant, such as arm DECLINED; without a rule, lists them.",
  words: "[outcome]",
  isOfMerchant: true,
  flags: [
    WHEN_FLAG,
    { name: "rule", help: "rule as in a scenario file, such as '{delay: 2s}', in addition to the outcome" },
    ...LIFE_FLAGS,
  ],
  act: async (asked) => {
    const given = await ruleOf(asked);
    return given === undefined ? listed(asked) : armed(asked, given);
  },
});

export const holdCommand = commandOf({
  summary: "Holds the next request of a merchant until it is released.",
  isOfMerchant: true,
  flags: [WHEN_FLAG, { name: "at", help: "before-commit (default) or after-commit" }, ...LIFE_FLAGS],
  act: async (asked) => armed(asked, { ...(await ruleOf(asked)), hold: asked.flag("at") ?? "before-commit" }),
});

export const disarmCommand = commandOf({
  summary: "Disarms a rule of a merchant, or all of them.",
  words: "[rule id]",
  isOfMerchant: true,
  flags: [],
  act: async ({ shop, merchant, words: [id] }) => {
    await shop.disarm(id);
    const what = id === undefined ? "all rules" : id;
    return { value: { merchant, disarmed: id ?? "all" }, lines: () => [`Disarmed ${what} of ${merchant}.`] };
  },
});

export const releaseCommand = commandOf({
  summary: "Releases a request that a rule holds, or all of them; fails if none is held.",
  words: "[exchange id]",
  isOfMerchant: false,
  flags: [
    { name: "list", help: "only list the requests that are held", isSwitch: true },
    { name: "wait", help: "milliseconds to wait until one is held, at most 60000 (default: 0)" },
  ],
  act: async ({ control, flag, has, words: [id] }) => {
    const waitMs = numberOf("wait", flag("wait")) ?? 0;
    const { holds } = await control.holds(waitMs === 0 ? {} : { count: 1, waitMs });
    const meant = id === undefined ? holds.map((held) => held.id) : [id];
    if (!has("list")) for (const held of meant) await control.release(held);
    const shown = has("list") ? holds : holds.filter((held) => meant.includes(held.id));
    const rows = shown.map((it) => [
      ...[it.id, it.merchantId, it.operation ?? "", it.orderId ?? "", it.transactionId ?? "", it.at],
    ]);
    const columns = [
      has("list") ? "held" : "released",
      "merchant",
      "operation",
      "order",
      "transaction",
      "at",
    ];
    return {
      value: { [has("list") ? "holds" : "released"]: shown },
      lines: () => (rows.length === 0 ? ["No request is held."] : tableOf(columns, rows)),
      isBad: shown.length === 0 && !has("list"),
    };
  },
});

async function listed({ shop, merchant }: AskedVerb): Promise<Told> {
  const rules = await shop.armed();
  const rows = rules.map(({ id, rule, times, expiresAt = "" }) => [id, flowMembers(rule), times, expiresAt]);
  return {
    value: { armed: rules },
    lines: () =>
      rows.length === 0
        ? [`No rule is armed for ${merchant}; arm one, for example: arm DECLINED`]
        : tableOf(["rule", "does", "times", "until"], rows),
  };
}

async function armed({ shop, merchant, flag }: AskedVerb, rule: JsonObject): Promise<Told> {
  const [times, ttl] = [numberOf("times", flag("times")), flag("ttl")];
  const life: Omit<Arming, "rule"> = { ...(times && { times }), ...(ttl && { ttl }) };
  // The sandbox judges the rule, as it does every rule.
  const view = await shop.arm(rule, life);
  const requests = view.times === 1 ? "request" : `${view.times} requests`;
  const until = view.expiresAt === undefined ? "" : `, until ${view.expiresAt}`;
  const lines = [`Armed ${view.id} for the next ${requests} of ${merchant} that it matches${until}.`];
  return { value: view, lines: () => lines };
}

/** Undefined: nothing is said of any. */
async function ruleOf({ invocation, flag, words: [outcome] }: AskedVerb): Promise<JsonObject | undefined> {
  const text = flag("rule");
  const rule = text === undefined ? {} : await yamlOf("rule", text);
  if (!isObject(rule)) throw new UsageError("--rule must be a mapping, for example '{delay: 2s}'");
  const conditions = await Promise.all((invocation.given.get("when") ?? []).map(conditionOf));
  const own = isObject(rule["when"]) ? rule["when"] : {};
  const given = {
    ...rule,
    ...(outcome && { outcome }),
    ...(conditions.length > 0 && { when: { ...own, ...Object.fromEntries(conditions) } }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Of all conditions, only these compare numbers; a card's or an expiry's digits are text. */
const NUMERIC: readonly string[] = ["attempt", "version"];

async function conditionOf(text: string): Promise<readonly [name: string, value: Json]> {
  const [, name, value] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--when must be NAME=VALUE, for example operation=CAPTURE, not '${text}'`);
  if (/^[[{]/.test(value)) return [name, await yamlOf("when", value)];
  return [name, NUMERIC.includes(name) && /^\d+$/.test(value) ? Number(value) : value];
}

async function yamlOf(flag: string, text: string): Promise<Json> {
  const { parse } = await import("yaml");
  try {
    return parse(text) as Json;
  } catch (cause) {
    throw new UsageError(`--${flag} is no valid YAML or JSON: '${text}'`, { cause });
  }
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,6}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${flag} must be a whole number, not '${text}'`);
}

const verdicts = { approve: "Approves", reject: "Rejects" } as const;

function refundCommand(verdict: keyof typeof verdicts) {
  return commandOf({
    summary: `${verdicts[verdict]} a refund that waits for approval.`,
    words: "<order id> <transaction id>",
    wordsMax: 2,
    isOfMerchant: true,
    flags: [],
    act: async ({ shop, words }) => {
      const order = wordAt(words, 0, "the order's id and the id of the refund's transaction");
      const refund = wordAt(words, 1, "the id of the refund's transaction as well");
      const settle = verdict === "approve" ? shop.approveRefund : shop.rejectRefund;
      const value = await settle(order, refund);
      return { value, lines: () => [`The refund ${refund} of order ${order}: ${resultOf(value)}.`] };
    },
  });
}

function resultOf(transaction: object): string {
  const { result, response } = transaction as {
    readonly result?: string;
    readonly response?: { readonly gatewayCode?: string };
  };
  return [result, response?.gatewayCode].filter((it) => it !== undefined).join(" ");
}

export const approveCommand = refundCommand("approve");
export const rejectCommand = refundCommand("reject");
