import type { Request, Response } from "express";
import { maskId } from "../../../domain/card/card.ts";
import { valueAt } from "../../../domain/json.ts";
import type { Json } from "../../../domain/json.ts";
import { isoTime } from "../../../domain/time.ts";
import type { AppParts } from "../../parts.ts";
import type { Endpoint } from "../kernel/endpoint.ts";
import { Problem } from "../kernel/problem.ts";
import { ROLES } from "./access.ts";
import type { ControlUser, Role } from "./access.ts";

/** The role that an endpoint asks for: whoever reads looks, whoever changes something tests. */
export function neededRole({ method, needs }: Pick<Endpoint, "method" | "needs">): Role {
  return needs ?? (method === "get" ? "look" : "test");
}

/** Whether the user may see what is the merchant's. */
export function reaches({ merchants }: ControlUser, merchantId: string | undefined): boolean {
  if (merchants === undefined) return true;
  return merchantId !== undefined && merchants.some((pattern) => matches(pattern, merchantId));
}

function matches(pattern: string, id: string): boolean {
  return pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

/** Before anything is looked up: the role, and the merchant that the path names. */
export function checkPermission(it: Endpoint, request: Request, parts: AppParts): void {
  const user = userIn(request);
  const role = neededRole(it);
  if (ROLES.indexOf(user.role) < ROLES.indexOf(role))
    throw new Problem(403, "Not permitted", `This needs the role ${role}; ${user.name} has ${user.role}.`);
  if (it.path.includes("/:merchantId")) checkReach(user, String(request.params["merchantId"]));
  else if (it.ownerOf !== undefined) checkOwner(user, it.ownerOf(parts, String(request.params["id"])));
}

/** Once query and body are read: what is about no one merchant shows those of others too. */
export function checkScope(it: Endpoint, request: Request, call: Readonly<Record<string, unknown>>): void {
  const user = userIn(request);
  if (user.merchants === undefined || it.path.includes("/:merchantId") || it.ownerOf !== undefined) return;
  if (it.scope === "shared" || it.scope === "filtered") return;
  const named = [call["query"], call["body"]].map((given) => valueAt(given as Json | undefined, "merchant"));
  checkReach(
    user,
    named.find((it) => typeof it === "string"),
  );
}

/** For what names merchants beside each other. */
export function checkAllMerchants(request: Request): void {
  checkReach(userIn(request), undefined);
}

function checkReach(user: ControlUser, merchantId: string | undefined): void {
  if (reaches(user, merchantId)) return;
  const list = user.merchants?.join(", ") ?? "";
  const what = merchantId === undefined ? "This is about all merchants" : "This is another merchant's";
  throw new Problem(403, "Not permitted", `${what}; ${user.name} may reach ${list}.`);
}

/** As if it were not there: an id must not tell that somebody else has it. */
function checkOwner(user: ControlUser, merchantId: string | undefined): void {
  if (!reaches(user, merchantId))
    throw new Problem(404, "Not found", "There is none with this id that you may see.");
}

export function userIn({ controlUser }: Request): ControlUser {
  if (controlUser === undefined) throw new Error("nobody was asked who calls the control API");
  return controlUser;
}

/** Notes who did it once it is answered, whatever came of it. Reading is not noted. */
export function auditCall(it: Endpoint, request: Request, response: Response, parts: AppParts): void {
  if (it.method === "get" || neededRole(it) === "look") return;
  const { method, params } = request;
  const path = it.path.replace(/:(\w+)/g, (_, name: string) => maskId(String(params[name])));
  const user = userIn(request).name;
  response.once("finish", () => {
    const { statusCode: status } = response;
    const { changedTo: revision } = request;
    const made = revision === undefined ? {} : { revision };
    parts.audit.add({ at: isoTime(parts.clock()), user, method, path, status, ...made });
  });
}
