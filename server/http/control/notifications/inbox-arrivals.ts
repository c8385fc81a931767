import type { Request, Response } from "express";
import { holdsCardNumber, maskText } from "../../../domain/card/card.ts";
import { textAt } from "../../../domain/json.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { isoTime } from "../../../domain/time.ts";
import { ANSWER_DELAY_MAX_MS, INBOX_BODY_MAX } from "../../../gateway/notifications/inboxes.ts";
import type { InboxDelivery, SecretSeen } from "../../../gateway/notifications/inboxes.ts";
import { maskBody } from "../../../gateway/secrets/masking.ts";
import { setStatus } from "../../headers.ts";
import { pause } from "../../gateway/faults.ts";
import type { AppParts } from "../../parts.ts";
import { NO_MERCHANT, open, text } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import type { Reply } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";

export const NO_INBOX = "There is no such merchant, or an inbox cannot have this name.";

/** Whoever sends notifications has no token; what the body is about says whose inbox it is. */
export const arrive = endpoint({
  method: "post",
  path: "/inbox/:inbox",
  tag: "Notifications",
  summary: "Takes a notification into the inbox of the merchant that it names",
  description:
    "This is the address for order.notificationUrl and the settings. It answers as the inbox was told.",
  body: {
    name: "ArrivingNotification",
    schema: { ...open, required: ["merchant"], properties: { merchant: text } },
    reads: "handler",
  },
  answers: { 200: undefined },
  problems: {
    400: "The body is no JSON, or has no member merchant.",
    404: NO_INBOX,
    413: `The body has more than ${INBOX_BODY_MAX} characters.`,
  },
  isOpen: true,
  handle: (parts) => {
    const { inboxes: source, clock } = parts;
    return ({ params, body, text: sent }): Reply => {
      const name = nameIn(params.inbox);
      if (sent.length > INBOX_BODY_MAX)
        throw new Problem(413, "Too large", `An inbox takes bodies of ${INBOX_BODY_MAX} characters at most.`);
      const merchant = merchantIn(parts, textAt(body, "merchant"));
      return (request, response) => {
        const came = { receivedAt: isoTime(clock()), headers: headersOf(request) };
        const secret = secretSeen(merchant, request.get(SECRET_HEADER));
        return answerAs(
          response,
          source.arrived(merchant.id, name, { ...came, secret, body: maskBody(body) }),
        );
      };
    };
  },
});

/** Names stand in addresses and are shown. */
export function nameIn(name: string): string {
  if (/^[\w-]{1,40}$/.test(name) && !holdsCardNumber(name)) return name;
  throw new Problem(
    404,
    "No such inbox",
    "Names of inboxes have 1 to 40 letters, digits, _ or -, and nothing that looks like a card number.",
  );
}

function merchantIn({ merchants }: AppParts, id: string | undefined): Merchant {
  if (id === undefined)
    throw new Problem(
      400,
      "Not a notification",
      "The body must have the member merchant, as notifications have.",
    );
  const merchant = holdsCardNumber(id) ? undefined : merchants.find(id);
  if (merchant === undefined) throw new Problem(404, "No such merchant", NO_MERCHANT);
  return merchant;
}

const SECRET_HEADER = "X-Notification-Secret";

function secretSeen({ notifications: { secret } }: Merchant, sent: string | undefined): SecretSeen {
  if (sent === undefined) return secret === undefined ? "none" : "missing";
  return sent === secret ? "right" : "wrong";
}

const KEPT_HEADERS = [
  ...["content-type", "user-agent", "traceparent"],
  ...["x-notification-id", "x-notification-attempt"],
];
const HEADER_LENGTH_MAX = 200;

function headersOf(request: Request): InboxDelivery["headers"] {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = request.get(name);
      // The end goes last, as a cut number would not be known.
      return value === undefined ? [] : [[name, maskText(value).slice(0, HEADER_LENGTH_MAX)]];
    }),
  );
}

async function answerAs(
  response: Response,
  { status, delayMs, never }: InboxDelivery["answer"],
): Promise<void> {
  const waitMs = never ? ANSWER_DELAY_MAX_MS : delayMs;
  if (waitMs > 0 && response.socket !== null) await pause(response.socket, waitMs);
  if (never) {
    response.destroy();
    return;
  }
  setStatus(response, status);
  response.end();
}
