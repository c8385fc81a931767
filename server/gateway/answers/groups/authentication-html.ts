import { acsUrlOf, creqOf, methodDataOf, methodUrlOf } from "../../authentication/addresses.ts";
import type { PayerAuthentication } from "../../../domain/order/authentication.ts";

/**
 * authentication.redirect.html: what a merchant puts into its page so that the browser goes on. Merchants look the ids
 * up, and submit the forms themselves where the scripts in a text do not run, so that ids and names must stay as they
 * are, and all of it on one line.
 */

/** The hidden page that learns about the browser; without one there is nothing to do. */
export function methodHtml(authentication: PayerAuthentication): string {
  if (authentication.method === "NOT_SUPPORTED")
    return '<script id="initiate-authentication-script"></script>';
  const form = formOf("initiate3dsSimpleRedirectForm", methodUrlOf(authentication), "methodFrame", [
    ["threeDSMethodData", methodDataOf(authentication)],
  ]);
  const frame = '<iframe id="methodFrame" name="methodFrame" height="1" width="1" hidden></iframe>';
  const script = submitting("initiate-authentication-script", "initiate3dsSimpleRedirectForm");
  return `<div id="initiate3dsSimpleRedirect">${frame}${form}${script}</div>`;
}

/**
 * The issuer's page, in a frame as high as the window, or as the merchant's element around it where that has a height
 * (assumption A471).
 */
export function challengeHtml(authentication: PayerAuthentication): string {
  const form = formOf("threedsChallengeRedirectForm", acsUrlOf(authentication), "challengeFrame", [
    ["creq", creqOf(authentication)],
  ]);
  const script = submitting("authenticate-payer-script", "threedsChallengeRedirectForm");
  return `<div id="threedsChallengeRedirect" style="height: 100vh; max-height: 100%">${form}${CHALLENGE_FRAME}${script}</div>`;
}

/** The issuer has seen enough: the browser brings the result to the merchant. */
export function frictionlessHtml(
  returnUrl: string,
  fields: NonNullable<PayerAuthentication["returned"]>,
): string {
  const form = formOf("threedsFrictionLessRedirectForm", returnUrl, "challengeFrame", fields);
  const script = submitting("authenticate-payer-script", "threedsFrictionLessRedirectForm");
  return `<div id="threedsFrictionLessRedirect">${form}${CHALLENGE_FRAME}${script}</div>`;
}

/** 3-D Secure 1: the whole page goes to the issuer's. */
export function acsHtml(acsUrl: string, fields: NonNullable<PayerAuthentication["returned"]>): string {
  const form = formOf("redirectTo3ds1Form", acsUrl, "_self", fields);
  const script = submitting("redirect-to-acs-script", "redirectTo3ds1Form");
  return `<div id="redirectTo3ds1AcsSimple">${form}${script}</div>`;
}

const CHALLENGE_FRAME =
  '<iframe id="challengeFrame" name="challengeFrame" title="Your card issuer" width="100%" height="100%" frameborder="0"></iframe>';

function formOf(
  id: string,
  action: string,
  target: string,
  fields: NonNullable<PayerAuthentication["returned"]>,
): string {
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}" />`,
  );
  return `<form id="${id}" method="POST" action="${escaped(action)}" target="${target}">${inputs.join("")}</form>`;
}

/** Submits the form, and takes it away so that nobody does so again. */
function submitting(id: string, formId: string): string {
  return `<script id="${id}">(function(){var f=document.getElementById("${formId}");if(f){f.submit();f.remove();}})();</script>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
