import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/** Constructors for `createServer`, whose instances are the application's requests and responses from the start. */
export interface NativeMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

/**
 * Express gives every request and response the prototypes of its application. Changing the prototype of an object
 * that lives makes all code slow that ever sees it; where it has that prototype already, nothing changes
 * (docs/decisions/0009-speed.md).
 */
export function nativeMessages(app: Express): NativeMessages {
  class NativeRequest extends IncomingMessage {}
  class NativeResponse extends ServerResponse {}
  app.request = over(NativeRequest.prototype, app.request);
  app.response = over(NativeResponse.prototype, app.response);
  return { IncomingMessage: NativeRequest, ServerResponse: NativeResponse };
}

/** The prototype of Node's messages with all that Express's own has. */
function over<Prototype extends object>(native: object, express: Prototype): Prototype {
  return Object.setPrototypeOf(native, express) as Prototype;
}
