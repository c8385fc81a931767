import type { Request } from "express";
import { isFramed } from "../../../gateway/checkout/destinations.ts";
import type { CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";

/** What a page in a frame tells the merchant's page around it (web/checkout/frame.ts reads it). */
export interface FrameNews {
  readonly event: "ask" | "complete" | "leave" | "timeout";
  /** Where the merchant's page is to go; undefined: what the page does is its own matter. */
  readonly goTo?: string | undefined;
  readonly resultIndicator?: string;
  readonly sessionVersion?: string;
}

/** The checkout of a frame whose address somebody opened by itself, where the browser tells so, is a page like others (assumption A511). */
export function asSeen(request: Request, view: CheckoutView): CheckoutView {
  if (!isFramed(view.checkout) || request.get("Sec-Fetch-Dest") !== "document") return view;
  return { ...view, checkout: { ...view.checkout, showing: undefined } };
}

/** The news as the page's script finds it, for the one origin that shows the frame. */
export function frameOf({ checkout }: CheckoutView, news: FrameNews | undefined): Markup | undefined {
  if (!isFramed(checkout) || checkout.showing === undefined) return undefined;
  const { origin } = new URL(checkout.showing.page);
  const message = JSON.stringify(news ?? { event: "open" });
  return html`<div hidden data-frame="${message}" data-origin="${origin}"></div>`;
}
