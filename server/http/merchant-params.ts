import type { Request } from "express";
import { holdsCardNumber } from "../domain/card.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Merchants } from "../gateway/merchants.ts";
import { Problem } from "./problem.ts";

/** The merchant that a path of the control API names. */
export function merchantNamed(merchants: Merchants, request: Request): Merchant {
  const id = paramOf(request, "merchantId");
  const merchant = holdsCardNumber(id) ? undefined : merchants.find(id);
  if (merchant === undefined)
    throw new Problem(404, "No such merchant", "The sandbox has no merchant of this id.");
  return merchant;
}

export function paramOf(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return typeof value === "string" ? value : "";
}
