import { signal } from "@preact/signals";

/** How times are shown, and what people call it. */
export const TIME_STYLES = {
  local: "This machine's time",
  utc: "UTC",
  ago: "How long ago",
  merchant: "The merchant's clock, in UTC",
} as const;
export type TimeStyle = keyof typeof TIME_STYLES;

const KEPT = "gateway-sandbox.times";

export const TIME_STYLE_NAMES = Object.keys(TIME_STYLES) as readonly TimeStyle[];

export const timeStyle = signal<TimeStyle>(
  TIME_STYLE_NAMES.find((it) => it === localStorage.getItem(KEPT)) ?? "local",
);

export function chooseTimes(style: TimeStyle): void {
  localStorage.setItem(KEPT, style);
  timeStyle.value = style;
}

/** Ticks, so that "5 s ago" does not stay what it was. */
const now = signal(Date.now());
setInterval(() => {
  if (timeStyle.peek() === "ago") now.value = Date.now();
}, 5_000);

/** The time of an exchange as a list shows it; `moment` is the merchant's clock then, as far as it had a part. */
export function shownTime(iso: string, moment = iso): string {
  const at = new Date(iso);
  if (timeStyle.value === "ago") return `${spanOf(Math.max(0, now.value - at.getTime()))} ago`;
  if (timeStyle.value === "utc") return iso.slice(11, 23);
  // A merchant's clock may be on another day.
  if (timeStyle.value === "merchant") return `${moment.slice(0, 10)} ${moment.slice(11, 19)}`;
  return `${at.toLocaleTimeString("en-GB")}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

export function shownDate(iso: string, moment = iso): string {
  if (timeStyle.value === "utc") return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  if (timeStyle.value === "ago") return shownTime(iso);
  if (timeStyle.value === "merchant") return `${shownTime(iso, moment)} UTC`;
  return new Date(iso).toLocaleString("en-GB");
}

/** A time of the merchant's clock that is still to come: nobody knows how that clock will be moved until then. */
export function shownDue(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC by the merchant's clock`;
}

/** A span of milliseconds in its two largest units at most: 850 ms, 12 s, 3 min, 4 h, 2 d. */
export function spanOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}
