import { askFor, Refused } from "./ask.ts";
import type { Configuration, PaymentPage, Way } from "./ask.ts";
import { callBack, pageFunction, tellComplete, tellError } from "./callbacks.ts";
import { restoreFormFields, saveFormFields } from "./form-fields.ts";
import { isOver, paymentFrame } from "./frame.ts";
import type { FrameNews } from "./frame.ts";
import { openLightbox } from "./lightbox.ts";
import { forget, remember } from "./memory.ts";
import type { Return } from "./return.ts";
import type { ScriptElement } from "./script-element.ts";

/** The object that pages use. Which of the ways to show a checkout there are depends on the script's version. */
export interface Checkout {
  configure: (configuration: Configuration) => void;
  showPaymentPage: () => void;
  /** From version 63 on. `onShown` is called when the form is there. */
  showEmbeddedPage?: (selector: string, onShown?: () => void) => void;
  /** Up to version 62. */
  showLightbox?: () => void;
  saveFormFields: typeof saveFormFields;
  restoreFormFields: typeof restoreFormFields;
}

/** The last version with a lightbox; embedded pages came after it. */
const LIGHTBOX_UNTIL = 62;

interface State {
  /** The element that the script runs for; the last one, when the page loads it again. */
  readonly script: { readonly running: ScriptElement };
  readonly back: Return;
  /** A page may ask for it twice, as a double click does. */
  hasLightbox: boolean;
  configuration: Configuration;
  /** What the sandbox said of the configuration; undefined: nothing, or a checkout was shown since. */
  judged: Promise<PaymentPage | Refused> | undefined;
}

export function createCheckout(script: State["script"], back: Return): Checkout {
  const state: State = { script, back, hasLightbox: false, configuration: {}, judged: undefined };
  const { version } = script.running;
  const ways =
    version !== undefined && version <= LIGHTBOX_UNTIL
      ? { showLightbox: () => void showLightbox(state) }
      : {
          showEmbeddedPage: (selector: string, onShown?: () => void) =>
            void showEmbeddedPage(state, selector, onShown),
        };
  return {
    configure: (configuration) => {
      configure(state, configuration);
    },
    showPaymentPage: () => void showPaymentPage(state),
    ...ways,
    saveFormFields,
    restoreFormFields,
  };
}

/** Problems are told at once, also when the checkout is shown later or never; showing it next does not tell them again. */
function configure(state: State, configuration: Configuration | undefined): void {
  state.configuration = configuration ?? {};
  const { id } = state.configuration.session ?? {};
  if (typeof id === "string") remember("session", id);
  state.judged = answerTo(state, undefined);
  void state.judged.then((answer) => {
    if (answer instanceof Refused) tellError(state.script.running, answer.error);
  });
}

/** Undefined when it was refused, which the page has then been told. */
async function pageFor(state: State, way: Way): Promise<PaymentPage | undefined> {
  const { judged } = state;
  state.judged = undefined;
  const before = await judged;
  const answer = await answerTo(state, way);
  if (!(answer instanceof Refused)) return answer;
  const isTold = before instanceof Refused && isSame(before, answer);
  if (!isTold) tellError(state.script.running, answer.error);
  return undefined;
}

async function answerTo(
  { script, configuration }: State,
  way: Way | undefined,
): Promise<PaymentPage | Refused> {
  return askFor(script.running, configuration, way).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
}

/** Each refusal may have a support code of its own. */
function isSame({ error: one }: Refused, { error: other }: Refused): boolean {
  return one.cause === other.cause && one.explanation === other.explanation && one.field === other.field;
}

/** A page that shows it as it loads means the payer who comes, and not the one who comes back (assumption A508). */
async function showPaymentPage(state: State): Promise<void> {
  if (state.back.isUntold()) {
    console.info("Checkout: the payer comes from the payment page, and is not sent there again");
    return;
  }
  const page = await pageFor(state, "page");
  if (page === undefined) return;
  const saved = pageFunction(state.script.running.attribute("beforeRedirect") ?? "")?.();
  if (saved !== undefined) remember("merchantState", JSON.stringify(saved));
  location.assign(page.address);
}

async function showEmbeddedPage(state: State, selector: string, onShown?: () => void): Promise<void> {
  const container = elementAt(selector);
  if (typeof container === "string") {
    const explanation = `Checkout.showEmbeddedPage(): ${container}`;
    tellError(state.script.running, { cause: "INVALID_REQUEST", explanation });
    return;
  }
  const page = await pageFor(state, "embedded");
  if (page === undefined) return;
  remember("container", selector);
  let isShown = false;
  const frame = paymentFrame(page.address, (news) => {
    if (!isShown) onShown?.();
    isShown = true;
    take(state, news);
  });
  container.replaceChildren(frame);
}

/** A text: what is wrong with the selector (assumption A470). */
function elementAt(selector: string): Element | string {
  try {
    return document.querySelector(selector) ?? `there is no element ${selector}`;
  } catch {
    return `${selector} is no selector`;
  }
}

/** Whoever closes it has cancelled (assumption A501). */
async function showLightbox(state: State): Promise<void> {
  if (state.hasLightbox) return;
  state.hasLightbox = true;
  const page = await pageFor(state, "lightbox");
  if (page === undefined) {
    state.hasLightbox = false;
    return;
  }
  const frame = paymentFrame(page.address, (news) => {
    if (news.event === "escape") lightbox.cancel();
    if (isOver(news)) lightbox.close();
    take(state, news);
  });
  const gone = (): void => {
    state.hasLightbox = false;
  };
  const lightbox = openLightbox(frame, page.merchantName, gone, () => {
    if (page.cancelUrl === undefined) callBack(state.script.running, "cancel", []);
    else location.assign(page.cancelUrl);
  });
}

/** What the merchant named for it when the checkout began goes before what the page's attributes name. */
function take({ script }: State, news: FrameNews): void {
  if (!isOver(news)) return;
  const { event, goTo, resultIndicator = "", sessionVersion = "" } = news;
  forget("session", "container");
  if (goTo !== undefined) location.assign(goTo);
  else if (event === "complete") tellComplete(script.running, resultIndicator, sessionVersion);
  else if (event === "timeout") callBack(script.running, "timeout", []);
}
