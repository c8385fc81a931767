import type { BrowserContextOptions } from "playwright-core";

/** Where every look of every page goes, to be looked at; it is not committed. */
export const ALL = "screenshots";
export const FOR_DOCS = "docs/images";

export const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  "desktop-dark": { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
};
