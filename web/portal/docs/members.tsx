import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { VERSION_MAX, VERSION_MIN } from "../../../server/domain/request/operation.ts";
import { ask, attempt } from "../state/api.ts";
import { hrefOf } from "../state/place.ts";

interface FoundMember {
  readonly field: string;
  readonly first: number;
  readonly last: number;
  readonly operations: readonly string[];
}

interface Found {
  /** How many there are, of which the first are here. */
  readonly count: number;
  readonly members: readonly FoundMember[];
  /** Whether the answer is still to come. */
  readonly isComing: boolean;
}

const NONE: Found = { count: 0, members: [], isComing: false };
const SHORTEST = 2;

/** Members of requests in all versions that a search finds. */
export function useMembers(sought: string): Found {
  const found = useSignal<Found & { readonly sought: string }>({ ...NONE, sought: "" });
  const latest = useRef(sought);
  useEffect(() => {
    latest.current = sought;
    if (sought.length < SHORTEST) return;
    void attempt(async () => {
      const query = new URLSearchParams({ search: sought });
      const answer = await ask<Found>(`/v1/contract-members?${query.toString()}`);
      if (latest.current === sought) found.value = { ...answer, isComing: false, sought };
    });
  }, [sought]);
  if (sought.length < SHORTEST) return NONE;
  return found.value.sought === sought ? found.value : { ...NONE, isComing: true };
}

/** What people would look for in vain. */
export function OfRequestsOnly(): VNode {
  return <p class="soft">Members of answers are not searched: each operation shows those of its own.</p>;
}

/** Each leads to what the newest version that has it says of it. */
export function FoundMembers({ count, members, isComing }: Found): VNode | undefined {
  if (isComing) return <p class="empty soft">Searching the members of requests …</p>;
  if (members.length === 0) return undefined;
  return (
    <section class="api-group" aria-label="Members of requests">
      <h2>Members of requests</h2>
      <p class="soft">
        {`In versions ${VERSION_MIN} to ${VERSION_MAX}. ${count > members.length ? `The first ${members.length} of ${count}.` : ""}`}
      </p>
      <OfRequestsOnly />
      <ul class="plain">
        {members.map(({ field, first, last, operations }) => (
          <li key={`${field} ${first} ${last}`}>
            <a class="row" href={contractHref({ field, last, operations })}>
              <b>{field}</b>
              <span class="soft digits">{`v${first} to v${last}: ${wordsOf(operations)}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function contractHref({ field, last, operations }: Omit<FoundMember, "first">): string {
  const query = { version: String(last), q: field };
  return hrefOf({ page: "contracts", open: preferred(operations), query });
}

/** The best known of them. */
function preferred(operations: readonly string[]): string {
  return operations.includes("PAY") ? "PAY" : (operations[0] ?? "");
}

function wordsOf(operations: readonly string[]): string {
  const others = operations.length - 1;
  return others === 0 ? preferred(operations) : `${preferred(operations)} and ${others} more`;
}
