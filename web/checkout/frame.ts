/** What the payment page in a frame tells (server/http/pages/checkout/frame.ts writes it). */
export interface FrameNews {
  readonly event: "ask" | "complete" | "leave" | "open" | "timeout";
  readonly goTo?: string;
  readonly resultIndicator?: string;
  readonly sessionVersion?: string;
  /** In pixels of the page. */
  readonly height: number;
}

/** What a page has room for that does not tell its height, as those of the card's issuer. */
const USUAL_HEIGHT = "40rem";

/** Whether it says that the payer is done with the checkout. */
export function isOver({ event }: FrameNews): boolean {
  return event !== "ask" && event !== "open";
}

/** A frame with the payment page, as high as what it shows; listens until the frame is gone. */
export function paymentFrame(address: string, hear: (news: FrameNews) => void): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = "Payment";
  frame.setAttribute("allow", "payment");
  Object.assign(frame.style, { border: "0", display: "block", height: USUAL_HEIGHT, width: "100%" });
  const { origin } = new URL(address);
  const listen = (message: MessageEvent): void => {
    if (!document.contains(frame)) removeEventListener("message", listen);
    else if (message.source === frame.contentWindow && message.origin === origin) {
      const { checkout } = message.data as { readonly checkout?: FrameNews };
      if (checkout === undefined) return;
      frame.style.height =
        checkout.event === "ask" ? USUAL_HEIGHT : `${String(Math.ceil(checkout.height))}px`;
      hear(checkout);
    }
  };
  addEventListener("message", listen);
  return frame;
}

/** The frame over the page, until it is closed by its button or the escape key. */
export function openLightbox(frame: HTMLIFrameElement, closed: () => void): HTMLDialogElement {
  const box = document.createElement("dialog");
  box.setAttribute("aria-label", "Payment");
  Object.assign(box.style, {
    border: "0",
    borderRadius: "1rem",
    maxHeight: "96vh",
    maxWidth: "96vw",
    overflow: "auto",
    padding: "0",
    width: "34rem",
  });
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "\u00D7";
  close.setAttribute("aria-label", "Close");
  Object.assign(close.style, {
    background: "transparent",
    border: "0",
    color: "inherit",
    cursor: "pointer",
    display: "block",
    font: "1.75rem/1 system-ui, sans-serif",
    margin: "0.25rem 0.25rem 0 auto",
    padding: "0.25rem 0.75rem",
  });
  const cancel = (): void => {
    box.remove();
    closed();
  };
  close.addEventListener("click", cancel);
  box.addEventListener("cancel", cancel);
  box.append(close, frame);
  document.body.append(box);
  box.showModal();
  return box;
}
