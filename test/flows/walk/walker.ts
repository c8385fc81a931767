import { expect } from "chai";
import type { JsonObject } from "../../../server/domain/json.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import type { Answered } from "../played.ts";
import type { Chance } from "./chance.ts";
import type { Line, Reply } from "./line.ts";
import { EMPTY, entered, typeMade } from "./model.ts";
import type { Ask, Ledger, Rights } from "./model.ts";
import { anyAsk, bodyOf } from "./requests.ts";

/** One order of a walker: what the model says of it, and the requests that were answered. */
export interface Walked {
  readonly id: string;
  ledger: Ledger;
  readonly sent: {
    readonly id: string;
    readonly ask: Ask;
    readonly body: JsonObject;
    readonly text: string;
  }[];
}

export interface Walker {
  readonly line: Line;
  readonly rights: Rights;
  readonly chance: Chance;
  readonly name: string;
  readonly orders: Walked[];
}

/** How many of its newest orders a walker still works on. */
const NEWEST = 6;

/** One request on a new or known order, held against the model in status, totals and text. Gives the status. */
export async function step(walker: Walker): Promise<number> {
  const { chance, orders } = walker;
  if (orders.length === 0 || chance.oneIn(6)) {
    orders.push({ id: `${walker.name}-${orders.length}`, ledger: EMPTY, sent: [] });
  }
  const order = chance.pick(orders.slice(-NEWEST));
  if (order.sent.length > 0 && chance.oneIn(12)) return repeat(walker, order);
  if (order.sent.length > 0 && chance.oneIn(20)) return misuseId(walker, order);
  return ask(walker, order);
}

async function ask({ line, rights, chance }: Walker, order: Walked): Promise<number> {
  const asked = anyAsk(chance, order.ledger);
  const [id, body] = [`t${order.sent.length + 1}`, bodyOf(asked)];
  const type = typeMade(order.ledger, asked, rights);
  const reply = await line.put(order.id, id, asked.version, body);
  const where = `${order.id} ${id} ${order.ledger.status} ${JSON.stringify(asked)}: ${reply.text.slice(0, 300)}`;
  expect(reply.status, where).to.equal(type === undefined ? 400 : 201);
  if (type === undefined) return expectRefusal(reply);
  order.ledger = entered(order.ledger, id, asked, type);
  order.sent.push({ id, ask: asked, body, text: reply.text });
  expectModelled(reply, order.ledger, { type, version: asked.version, declined: asked.declined, where });
  if (rights.excessiveRefundPercent === 0) expectWithinBounds(order);
  return reply.status;
}

/** The same request again gets the stored answer, whatever became of the order. */
async function repeat({ line, chance }: Walker, order: Walked): Promise<number> {
  const { id, ask: asked, body, text } = chance.pick(order.sent);
  const reply = await line.put(order.id, id, asked.version, body);
  expect([reply.status, reply.text], order.id).to.deep.equal([200, text]);
  return reply.status;
}

/** Another request under an id that has been used is refused. */
async function misuseId({ line, chance }: Walker, order: Walked): Promise<number> {
  const { id, ask: asked } = chance.pick(order.sent);
  const other = bodyOf({ ...asked, operation: "PAY", cents: asked.cents + 1, declined: false });
  const reply = await line.put(order.id, id, asked.version, other);
  expect(reply.status, order.id).to.equal(400);
  expect(reply.text).to.contain('"field":"transaction.id"');
  return expectRefusal(reply);
}

function expectRefusal({ status, text }: Reply): number {
  expectValidAnswer(JSON.parse(text), "error", 100);
  return status;
}

interface Expected {
  readonly type: string;
  readonly version: number;
  readonly declined: boolean;
  readonly where: string;
}

function expectModelled({ text }: Reply, ledger: Ledger, { type, version, declined, where }: Expected): void {
  const body: unknown = JSON.parse(text);
  expectValidAnswer(body, "transaction", version);
  const { order, result, transaction } = body as unknown as Answered;
  expect(result, where).to.equal(declined ? "FAILURE" : "SUCCESS");
  expect(transaction.type, where).to.equal(type);
  expect(totalsIn(order), where).to.deep.equal(totalsOf(ledger));
}

export const totalsIn = (order: Answered["order"]): readonly unknown[] => [
  order.status,
  order.totalAuthorizedAmount,
  order.totalCapturedAmount,
  order.totalRefundedAmount,
];

export const totalsOf = ({ status, authorized, captured, refunded }: Ledger): readonly unknown[] => [
  status,
  authorized / 100,
  captured / 100,
  refunded / 100,
];

/** Without the privileges nothing exceeds what came before it, but for orders that a refund opened. */
function expectWithinBounds({ ledger: { authorized, captured, refunded, live, opening } }: Walked): void {
  const opened = live.get(opening ?? "");
  if (opened?.alone === true && opened.kind === "REFUND") return;
  expect(captured).to.be.at.most(authorized);
  expect(refunded).to.be.at.most(captured);
}
