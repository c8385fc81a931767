/** Takes a change back. What was changed later has been taken back before. */
export type Undo = () => void;

/** Takes several changes back, the last one first. */
export function undoAll(undo: readonly Undo[]): void {
  for (const change of [...undo].reverse()) change();
}
