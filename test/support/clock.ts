import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";

/** Asks for a change of a merchant's clock; a text is sent as it is. */
export function putClock(url: string, merchant: string, change: object | string): Promise<Response> {
  return request(url).put(`/_sandbox/v1/merchants/${merchant}/clock`).type("json").send(change);
}

/** Moves a merchant's clock on, as `PT15M` or `P8D`. */
export async function advance(url: string, merchant: string, duration: string): Promise<void> {
  const response = await putClock(url, merchant, { advance: duration });
  expect(response.status, JSON.stringify(response.body)).to.equal(200);
}
