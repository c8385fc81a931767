import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { expect } from "chai";

/** A person at the page, without a browser. */
export interface Payer {
  readonly page: string;
  open: () => Promise<Response>;
  choose: (action: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;
}

/** The person whom the answer of an initiation sends to its page. */
export function payerOf(initiated: Response): Payer {
  const url = textAt(initiated.body as Json, "browserPayment.redirectUrl") ?? "";
  expect(url, JSON.stringify(initiated.body)).to.match(/^http/);
  const { origin, pathname } = new URL(url);
  return {
    page: url,
    open: () => request(origin).get(pathname),
    choose: (action, fields = {}) =>
      request(origin)
        .post(pathname)
        .type("form")
        .send({ action, ...fields }),
  };
}
