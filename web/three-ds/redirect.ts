/** EMV 3-D Secure: how long a merchant waits for the issuer's hidden page. */
const PATIENCE_MS = 10_000;
/** The hidden page itself, and the page that it goes on to when it is done. */
const LOADS = 2;

/** Shows the issuer's hidden page in the container, and resolves when it is done or has had its time. */
export function runHiddenPage(html: string, container: HTMLElement): Promise<void> {
  const shown = document.createElement("div");
  shown.innerHTML = html;
  const [form, frame] = [shown.querySelector("form"), shown.querySelector("iframe")];
  container.textContent = "";
  container.append(shown);
  if (form === null || frame === null) return Promise.resolve();
  return new Promise((resolve) => {
    let loads = 0;
    setTimeout(resolve, PATIENCE_MS);
    form.submit();
    frame.addEventListener("load", () => {
      loads += 1;
      if (loads === LOADS) resolve();
    });
  });
}

/** Takes the whole page where the HTML would take a frame. */
export function takeWholePage(html: string): void {
  const shown = document.createElement("div");
  shown.innerHTML = html;
  const form = shown.querySelector("form");
  if (form === null) return;
  form.removeAttribute("target");
  // Beside the page's body, which the page may fill anew by itself.
  document.documentElement.append(form);
  form.submit();
}
