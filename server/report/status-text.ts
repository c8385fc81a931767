/** The words beside the statuses that the sandbox answers (RFC 9110 section 15). */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  303: "See Other",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Empty for a status that has no words here, and for none at all. */
export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? "";
}
