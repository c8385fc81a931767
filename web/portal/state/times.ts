import { signal } from "@preact/signals";

/** How times are shown: in UTC, by this machine's time zone, or as how long ago. */
export const TIME_STYLES = ["local", "utc", "ago"] as const;
export type TimeStyle = (typeof TIME_STYLES)[number];

const KEPT = "gateway-sandbox.times";

export const timeStyle = signal<TimeStyle>(
  TIME_STYLES.find((it) => it === localStorage.getItem(KEPT)) ?? "local",
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

/** The time of an exchange as a list shows it. */
export function shownTime(iso: string): string {
  const at = new Date(iso);
  if (timeStyle.value === "ago") return `${spanOf(Math.max(0, now.value - at.getTime()))} ago`;
  if (timeStyle.value === "utc") return iso.slice(11, 23);
  return `${at.toLocaleTimeString("en-GB")}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

export function shownDate(iso: string): string {
  if (timeStyle.value === "utc") return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  if (timeStyle.value === "ago") return shownTime(iso);
  return new Date(iso).toLocaleString("en-GB");
}

/** A span of milliseconds in its two largest units at most: 850 ms, 12 s, 3 min, 4 h, 2 d. */
export function spanOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}
