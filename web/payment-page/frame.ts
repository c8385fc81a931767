/** Tells the merchant's page around a frame how high this page is, of the escape key, and what became of the checkout. */
export function tellFrame(): void {
  const element = document.querySelector<HTMLElement>("[data-frame]");
  const { frame, origin } = element?.dataset ?? {};
  if (frame === undefined || origin === undefined) return;
  const news = JSON.parse(frame) as { readonly event: string; readonly goTo?: string };
  if (parent === window) {
    // Somebody opened the frame's address by itself.
    if (news.event === "leave" && news.goTo !== undefined) location.replace(news.goTo);
    return;
  }
  const tell = (message: object): void => {
    parent.postMessage({ checkout: { ...message, height: document.documentElement.offsetHeight } }, origin);
  };
  tell(news);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") tell({ event: "escape" });
  });
  // The pages of the issuer follow, which do not tell how high they are.
  if (news.event === "ask") return;
  new ResizeObserver(() => {
    tell({ event: "open" });
  }).observe(document.documentElement);
  showAlert();
}

/** The page around the frame stays where it was scrolled to; a wrong field has the focus, and so is in sight. */
function showAlert(): void {
  if (document.querySelector("[aria-invalid=true]") === null)
    document.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
}
