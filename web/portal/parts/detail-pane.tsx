import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hrefOf, place } from "../state/place.ts";
import type { PageName } from "../state/pages.ts";

interface PaneProps {
  readonly label: string;
  readonly page: PageName;
  /** Why there is nothing to show. */
  readonly fault: string | undefined;
  /** Undefined until it is loaded; with a heading that can be given the focus. */
  readonly children: ComponentChildren;
}

/**
 * What is opened beside a list. Its heading takes the focus where nothing has it, so that it is read out: keys go through the
 * list without the focus, and on a phone the list makes way.
 */
export function DetailPane({ label, page, fault, children }: PaneProps): VNode {
  const pane = useRef<HTMLElement>(null);
  const isThere = children !== undefined;
  useEffect(() => {
    if (document.activeElement === document.body)
      pane.current?.querySelector("h1")?.focus({ preventScroll: true });
  }, [isThere]);
  return (
    <section class="pane detail-pane" aria-label={label} ref={pane}>
      <a class="back" href={hrefOf({ page, query: place.value.query })}>
        ← Back to the list
      </a>
      {fault === undefined ? undefined : (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
      {children}
    </section>
  );
}
