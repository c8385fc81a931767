import type { VNode } from "preact";

interface ShareProps {
  /** Of what. */
  readonly name: string;
  readonly met: number;
  readonly of: number;
}

/** How much of something was met, in numbers and as a bar. */
export function Share({ name, met, of }: ShareProps): VNode {
  return (
    <span class="share">
      <span class="share-name">{name}</span>
      <progress aria-label={`${name} covered`} value={met} max={Math.max(of, 1)} />
      <span class="digits">{`${met} of ${of}`}</span>
    </span>
  );
}
