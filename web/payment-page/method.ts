/** How long the issuer's hidden page may take. */
const PATIENCE_MS = 10_000;

/** Shows the issuer's hidden page, and goes on when it has called back. */
export function showMethod(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-method]");
  const next = document.querySelector<HTMLFormElement>("form[data-method-next]");
  const frame = document.querySelector<HTMLIFrameElement>("[data-method-frame]");
  if (form === null || next === null || frame === null) return;
  let hasGone = false;
  const goOn = (): void => {
    if (!hasGone) next.submit();
    hasGone = true;
  };
  frame.addEventListener("load", () => {
    if (frame.contentDocument?.location.pathname.startsWith("/callbackInterface/") === true) goOn();
  });
  setTimeout(goOn, PATIENCE_MS);
  form.submit();
}
