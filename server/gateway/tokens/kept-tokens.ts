import type { KeptKind } from "../merchants/keeping/kept-records.ts";
import { readToken, tokenOfCardRef } from "./token-record.ts";

/** A token that was paid with is missed more than one that never was, the later the more (assumption A411). */
export const KEPT_TOKENS: KeptKind = {
  kind: "token",
  worth: (value) => readToken(value)?.lastUsed ?? 0,
  companions: (_id, value) => {
    const card = readToken(value)?.card;
    return card === undefined ? [] : [tokenOfCardRef(card)];
  },
};
