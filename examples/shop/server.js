import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { gatewayOf, Refusal } from "./gateway.js";
import { homePage, leavingPage, orderPage, payPage, troublePage } from "./pages.js";
import { newOrder, payAuthenticated, renew, retrieve, WAYS } from "./payments.js";

const TYPES = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
const FILES = ["card-fields.js", "checkout.js", "icon.svg", "leave.js", "shop.css"];

/**
 * Opens a shop whose server keeps the merchant's password and calls the gateway. Orders are kept in memory.
 * @param {{ gateway: string, merchant: string, password: string, host: string, port: number }} settings
 *   `gateway` is where server and browsers reach it, such as `http://127.0.0.1:8620`; port 0 is a free one
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function openShop({ host, port, ...account }) {
  const answer = shopOf(account);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: server.address().port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Answers a request; whatever goes wrong becomes a page that says so. */
function shopOf(account) {
  const routes = routesOf(account);
  const headers = { "Content-Security-Policy": policyFor(account.gateway) };
  return async (request, response) => {
    const { status = 200, ...answer } = await answerOf(routes, request, account);
    const type = `${answer.type ?? "text/html"}; charset=utf-8`;
    const location = answer.location === undefined ? {} : { Location: answer.location };
    response.writeHead(status, { ...headers, "Content-Type": type, ...location });
    response.end(answer.body);
  };
}

/** Frames are the gateway's, but for the issuer's, which leads back to the shop. The gateway's HTML has styles in it. */
function policyFor(gateway) {
  return [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self'",
    `connect-src ${gateway}`,
    `frame-src 'self' ${gateway}`,
    `form-action 'self' ${gateway}`,
    "frame-ancestors 'self'",
  ].join("; ");
}

async function answerOf(routes, request, account) {
  try {
    const url = new URL(request.url, `http://${request.headers.host}`);
    const isMeant = ([method, path]) => request.method === method && path.test(url.pathname);
    const [, path, answer] = routes.find(isMeant) ?? ELSEWHERE;
    return (await answer({ url, part: path.exec(url.pathname)?.[1], request })) ?? notFound(account);
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    const words = isRefusal ? `The gateway says ${error.message}` : String(error);
    return { status: isRefusal ? 502 : 500, body: troublePage(words, error.exchange, account) };
  }
}

const ELSEWHERE = ["", /^/, () => undefined];

const notFound = (account) => ({
  status: 404,
  body: troublePage("There is no such page.", undefined, account),
});
const seeOther = (location) => ({ status: 303, location });

const at = (end) => new RegExp(`^/orders/([\\w-]+)${end}$`);

/** Method, path, and what is answered, if anything; what a path has in brackets is the `part`. */
function routesOf(account) {
  const call = gatewayOf(account);
  const orders = new Map();
  const known = (answer) => (asked) => {
    const order = orders.get(asked.part);
    return order && answer(order, asked);
  };
  const keep = (order) => orders.set(order.id, order);
  return [
    ["GET", /^\/$/, () => ({ body: homePage() })],
    ["GET", /^\/([\w-]+\.\w+)$/, ({ part }) => fileAnswer(part)],
    ["POST", /^\/orders$/, (asked) => ordered(call, keep, asked)],
    ["GET", at("/pay"), known((order) => ({ body: payPage(order, account) }))],
    ["GET", at("/return"), known(returned)],
    ["POST", at("/authenticated"), known((order) => authenticated(call, order))],
    ["POST", at("/renew"), known((order) => renewed(call, keep, order))],
    ["GET", at(""), known((order) => shown(call, order, account))],
  ];
}

async function ordered(call, keep, { url, request }) {
  const way = new URLSearchParams(await text(request)).get("way");
  if (!Object.hasOwn(WAYS, way)) return seeOther("/");
  const order = newOrder(way);
  keep(order);
  await WAYS[way].begin(call, order, `${url.origin}/orders/${order.id}`);
  return seeOther(`/orders/${order.id}/pay`);
}

async function authenticated(call, order) {
  await payAuthenticated(call, order);
  return { body: leavingPage(order) };
}

async function renewed(call, keep, order) {
  const next = await renew(call, order);
  keep(next);
  return seeOther(`/orders/${next.id}`);
}

async function shown(call, order, account) {
  return { body: orderPage(order, await retrieve(call, order), account) };
}

/** Only who has really paid knows the indicator that the gateway told this server. */
function returned(order, { url }) {
  order.isIndicated = url.searchParams.get("resultIndicator") === order.successIndicator;
  return seeOther(`/orders/${order.id}`);
}

async function fileAnswer(name) {
  if (!FILES.includes(name)) return undefined;
  const body = await readFile(new URL(`public/${name}`, import.meta.url));
  return { type: TYPES[name.split(".").at(-1)], body };
}
