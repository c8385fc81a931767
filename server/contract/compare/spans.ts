import { checkoutOperationIn } from "../../domain/request/checkout.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Contract, ContractSource } from "../judge/contract.ts";
import type { Side } from "./difference.ts";

/** Versions next to each other that have one contract. */
export interface Span {
  readonly first: number;
  readonly last: number;
  /** The schema files that decide. */
  readonly used: readonly string[];
}

/** The contract that judges an operation's requests in a version. */
export function sideOf(contractOf: ContractSource, operation: Operation, version: number): Side {
  const named = nameIn(operation, version);
  return { operation: named, version, contract: contractOf(named, version) };
}

/** The beginning of a checkout has two names, each with its versions (assumption A137). */
function nameIn(operation: Operation, version: number): Operation {
  if (operation !== "CREATE_CHECKOUT_SESSION" && operation !== "INITIATE_CHECKOUT") return operation;
  return checkoutOperationIn(version);
}

/** All versions of an operation, ascending. */
export function spansOf(contractOf: ContractSource, operation: Operation): readonly Span[] {
  const spans: Span[] = [];
  let last: Contract | undefined;
  for (let version = VERSION_MIN; version <= VERSION_MAX; version += 1) {
    const { contract } = sideOf(contractOf, operation, version);
    const span = spans.at(-1);
    if (span && last?.tree === contract.tree) spans[spans.length - 1] = { ...span, last: version };
    else spans.push({ first: version, last: version, used: contract.used });
    last = contract;
  }
  return spans;
}
