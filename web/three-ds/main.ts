import { deviceOf } from "./browser.ts";
import { call, failure, textIn } from "./call.ts";
import type { Answer, Configuration, Operation, Target } from "./call.ts";
import { runHiddenPage, takeWholePage } from "./redirect.ts";

/** `ThreeDS`, the one name that a merchant's page gets of it (docs/three-d-secure.md). */

const { src } = document.currentScript as HTMLScriptElement;
const { origin, pathname } = new URL(src);
const [, ownVersion = "1.3.0"] = /\/threeDS\/([^/]+)\//.exec(pathname) ?? [];

/** The REST interface's version when the page names none (assumption A294). */
const USUAL_VERSION = 100;

type Callback = (data: object) => void;
type Parameters = Readonly<Record<string, unknown>> & { readonly fullScreenRedirect?: boolean };

interface Options {
  readonly merchantId?: string;
  readonly sessionId?: string;
  readonly containerId?: string;
  readonly callback?: () => void;
  readonly configuration?: { readonly wsVersion?: number | string };
}

let configured: Configuration | undefined;
let lastCorrelationId = "";
/** Of the last initiation: AUTHENTICATE_PAYER tells the issuer whether the hidden page has seen the browser. */
let hiddenPageDone: Promise<void> = Promise.resolve();
const listeners: (readonly [event: string, callback: Callback])[] = [];

/** A mistake of the page stands on its console, and the callback is not called. */
async function configure(options: Options): Promise<void> {
  const { merchantId = "", sessionId = "", containerId = "", callback, configuration = {} } = options;
  const container = document.getElementById(containerId);
  if (merchantId === "" || sessionId === "" || container === null) {
    console.error("ThreeDS.configure: merchantId, sessionId and the containerId of an element are needed");
    return;
  }
  const version = Number(configuration.wsVersion ?? USUAL_VERSION);
  configured = { merchantId, sessionId, container, version, origin };
  await Promise.resolve();
  callback?.();
}

function tell(event: string, data: object): void {
  for (const [name, callback] of listeners) if (name === event) callback(data);
}

async function send(operation: Operation, target: Target, members: object): Promise<Answer> {
  if (configured === undefined) return failure(0, "ThreeDS.configure() comes first", "INVALID_REQUEST");
  tell(`BEFORE_${operation}`, target);
  lastCorrelationId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const told = Object.assign({ correlationId: lastCorrelationId }, members);
  const answer = await call(configured, operation, target, told);
  tell(`AFTER_${operation}`, answer);
  return answer;
}

/** What the page's callback gets, and the HTML for the browser in it. */
function dataOf({ error, restApiResponse }: Answer): { readonly data: object; readonly html: string } {
  const correlationId = lastCorrelationId;
  if (restApiResponse === undefined) return { data: { correlationId, error }, html: "" };
  const html =
    textIn(restApiResponse, "authentication", "redirect", "html") ??
    textIn(restApiResponse, "authentication", "redirectHtml") ??
    "";
  const data = {
    restApiResponse,
    correlationId,
    gatewayRecommendation: textIn(restApiResponse, "response", "gatewayRecommendation"),
    htmlRedirectCode: html,
    authenticationVersion: textIn(restApiResponse, "authentication", "version"),
  };
  return { data, html };
}

async function initiateAuthentication(
  orderId: string,
  transactionId: string,
  callback: Callback,
  members: Parameters = {},
): Promise<void> {
  const { data, html } = dataOf(await send("INITIATE_AUTHENTICATION", { orderId, transactionId }, members));
  if (configured !== undefined) hiddenPageDone = runHiddenPage(html, configured.container);
  callback(data);
}

async function authenticatePayer(
  orderId: string,
  transactionId: string,
  callback: Callback,
  { fullScreenRedirect = false, ...members }: Parameters = {},
): Promise<void> {
  await hiddenPageDone;
  const about = Object.assign({ device: deviceOf() }, members);
  const { data, html } = dataOf(await send("AUTHENTICATE_PAYER", { orderId, transactionId }, about));
  callback(data);
  if (fullScreenRedirect) takeWholePage(html);
}

const ThreeDS = {
  version: ownVersion,
  configure,
  isConfigured: () => configured !== undefined,
  initiateAuthentication,
  authenticatePayer,
  onEvent: (event: string, callback: Callback) => {
    listeners.push([event, callback]);
  },
  getLastCorrelationId: () => lastCorrelationId,
};

Object.assign(window, { ThreeDS });
