import type { VNode } from "preact";
import { Copy } from "../parts/copy.tsx";
import { curlOf } from "../state/api.ts";
import { rootOf, useOfMerchant } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";
import { shownDate } from "../state/times.ts";

interface SessionPage {
  readonly sessions: readonly {
    readonly id: string;
    readonly updateStatus: string;
    readonly expiresAt: string;
    readonly isExpired: boolean;
  }[];
  readonly next?: string;
}

interface TokenPage {
  readonly tokens: readonly {
    readonly token: string;
    readonly number: string;
    readonly brand?: string;
    readonly lastUpdated: string;
  }[];
  readonly next?: string;
}

/** The newest sessions that the store holds of the merchant. */
export function Sessions(): VNode {
  const { value } = useOfMerchant<SessionPage>("/sessions");
  const rows = value?.sessions.map(({ id, updateStatus, expiresAt, isExpired }) => ({
    id,
    about: `${updateStatus}, ${isExpired ? "expired" : "expires"} ${shownDate(expiresAt)}`,
  }));
  return <Kept title="Sessions" path="/sessions" rows={rows} hasMore={value?.next !== undefined} />;
}

/** The newest tokens, with their masked cards. */
export function Tokens(): VNode {
  const { value } = useOfMerchant<TokenPage>("/tokens");
  const rows = value?.tokens.map(({ token, number, brand = "", lastUpdated }) => ({
    id: token,
    about: `${number} ${brand}, updated ${shownDate(lastUpdated)}`,
  }));
  return <Kept title="Tokens" path="/tokens" rows={rows} hasMore={value?.next !== undefined} />;
}

interface KeptProps {
  readonly title: string;
  readonly path: string;
  readonly rows: readonly { readonly id: string; readonly about: string }[] | undefined;
  readonly hasMore: boolean;
}

function Kept({ title, path, rows, hasMore }: KeptProps): VNode {
  return (
    <section class="sheet entry" aria-label={title}>
      <header class="page-head">
        <h2>{title}</h2>
        <Copy text={curlOf("GET", `${rootOf(merchant.value)}${path}`)} what={`the command for ${title}`}>
          Command
        </Copy>
      </header>
      {rows?.length === 0 ? <p class="soft">{`${merchant.value} has none.`}</p> : undefined}
      <ul class="plain">
        {rows?.map(({ id, about }) => (
          <li key={id} class="item">
            <span class="digits">{id}</span>
            <span class="soft">{about}</span>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p class="soft">Older ones are not shown here; the command pages through them.</p>
      ) : undefined}
    </section>
  );
}
