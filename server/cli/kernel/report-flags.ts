import type { Flag } from "./command.ts";

/** The flags that ask for reports. Both mean the same (docs/reports.md). */
export function reportFlags(formats: string): readonly Flag[] {
  return [
    { name: "report", help: formats },
    { name: "format", help: "the same as --report" },
  ];
}
