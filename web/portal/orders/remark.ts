import { sentenceOf } from "../state/api.ts";
import type { Answered } from "../state/payments.ts";
import type { Place } from "../state/place.ts";

/** What is to be said of a step that was not simply done, and where in the traffic to read why. */
export interface Remark {
  readonly words: string;
  readonly why: Partial<Place>;
}

/** Makes the call; undefined when there is nothing to say but that it is done. */
export async function remarkOn(orderId: string, call: () => Promise<Answered>): Promise<Remark | undefined> {
  const lost = { query: { q: orderId, ending: "failed" } };
  try {
    const { status, body, exchange } = await call();
    const { error, result, response } = body as Answer;
    const why = { open: exchange };
    if (status >= 300) return { words: error?.explanation ?? "The gateway refused it.", why };
    if (result === "FAILURE") return { words: `Declined: ${response?.gatewayCode ?? "no reason"}.`, why };
    // Browsers send a request again when the connection breaks before an answer.
    return status === 200 ? { words: REPEATED, why: lost } : undefined;
  } catch (error) {
    return { words: sentenceOf(error), why: lost };
  }
}

interface Answer {
  readonly error?: { readonly explanation?: string };
  readonly result?: string;
  readonly response?: { readonly gatewayCode?: string };
}

const REPEATED =
  "The answer was lost, though the request was stored. The browser sent it again and got the stored answer.";
