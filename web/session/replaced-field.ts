import type { FieldSetup, FromField, ToField } from "../field/protocol.ts";
import { isInput } from "./configuration.ts";
import type { ConfiguredField, PageInput } from "./configuration.ts";
import { lookOf, takePlace, wordsOf } from "./look.ts";

/** A field of the page with the frame that stands in its place. */
export interface ReplacedField extends ConfiguredField {
  readonly tell: (message: ToField) => void;
  /** The answer to a message; it may never come. */
  readonly ask: <Answer>(message: ToField) => Promise<Answer>;
  readonly remove: () => void;
}

export interface Frames {
  /** The address of the document of frames. */
  readonly address: string;
  readonly hear: (field: ConfiguredField, message: FromField) => void;
}

/** What the page does not say of its field. */
export type OwnSetup = Pick<FieldSetup, "form" | "id" | "isEmbossed" | "locale" | "rejectsCharacters">;

export function replaceField(frames: Frames, configured: ConfiguredField, own: OwnSetup): ReplacedField {
  const { type, role, selector } = configured;
  const field = document.querySelector(selector);
  if (field === null || !isInput(field)) throw new Error(`There is no field ${selector} any more`);
  removeFrameOf(field, frames.address);
  const { port1: port, port2 } = new MessageChannel();
  port.onmessage = ({ data }) => {
    const news = data as FromField;
    if (news.is === "named") frame.title = news.name;
    else frames.hear(configured, news);
  };
  const setup: FieldSetup = { type, role, look: lookOf(field), ...wordsOf(field), ...own };
  const frame = putFrame(frames.address, field, setup, port2);
  const tell = (message: ToField): void => {
    port.postMessage(message);
  };
  const stopWatching = watchTheme(() => {
    tell({ do: "look", look: lookOf(field) });
  });
  return {
    ...configured,
    tell,
    ask: (message) => matching(port, message),
    remove: () => {
      stopWatching();
      port.close();
      frame.remove();
      field.style.removeProperty("display");
    },
  };
}

/** The frame learns what it is as soon as it is there, from this page alone. */
function putFrame(
  address: string,
  field: PageInput,
  setup: FieldSetup,
  port: MessagePort,
): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = setup.name ?? setup.role;
  if (field.tabIndex > 0) frame.tabIndex = field.tabIndex;
  takePlace(frame, field);
  const begin = (): void => {
    frame.contentWindow?.postMessage(setup, new URL(address).origin, [port]);
  };
  frame.addEventListener("load", begin, { once: true });
  field.insertAdjacentElement("afterend", frame);
  return frame;
}

/** Also one that another copy of the script has put there: pages load it anew whenever they show their form. */
function removeFrameOf(field: Element, address: string): void {
  const next = field.nextElementSibling;
  if (!(next instanceof HTMLIFrameElement) || !next.src.startsWith(`${new URL(address).origin}/form/`))
    return;
  next.remove();
  (field as HTMLElement).style.removeProperty("display");
}

function matching<Answer>(port: MessagePort, message: ToField): Promise<Answer> {
  return new Promise((resolve) => {
    const reply = new MessageChannel();
    reply.port1.onmessage = ({ data }) => {
      reply.port1.close();
      resolve(data as Answer);
    };
    port.postMessage(message, [reply.port2]);
  });
}

/** A page that follows the theme of the device looks otherwise from then on. */
function watchTheme(changed: () => void): () => void {
  const theme = matchMedia("(prefers-color-scheme: dark)");
  const soon = (): void => {
    requestAnimationFrame(changed);
  };
  theme.addEventListener("change", soon);
  return () => {
    theme.removeEventListener("change", soon);
  };
}
