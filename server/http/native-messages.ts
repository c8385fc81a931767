import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Express } from "express";

/** Constructors for `createServer`, whose instances are the application's requests and responses from the start. */
export interface NativeMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

/**
 * Express gives every request and response the prototypes of its application. Changing the prototype of an object
 * that lives makes all code slow that ever sees it; where it has that prototype already, nothing changes
 * (docs/decisions/0009-speed.md). Node's constructors are functions, whatever its types say.
 */
export function nativeMessages(app: Express): NativeMessages {
  const [asRequest, asResponse] = [IncomingMessage, ServerResponse] as unknown as [
    (this: object, socket: Socket) => void,
    (this: object, request: object, options?: object) => void,
  ];
  function NativeRequest(this: object, socket: Socket): void {
    asRequest.call(this, socket);
  }
  function NativeResponse(this: object, request: object, options?: object): void {
    asResponse.call(this, request, options);
  }
  NativeRequest.prototype = app.request;
  NativeResponse.prototype = app.response;
  return { IncomingMessage: NativeRequest, ServerResponse: NativeResponse } as unknown as NativeMessages;
}
