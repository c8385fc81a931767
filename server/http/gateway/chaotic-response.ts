import type { Response } from "express";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import { chaoticSoon } from "../../gateway/answers/made-up/late-chaos.ts";

/** Asks for chaos; only its name counts. */
const CHAOS_HEADER = "X-MC-Chaotic-Response";

/** Merchants that the header works for, as on the live gateway. */
const TEST_PREFIX = "TEST";

/**
 * The answer with chaos in it when the request asks for that, refusals too (assumption A199). What is
 * stored knows nothing of it. The header that tells has another name every time, as the live gateway's has.
 */
export async function withAskedChaos(
  response: Response,
  draft: ExchangeDraft,
  answer: Answer,
): Promise<Answer> {
  const { merchantId } = draft;
  const isAsked = response.req.get(CHAOS_HEADER) !== undefined;
  if (!isAsked || merchantId === undefined || answer.status === 0) return answer;
  if (!merchantId.startsWith(TEST_PREFIX)) {
    note(draft, `${CHAOS_HEADER} has no effect: it is for merchants whose id begins with ${TEST_PREFIX}.`);
    return answer;
  }
  note(draft, `${CHAOS_HEADER}: unknown members were put into the answer, and its members shuffled.`);
  response.set(`${CHAOS_HEADER}-${draft.id.slice(-12)}`, "true");
  return { ...answer, body: await chaoticSoon(answer.body, seedOf(draft)) };
}

function note(draft: ExchangeDraft, text: string): void {
  draft.notes = [...draft.notes, text];
}

/** The same request gets the same chaos, in whatever order requests come. */
function seedOf({ merchantId, request: { method, route, orderId, transactionId } }: ExchangeDraft): number {
  const bytes = Buffer.from(JSON.stringify([merchantId, method, route, orderId, transactionId]));
  return bytes.reduce((seed, byte) => (Math.imul(seed, 31) + byte) | 0, 0);
}
