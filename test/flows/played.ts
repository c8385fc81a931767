import { expect } from "chai";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Client } from "../support/sandbox.ts";

/** The members of an answer that stories look at. */
export interface Answered {
  readonly result: string;
  readonly version: string;
  readonly order: {
    readonly amount: number;
    readonly status: string;
    readonly totalAuthorizedAmount: number;
    readonly totalCapturedAmount: number;
    readonly totalRefundedAmount: number;
  };
  readonly response: {
    readonly gatewayCode: string;
    readonly acquirerCode?: string;
    readonly cardSecurityCode?: { readonly gatewayCode: string };
    readonly cardholderVerification?: { readonly avs: { readonly gatewayCode: string } };
  };
  readonly transaction: {
    readonly id: string;
    readonly type: string;
    readonly amount: number;
    readonly authorizationCode?: string;
  };
}

export const answered = (response: Response): Answered => response.body as Answered;

export interface Refused {
  readonly cause: string;
  readonly explanation: string;
  readonly field?: string;
  readonly validationType?: string;
}

export const refused = (response: Response): Refused => (response.body as { readonly error: Refused }).error;

/** `AUTHORIZATION AUTHORIZED 100/0/0`: what it was, the status after it, and the totals. */
export function summaryOf(response: Response): string {
  const { order, transaction, result } = answered(response);
  const totals = [order.totalAuthorizedAmount, order.totalCapturedAmount, order.totalRefundedAmount].join(
    "/",
  );
  const declined = result === "SUCCESS" ? "" : `${result} `;
  return `${declined}${transaction.type} ${order.status} ${totals}`;
}

/** Sends the bodies as transactions 1, 2 … of the order; each must make a transaction. */
export async function play(
  client: Client,
  order: string,
  bodies: readonly JsonObject[],
): Promise<readonly Response[]> {
  const answers: Response[] = [];
  for (const [index, body] of bodies.entries()) {
    const answer = await client.put({ order, transaction: String(index + 1), body });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    answers.push(answer);
  }
  return answers;
}
