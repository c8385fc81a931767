import type { Exchange } from "./exchange.ts";

/** What became of the request, in a word: the gateway code; REFUSED; REPEATED for a stored answer; ANSWERED for what has no outcome. */
export function outcomeOf({
  refusal,
  repeated,
  scenario,
}: Pick<Exchange, "refusal" | "repeated" | "scenario">): string {
  if (refusal !== undefined) return "REFUSED";
  return repeated ? "REPEATED" : (scenario?.gatewayCode ?? "ANSWERED");
}

/** Why it was refused: by which rule or kind of finding, `none` where it was neither; undefined: it was not. */
export function refusalOf({
  refusal,
  rules,
  contract,
}: Pick<Exchange, "contract" | "refusal" | "rules">):
  | { readonly reason: string; readonly rule: string }
  | undefined {
  if (refusal === undefined) return undefined;
  return { reason: refusal.reason, rule: rules?.refusedBy?.rule ?? contract?.findings[0]?.code ?? "none" };
}
