/** A logo that does not load leaves no broken image. */
export function watchLogo(): void {
  const logo = document.querySelector<HTMLImageElement>(".merchant img");
  if (logo === null) return;
  // It may have failed before this script ran.
  if (logo.complete && logo.naturalWidth === 0) logo.remove();
  else {
    logo.addEventListener("error", () => {
      logo.remove();
    });
  }
}
