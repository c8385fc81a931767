import { STATUS_CODES } from "node:http";
import type { Fault, FaultKind } from "../../domain/record/effects.ts";
import type { ExchangeAnswer } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import { answerRefusal } from "../../gateway/refusals.ts";

/** What becomes of the connection behind a broken answer. */
export type Ending = "close" | "reset" | "stall";

/** What the caller gets instead of the answer. */
export interface BrokenAnswer {
  /** As the exchange shows it; status 0: not a byte is sent. */
  readonly shown: ExchangeAnswer;
  readonly contentType: string;
  /** The body that Content-Length promises. */
  readonly bytes: Buffer;
  /** How many of the bytes are sent. */
  readonly sent: number;
  /** Undefined: the answer is whole, and the connection goes on. */
  readonly ending: Ending | undefined;
}

export const JSON_TYPE = "application/json;charset=UTF-8";

type Break = (answer: Answer, fault: Fault, exchangeId: string) => BrokenAnswer;

const BREAKS: Readonly<Record<FaultKind, Break>> = {
  reset: (answer, fault) => cut(answer, fault, "reset"),
  close: (answer, fault) => cut(answer, fault, "close"),
  stall: (answer, fault) => cut(answer, fault, "stall"),
  truncate: (answer, fault) => cut(answer, fault, "close"),
  garbage,
  "server-busy": (_answer, _fault, exchangeId) =>
    refused(new Refusal("busy", "The gateway is busy; send the same request again later"), exchangeId),
  "server-failed": (_answer, _fault, exchangeId) =>
    refused(new Refusal("bug", "The gateway failed"), exchangeId),
  status: page,
};

export function breakAnswer(answer: Answer, fault: Fault, exchangeId: string): BrokenAnswer {
  return BREAKS[fault.kind](answer, fault, exchangeId);
}

/** Half of the answer or nothing of it, and then the connection ends. */
function cut({ status, body }: Answer, { at }: Fault, ending: Ending): BrokenAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const isBegun = at === "mid-body";
  const shown = { status: isBegun ? status : 0, body: undefined };
  return { shown, contentType: JSON_TYPE, bytes, sent: isBegun ? half(bytes) : 0, ending };
}

/**
 * Whole in HTTP and no JSON: every byte has its highest bit turned round, so that the last can close nothing. Before
 * the commit there is no answer to spoil; then it is an empty one with 200 (assumption A196).
 */
function garbage(answer: Answer, { at }: Fault): BrokenAnswer {
  const bytes = Buffer.from(JSON.stringify(answer.body));
  const right = at === "mid-body" ? half(bytes) : 0;
  return whole(answer.status === 0 ? 200 : answer.status, JSON_TYPE, spoiled(bytes, right));
}

function spoiled(bytes: Buffer, from: number): Buffer {
  return Buffer.from(bytes.map((byte, index) => (index < from ? byte : byte ^ 0x80)));
}

function half(bytes: Buffer): number {
  return Math.floor(bytes.length / 2);
}

function refused(refusal: Refusal, exchangeId: string): BrokenAnswer {
  const { status, body } = answerRefusal(refusal, exchangeId);
  return { ...whole(status, JSON_TYPE, Buffer.from(JSON.stringify(body))), shown: { status, body } };
}

/** As a proxy in front of the gateway answers; 502 when the scenario names no status (assumption A195). */
function page(_answer: Answer, { status = 502 }: Fault): BrokenAnswer {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`;
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
  return whole(status, "text/html", Buffer.from(text));
}

/** Shown without its body, which is no JSON. */
function whole(status: number, contentType: string, bytes: Buffer): BrokenAnswer {
  return { shown: { status, body: undefined }, contentType, bytes, sent: bytes.length, ending: undefined };
}
