import type { Page } from "playwright-core";
import type { Merchant } from "./merchant.ts";

/** What a picture of a payer's page is made with. */
export interface Scene {
  readonly page: Page;
  readonly merchant: Merchant;
  /** Where the demonstration shop is. */
  readonly shop: string;
  /** Of the payer. */
  readonly locale: string;
}

export interface View {
  /** Brings the page to what is to be seen. */
  readonly prepare: (scene: Scene) => Promise<unknown>;
  /** The shop and the provider of browser payments have no other language. */
  readonly isEnglish?: boolean;
  /** It covers the window and not the page, of which only the window is shown then. */
  readonly inWindow?: boolean;
  /** As a browser shows it that runs no scripts. */
  readonly withoutScripts?: boolean;
}

/** The card that has a challenge. */
export const CARD = { number: "5123450000000008", expiryMonth: "01", expiryYear: "39", securityCode: "100" };

export async function fill(form: Pick<Page, "locator">, card: typeof CARD): Promise<void> {
  for (const [id, value] of Object.entries(card)) await form.locator(`#${id}`).fill(value);
}

export async function pay(form: Pick<Page, "locator">, card: typeof CARD): Promise<void> {
  await fill(form, card);
  await form.locator("button.main").click();
}
