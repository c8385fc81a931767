/** A frame over the merchant's page. */
export interface Lightbox {
  /** Takes it away; the focus goes back to where it was in the page. */
  readonly close: () => void;
  /** Closes it and says so, as its button and the escape key do. */
  readonly cancel: () => void;
}

/** In the colours of the device, as the form. */
const BOX = {
  border: "0",
  borderRadius: "1rem",
  colorScheme: "light dark",
  maxHeight: "96vh",
  maxWidth: "96vw",
  overflow: "auto",
  padding: "0",
  width: "34rem",
};
/** Stays in sight while the form is scrolled. */
const HEAD = {
  alignItems: "center",
  background: "inherit",
  display: "flex",
  font: "600 1.125rem system-ui, sans-serif",
  position: "sticky",
  top: "0",
  zIndex: "1",
};
const NAME = { flex: "1", overflowWrap: "anywhere", padding: "0.625rem 0 0.625rem 1.375rem" };
const CLOSE = {
  background: "transparent",
  border: "0",
  color: "inherit",
  cursor: "pointer",
  font: "1.75rem/1 system-ui, sans-serif",
  margin: "0.4rem 0.4rem 0.4rem auto",
  padding: "0.25rem 0.75rem",
};

/** Opens the frame under the merchant's name, where somebody has told it (assumption A472). */
export function openLightbox(
  frame: HTMLIFrameElement,
  merchantName: string | undefined,
  closed: () => void,
  canceled: () => void,
): Lightbox {
  const box = styled("dialog", BOX);
  box.setAttribute("aria-label", merchantName ?? "Payment");
  const name = styled("div", NAME);
  name.dir = "auto";
  name.textContent = merchantName ?? "";
  const button = styled("button", CLOSE);
  button.type = "button";
  button.textContent = "\u00D7";
  button.setAttribute("aria-label", "Close");
  const close = (): void => {
    box.close();
    box.remove();
    closed();
  };
  const cancel = (): void => {
    close();
    canceled();
  };
  button.addEventListener("click", cancel);
  box.addEventListener("cancel", cancel);
  const head = styled("div", HEAD);
  head.append(name, button);
  box.append(head, frame);
  document.body.append(box);
  box.showModal();
  return { close, cancel };
}

function styled<Tag extends "button" | "dialog" | "div">(
  tag: Tag,
  style: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element.style, style);
  return element;
}
