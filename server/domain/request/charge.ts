import { currencyDecimals } from "../currency.ts";
import { add, roundedPercentOf } from "../money.ts";
import type { Amount } from "../money.ts";
import type { Merchant } from "../merchant.ts";

/** A net amount with the charge that the merchant adds to it. */
export interface ChargedAmount {
  readonly net: Amount;
  readonly charge: Amount;
  readonly total: Amount;
}

/** SURCHARGE is the only type of charge, so that it is meant also where none is named (assumption A69). */
export const CHARGE_TYPE = "SURCHARGE";

/** The charge is rounded to the currency's decimals, halves up (interface section 2.6). */
export function chargedAmount(
  net: Amount,
  currency: string | undefined,
  { surchargePercent }: Pick<Merchant, "surchargePercent">,
): ChargedAmount {
  const charge = roundedPercentOf(net, surchargePercent, currencyDecimals(currency ?? ""));
  return { net, charge, total: add(net, charge) };
}
