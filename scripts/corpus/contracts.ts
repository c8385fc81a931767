import { packageFolder } from "../../server/contract/contract-folder.ts";
import { memberOf, shapeOf } from "../../server/contract/schema/schema-node.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { isObject, textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { MODES } from "../../server/domain/record/finding.ts";
import { isTransactionOperation, OPERATIONS } from "../../server/domain/request/operation.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { leastOf } from "../../test/contract/fixtures/least-values.ts";
import { initiate } from "../../test/browser/browser-requests.ts";
import { merchantOf } from "../../test/corpus/sandbox.ts";
import type { CorpusSetting } from "../../test/corpus/sandbox.ts";
import { createChance } from "../../test/flows/walk/chance.ts";
import type { Chance } from "../../test/flows/walk/chance.ts";
import { referredPay } from "../../test/operations/situations.ts";
import { authorize, FUNDS, pay, withValue } from "../../test/support/requests.ts";
import { callerOf, transactionPath } from "./caller.ts";
import type { Caller, MerchantCall } from "./caller.ts";
import type { Draft } from "./drawing.ts";

const { editions, contractOf } = packageFolder();

const ownVersionsOf = (operation: Operation): readonly number[] =>
  (editions.get(operation) ?? []).map(({ version }) => version);

/** The versions with a contract, one below and above each, one between every two, and the ends. */
function versionsOf(operation: Operation): readonly number[] {
  const own = ownVersionsOf(operation);
  const between = own.slice(1).map((version, index) => Math.floor((version + (own[index] ?? 1)) / 2));
  const all = [1, 100, ...own.flatMap((version) => [version - 1, version, version + 1]), ...between];
  return [...new Set(all)].filter((version) => version >= 1 && version <= 100).sort((a, b) => a - b);
}

/** What an order must have seen before it takes the operation. */
const BEFORE: Readonly<Partial<Record<Operation, JsonObject>>> = {
  CAPTURE: authorize("1000.00"),
  CONFIRM_BROWSER_PAYMENT: initiate(),
  REFERRAL: referredPay,
  REFUND: pay("1000.00"),
  UPDATE_AUTHORIZATION: authorize("1000.00"),
  VOID: pay("1000.00"),
};

/** Where the operation's body goes; `name` is new for each body. */
function placeOf(operation: Operation, name: string, session: string): Pick<MerchantCall, "method" | "path"> {
  switch (operation) {
    case "BALANCE_INQUIRY":
      return { path: "balanceInquiry" };
    case "CHECK_3DS_ENROLLMENT":
      return { path: `3DSecureId/${name}` };
    case "PROCESS_ACS_RESULT":
      return { path: `3DSecureId/${name}`, method: "POST" };
    case "PAYMENT_OPTIONS_INQUIRY":
      return { path: "paymentOptionsInquiry", method: "POST" };
    case "CREATE_OR_UPDATE_RISK_ASSESSMENT":
      return { path: `riskassessment/${name}` };
    case "CREATE_TOKEN":
      return { path: "token", method: "POST" };
    case "CREATE_OR_UPDATE_TOKEN":
      return { path: `token/${name.replaceAll("-", "")}` };
    case "UPDATE_SESSION":
      return { path: `session/${session}` };
    case "CREATE_SESSION":
    case "CREATE_CHECKOUT_SESSION":
    case "INITIATE_CHECKOUT":
      return { path: "session", method: "POST" };
    default:
      return { path: transactionPath(name, operation === "CONFIRM_BROWSER_PAYMENT" ? "1" : "2") };
  }
}

/** Faulty bodies of an operation, and good ones with members that nobody draws by hand. */
const CHANGES: readonly ((body: JsonObject, tree: SchemaNode, chance: Chance) => JsonObject)[] = [
  (body) => body,
  (body, tree, chance) => grown(grown(body, tree, chance), tree, chance),
  (body, tree, chance) => grown(body, tree, chance),
  (body, _, chance) => withValue(body, `${chance.pick(pathsIn(body))}x`, "1"),
  (body, _, chance) => withValue(body, chance.pick(pathsIn(body)), undefined),
  (body, _, chance) => withValue(body, chance.pick(pathsIn(body)), chance.pick([7, true, {}, [], null, ""])),
  (body, tree, chance) => spoilt(body, tree, chance),
];

/** With one more member of the contract, that is drawn from all that it has. */
function grown(body: JsonObject, tree: SchemaNode, chance: Chance): JsonObject {
  const [path, node] = drawnNode(tree, chance);
  try {
    return withValue(body, path, leastOf(node, chance.below(2)));
  } catch {
    // No text of the fixtures' list fits this member.
    return body;
  }
}

