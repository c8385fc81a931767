import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { openDialog } from "../state/keys.ts";
import type { DialogName } from "../state/keys.ts";

interface DialogProps {
  readonly name: DialogName;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What stands before the page until it is closed; the page's keys rest meanwhile. */
export function Dialog({ name, label, children }: DialogProps): VNode {
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = openDialog.value === name;
  // At once, so that the word of an earlier close finds it open again.
  useLayoutEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class={name}
      aria-label={label}
      onClose={() => {
        if (openDialog.peek() === name && element.current?.open === false) openDialog.value = undefined;
      }}
    >
      {isOpen ? children : undefined}
    </dialog>
  );
}
