import type { VNode } from "preact";
import { Login } from "./parts/login.tsx";
import { MerchantChoice } from "./parts/merchant-choice.tsx";
import { Toast } from "./parts/copy.tsx";
import { Help, HelpButton } from "./parts/help.tsx";
import { isStreamOpen, unseen } from "./state/feed.ts";
import { Opened } from "./parts/opened.tsx";
import { Palette } from "./palette/palette.tsx";
import { openDialog } from "./state/keys.ts";
import { PAGES } from "./state/pages.ts";
import { hrefOf, place } from "./state/place.ts";
import { isReady } from "./state/session.ts";
import { isLoginNeeded, problem } from "./state/trouble.ts";

/** The frame round every page: where one is, whose data it is, and whether the sandbox is there. */
export function App(): VNode {
  if (isLoginNeeded.value) return <Login />;
  const page = PAGES.find(({ name }) => name === place.value.page) ?? PAGES[0];
  document.title = titleOf(page.title);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href={hrefOf({ page: "start" })}>
          <img src="/static/sandbox/icon.svg" alt="" width="24" height="24" />
          <span>Sandbox</span>
        </a>
        <nav aria-label="Pages">
          {PAGES.map(({ name, title }) => (
            <a
              key={name}
              href={hrefOf({ page: name })}
              aria-current={name === page.name ? "page" : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <button type="button" class="small to-palette" onClick={() => (openDialog.value = "palette")}>
            Go to … <kbd>Ctrl K</kbd>
          </button>
          <MerchantChoice />
          <Connection />
          <HelpButton />
        </div>
      </header>
      {problem.value === undefined ? undefined : (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {isReady.value ? <Opened page={page.name} /> : undefined}
      </main>
      <Help />
      <Palette />
      <Toast />
    </div>
  );
}

function titleOf(page: string): string {
  const count = unseen.value === 0 ? "" : `(${unseen.value}) `;
  return `${count}${page} · gateway-sandbox`;
}

function Connection(): VNode {
  const [kind, words] = isStreamOpen.value ? ["good", "Live"] : ["bad", "Not connected"];
  return (
    <span class={`connection ${kind}`} role="status">
      {words}
    </span>
  );
}