/** A member whose value breaks its own limits: too long, of no list, or without form. */
function spoilt(body: JsonObject, tree: SchemaNode, chance: Chance): JsonObject {
  const [path, node] = drawnNode(tree, chance);
  if (node.enum) return withValue(body, path, (node.enum[0] ?? "").toLowerCase());
  if (node.type === "string") return withValue(body, path, "ü".repeat((node.maxLength ?? 500) + 1));
  return withValue(body, path, node.type === "boolean" ? "yes" : (node.maximum ?? 1e12) + 1);
}

function drawnNode(tree: SchemaNode, chance: Chance): readonly [string, SchemaNode] {
  const names = Object.keys(tree.properties ?? {}).filter((name) => name !== "apiOperation");
  if (names.length === 0 || shapeOf(tree) !== "object") return ["correlationId", { type: "string" }];
  const name = chance.pick(names);
  const node = memberOf(tree, name) ?? {};
  if (shapeOf(node) !== "object" || Object.keys(node.properties ?? {}).length === 0) return [name, node];
  const [rest, inner] = drawnNode(node, chance);
  return [`${name}.${rest}`, inner];
}

function pathsIn(body: JsonObject, start = ""): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? pathsIn(value, `${start}${name}.`) : [`${start}${name}`],
  );
}

/** Good bodies of a version with a contract in every mode, all others in one mode each, in turn. */
function draft(operation: Operation, version: number, turn: number, setting: CorpusSetting): Draft {
  return {
    name: `contracts, ${setting}: ${operation} ${version}`,
    setting,
    act: async (url) => {
      const chance = createChance(turn);
      const tree = contractOf(operation, version).tree();
      const example = OPERATION_DEFINITIONS[operation].example(version);
      const isOwn = setting === "merged" && ownVersionsOf(operation).includes(version);
      const turnOf = MODES[turn % MODES.length];
      for (const mode of MODES.filter((it) => isOwn || it === turnOf)) {
        const call = callerOf(url, merchantOf("PLAIN", mode));
        for (const [number, change] of CHANGES.slice(0, mode === turnOf ? undefined : 2).entries()) {
          const name = `contract-${operation}-${version}-${number}`.slice(-40);
          const body = change(named(operation, example, name), tree, chance);
          await sendNew(call, { operation, version, body, name, isReadBack: number === 1 });
        }
      }
    },
  };
}

interface Sent {
  readonly operation: Operation;
  readonly version: number;
  readonly body: JsonObject;
  readonly name: string;
  /** Whether what came of it is retrieved. */
  readonly isReadBack: boolean;
}

async function sendNew(call: Caller, { operation, version, body, name, isReadBack }: Sent): Promise<void> {
  const before = BEFORE[operation];
  if (before !== undefined) await call({ path: transactionPath(name, "1"), body: before });
  const session =
    operation === "UPDATE_SESSION"
      ? (textAt(await call({ path: "session", method: "POST", version }), "session.id") ?? "none")
      : "";
  const place = placeOf(operation, name, session);
  const answer = await call({ ...place, version, body });
  if (!isReadBack) return;
  if (isTransactionOperation(operation)) await call({ method: "GET", path: `order/${name}`, version });
  else await readBack(call, answer, version);
}

/** What the gateway keeps is read again. */
async function readBack(call: Caller, answer: Json, version: number): Promise<void> {
  const [token, session] = [textAt(answer, "token"), textAt(answer, "session.id")];
  if (token !== undefined) await call({ method: "GET", path: `token/${token}`, version });
  if (session !== undefined) await call({ method: "GET", path: `session/${session}`, version });
}

/** Orders of checkouts are named in the body. */
function named(operation: Operation, body: JsonObject, name: string): JsonObject {
  const isToken = operation === "CREATE_OR_UPDATE_TOKEN" || operation === "CREATE_TOKEN";
  const funded = isToken ? { ...body, sourceOfFunds: FUNDS } : body;
  return valueAt(body, "order.id") === undefined ? funded : withValue(funded, "order.id", name);
}

/** Every operation in every version that is told apart, and a few of them where only exact contracts count. */
export const contractDrafts = (): readonly Draft[] => {
  let turn = 0;
  return OPERATIONS.flatMap((operation) =>
    versionsOf(operation).flatMap((version) => {
      turn += 1;
      const drafts = [draft(operation, version, turn, "merged")];
      return turn % 3 === 0 ? [...drafts, draft(operation, version, turn, "exact")] : drafts;
    }),
  );
};
