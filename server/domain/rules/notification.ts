import { textAt } from "../json.ts";
import { invalid } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

const URL_FIELD = "order.notificationUrl";

/** The newer contracts take a URL of any scheme, a notification goes to HTTPS only (interface section 6). */
export const notificationUrlSecure: Rule = {
  id: "notification-url-is-https",
  source: "interface section 6",
  topic: "notificationUrl",
  refuses: ({ instruction: { body } }) => {
    const url = textAt(body, URL_FIELD);
    if (url === undefined || /^https:/i.test(url)) return undefined;
    return invalid(URL_FIELD, url, "It must begin with https");
  },
};
