import { createDecipheriv } from "node:crypto";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";

/** A form as a browser finds it in a page. */
export interface FoundForm {
  readonly id: string | undefined;
  readonly action: string;
  readonly target: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

const attribute = (element: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The first form of a page, or of HTML that a merchant puts into one. */
export function formIn(html: string): FoundForm {
  const form = /<form[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
  const inputs = form.match(/<input[^>]*>/g) ?? [];
  return {
    id: attribute(form, "id"),
    action: attribute(form, "action") ?? "",
    target: attribute(form, "target"),
    fields: Object.fromEntries(
      inputs.map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]),
    ),
  };
}

/** Sends the form as a browser does, and follows where it leads. */
export async function submit({ action, fields }: FoundForm): Promise<Response> {
  const { origin, pathname } = new URL(action);
  const answer = await request(origin).post(pathname).type("form").send(fields);
  return answer.status === 303 ? open(answer.get("Location") ?? "") : answer;
}

export async function open(url: string): Promise<Response> {
  const { origin, pathname } = new URL(url);
  return request(origin).get(pathname);
}

export function htmlOf({ body }: Response): string {
  const html = textAt(body as Json, "authentication.redirect.html");
  expect(html, JSON.stringify(body)).to.be.a("string");
  return html ?? "";
}

/** What the merchant's page does with the answer of an initiation: the issuer's hidden page calls back. */
export async function playMethod(initiated: Response): Promise<Response> {
  const hidden = await submit(formIn(htmlOf(initiated)));
  return submit(formIn(hidden.text));
}

/** A payer at the issuer's page. */
export interface ChallengedPayer {
  readonly page: Response;
  readonly url: string;
  /** Sends the page's form with these fields and gives what the browser shows then. */
  readonly send: (fields: Readonly<Record<string, string>>) => Promise<Response>;
}

/** The payer whom an answer sends to the issuer's page. */
export async function challengedBy(asked: Response): Promise<ChallengedPayer> {
  const { action, fields } = formIn(htmlOf(asked));
  const { origin, pathname } = new URL(action);
  const prompted = await request(origin).post(pathname).type("form").send(fields);
  expect(prompted.status, prompted.text).to.equal(303);
  const url = prompted.get("Location") ?? "";
  return {
    url,
    page: await open(url),
    send: (sent) => submit({ id: undefined, target: undefined, action: url, fields: sent }),
  };
}

/** What the browser brings to the merchant at last, from the page that ends the challenge. */
export async function broughtBack(ended: Response): Promise<FoundForm> {
  return formIn((await submit(formIn(ended.text))).text);
}

/** What the encrypted part of it says. */
export function decrypted(fields: FoundForm["fields"], key: string): Json {
  const bytes = (name: string): Buffer => Buffer.from(fields[`encryptedData.${name}`] ?? "", "base64");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), bytes("nonce"));
  decipher.setAuthTag(bytes("tag"));
  return JSON.parse(decipher.update(bytes("ciphertext"), undefined, "utf8") + decipher.final("utf8")) as Json;
}
