import { OPERATION_DEFINITIONS } from "../domain/operations/index.ts";
import { whenHere } from "../store/soon.ts";
import type { Soon } from "../store/soon.ts";
import { accept, operationOf } from "./accept.ts";
import type { Answer } from "./answer.ts";
import { answerTransaction } from "./answer-transaction.ts";
import { listBrowserPage } from "./browser/redirect.ts";
import type { Payload, TransactionCall } from "./call.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { GatewayParts } from "./parts.ts";
import { checkId, readVersion } from "./paths.ts";
import { withdrawPreference } from "./scenario-choice.ts";
import { surroundingsOf } from "./surroundings.ts";
import { effected, inTurns } from "./turns.ts";
import { workOn } from "./work.ts";
import type { Intent } from "./work.ts";

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
  const { draft } = call;
  const soon = intentOf(parts, call, payload);
  const intent = soon instanceof Promise ? await soon : soon;
  const { orderId, sources } = intent;
  const key = { merchantId: call.merchant.id, orderId, records: sources };
  const settled = await inTurns(parts, call, key, (found, turn) => workOn(parts, intent, found, turn));
  if ("brokenOff" in settled) return effected(parts, call, settled.brokenOff, NOTHING);
  const { order, index, repeated, decision } = settled;
  if (intent.operation === "INITIATE_BROWSER_PAYMENT") await listBrowserPage(parts, order, index);
  draft.committed = !repeated;
  draft.repeated = repeated;
  if (repeated) withdrawPreference(draft);
  const answer = answerTransaction(call, { order, index, status: repeated ? 200 : 201, body: intent.body });
  return effected(parts, call, decision, answer instanceof Promise ? await answer : answer);
}

/** Accept, and what is looked up around the request. */
function intentOf(parts: GatewayParts, call: TransactionCall, payload: Payload): Soon<Intent> {
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
  const seed = transactionSeed(parts.seed, merchant.id, orderId, transactionId);
  return whenHere(surroundingsOf(parts, call, body), ({ now, sources, scenarios }) => {
    // Named one by one, as a spread beside them would cost more than all that is looked up.
    return {
      call,
      orderId,
      operation,
      version,
      body,
      payload,
      definition,
      digest,
      seed,
      now,
      sources,
      scenarios,
    };
  });
}
