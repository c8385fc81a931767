import type { ComponentChildren, VNode } from "preact";

interface StepProps {
  readonly title: string;
  readonly verdict: string;
  readonly kind: "bad" | "good" | "plain";
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** What one step of the column saw and decided, folded unless it is what matters. */
export function Step({ title, verdict, kind, isOpen = false, children }: StepProps): VNode {
  return (
    <details class={`step ${kind}`} open={isOpen}>
      <summary>
        <span class="step-title">{title}</span> <span class="step-verdict">{verdict}</span>
      </summary>
      <div class="step-body">{children}</div>
    </details>
  );
}
