/** What the payment page in a frame tells (server/http/pages/checkout/frame.ts writes it). */
export interface FrameNews {
  readonly event: "ask" | "complete" | "escape" | "leave" | "open" | "timeout";
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
  return event === "complete" || event === "leave" || event === "timeout";
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
      if (checkout.event === "ask") frame.style.height = USUAL_HEIGHT;
      else if (checkout.event !== "escape") frame.style.height = `${String(Math.ceil(checkout.height))}px`;
      hear(checkout);
    }
  };
  addEventListener("message", listen);
  return frame;
}
