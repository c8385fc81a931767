import { OPERATION_DEFINITIONS } from "../domain/operations/index.ts";
import { accept, operationOf } from "./accept.ts";
import type { Answer } from "./answer.ts";
import { answerTransaction } from "./answer-transaction.ts";
import { listBrowserPage } from "./browser/redirect.ts";
import type { Payload, TransactionCall } from "./call.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { GatewayParts } from "./parts.ts";
import { checkId, readVersion } from "./paths.ts";
import { sourcesOf } from "./resolve.ts";
import { withdrawPreference } from "./scenario-choice.ts";
import { effected, inTurns } from "./turns.ts";
import { workOn } from "./work.ts";

/** What there is to answer before anything is stored. */
const NOTHING: Answer = { status: 0, body: {} };

/**
 * One call, one column, one commit: accept → load → resolve → enforce → decide → apply → COMMIT → render.
 * Everything from resolving to applying (work.ts) runs in one synchronous piece, so that racing requests of one
 * order are judged one after the other. What a scenario delays or holds is judged anew when its time has come.
 */
export async function transact(
  parts: GatewayParts,
  call: TransactionCall,
  payload: Payload,
): Promise<Answer> {
  const { draft, merchant, orderId, transactionId } = call;
  const version = readVersion(call.version, merchant.mode);
  draft.request.version = version;
  checkId("order.id", orderId, merchant);
  checkId("transaction.id", transactionId, merchant);
  const operation = operationOf(payload.body);
  draft.request.operation = operation;
  const body = accept(parts, call, { operation, version, payload });
  const definition = OPERATION_DEFINITIONS[operation];
  const digest = parts.fingerprints.request(payload.body);
  const now = await parts.clocks.now(merchant.id);
  const sources = await sourcesOf(parts, merchant.id, body);
  const scenarios = await parts.scenarios.of(call);
  const seed = transactionSeed(parts.seed, merchant.id, orderId, transactionId);
  const asked = { call, orderId, operation, version, body, payload };
  const intent = { definition, digest, seed, now, sources, scenarios, ...asked };
  const key = { merchantId: merchant.id, orderId, records: sources };
  const settled = await inTurns(parts, call, key, (found, turn) => workOn(parts, intent, found, turn));
  if ("brokenOff" in settled) return effected(parts, call, settled.brokenOff, NOTHING);
  const { order, index, repeated, decision } = settled;
  await listBrowserPage(parts, order, index);
  draft.committed = !repeated;
  draft.repeated = repeated;
  if (repeated) withdrawPreference(draft);
  const answer = answerTransaction(call, { order, index, status: repeated ? 200 : 201, body });
  return effected(parts, call, decision, answer);
}
