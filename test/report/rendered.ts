import { reportPieces } from "../../server/report/formats.ts";

/** All pieces of a report together. */
export function renderReport(...asked: Parameters<typeof reportPieces>): string {
  return [...reportPieces(...asked)].join("");
}
