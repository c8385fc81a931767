const VERSION = 100;

/** The gateway's refusal, in its own words. */
export class Refusal extends Error {
  /** Id of the exchange, under which the portal explains it; undefined: this gateway is no sandbox. */
  exchange;

  constructor(status, { error }, exchange) {
    super(`${status}: ${error?.explanation ?? error?.cause ?? "no explanation"}`);
    this.exchange = exchange;
  }
}

/**
 * Calls the gateway as the merchant: `call("PUT", "/order/1/transaction/1", { … })` gives the body of the answer.
 * The password stays in this process.
 * @throws Refusal where the answer is no success; a declined payment is one.
 */
export function gatewayOf({ gateway, merchant, password }) {
  const root = `${gateway}/api/rest/version/${VERSION}/merchant/${merchant}`;
  const authorization = `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString("base64")}`;
  return async (method, path, body) => {
    const send = () =>
      fetch(root + path, {
        method,
        headers: { authorization, "content-type": "application/json" },
        body: body && JSON.stringify(body),
      });
    // A connection that was kept may be closed on the other side just then. The same request again has the same effect.
    const response = await send().catch(send);
    const answer = await response.json();
    if (!response.ok) throw new Refusal(response.status, answer, response.headers.get("x-sandbox-exchange"));
    return answer;
  };
}
