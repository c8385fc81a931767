import { requestSpans } from "../../../contract/schema/request-spans.ts";
import type { RequestSpan } from "../../../contract/schema/request-spans.ts";
import { readSchemaFolder } from "../../../contract/schema/schema-folder.ts";

let read: RequestSpan | undefined;

/** Which members requests know in which versions. The build puts what it comes to in the place of this module. */
export function requestMembers(): RequestSpan {
  read ??= requestSpans(readSchemaFolder(new URL("../../../../schemas/", import.meta.url)).files);
  return read;
}
