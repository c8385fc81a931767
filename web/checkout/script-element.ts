/** The script as the page loads it: from where, of which version, and what its attributes name. */
export interface ScriptElement {
  /** The sandbox's origin. */
  readonly origin: string;
  /** Of `/checkout/version/{v}/checkout.js`; undefined: the script of all later versions. */
  readonly version: number | undefined;
  /** What a `data-` attribute says now; attributes and the functions that they name may come after the script. */
  readonly attribute: (name: string) => string | undefined;
}

/** The script that runs now; one that a loader has run without an element is the last that the page has. */
export function runningScript(): ScriptElement | undefined {
  const running = document.currentScript as HTMLScriptElement | null;
  const all = document.querySelectorAll<HTMLScriptElement>('script[src*="checkout"]');
  const element = running?.src ? running : all[all.length - 1];
  if (element === undefined) return undefined;
  const { origin, pathname } = new URL(element.src);
  const version = /\/checkout\/version\/(\d+)\//.exec(pathname)?.[1];
  return {
    origin,
    version: version === undefined ? undefined : Number(version),
    attribute: (name) => element.getAttribute(`data-${name}`) ?? undefined,
  };
}
