import { sendPortal } from "../../pages/portal-page.ts";
import { flag, text } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import type { Reply } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";
import { clearLoginCookie, isAccessAsked, setLoginCookie, userWithToken } from "./users.ts";

const LOGIN = {
  type: "object",
  additionalProperties: false,
  required: ["token"],
  properties: { token: { ...text, title: "a token of the control API" } },
} as const;

/** The portal, and the way in for browsers where the control API asks for a token. The page itself holds no data. */
export const portal: Resource = {
  schemas: {
    LoggedIn: {
      type: "object",
      required: ["isTokenNeeded"],
      properties: {
        isTokenNeeded: { ...flag, description: "Whether the control API asks for a token at all." },
      },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/",
      tag: "Sandbox",
      summary: "Shows the portal, for people",
      answers: { 200: "Page" },
      isOpen: true,
      gives: "text/html",
      handle: () => (): Reply => (_request, response) => {
        sendPortal(response);
      },
    }),
    endpoint({
      method: "post",
      path: "/v1/login",
      tag: "Sandbox",
      summary: "Sets the cookie that stands for a token in a browser",
      body: { name: "Login", schema: LOGIN, wrong: { title: "Invalid login" } },
      answers: { 200: "LoggedIn" },
      problems: { 400: "There is no token in it.", 403: "The token is wrong." },
      isOpen: true,
      handle:
        ({ access }) =>
        ({ body: { token } }): Reply =>
        (request, response) => {
          const isTokenNeeded = isAccessAsked(access);
          const user = isTokenNeeded ? userWithToken(token, access) : undefined;
          if (isTokenNeeded && user === undefined)
            throw new Problem(403, "Wrong token", "This is not a token of this sandbox.");
          if (user !== undefined) setLoginCookie(request, response, user, access);
          response.json({ isTokenNeeded });
        },
    }),
    endpoint({
      method: "post",
      path: "/v1/logout",
      tag: "Sandbox",
      summary: "Takes the browser's cookie back",
      answers: { 204: undefined },
      isOpen: true,
      handle: () => (): Reply => (_request, response) => {
        clearLoginCookie(response);
        response.status(204).end();
      },
    }),
  ],
};
