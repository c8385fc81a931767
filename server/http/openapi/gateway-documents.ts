import type { JsonObject } from "../../domain/json.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import { readAnswerFiles } from "./answer-files.ts";
import { readContractFolder } from "../../contract/contract-folder.ts";
import { gatewayDocument } from "./gateway-document.ts";
import type { Target } from "./gateway-document.ts";

/** Makes the document of a version. */
export type GatewayDocuments = (target: Target) => JsonObject;

const SCHEMAS = new URL("../../../schemas/", import.meta.url);

/** Reads what all documents are made from. */
export function loadGatewayDocuments(folder = SCHEMAS): GatewayDocuments {
  const sources = { contractOf: readContractFolder(folder).contractOf, answers: readAnswerFiles(folder) };
  return (target) => gatewayDocument(sources, target);
}

/** The version that a person names, with or without `v`; `latest` is the newest. Undefined: there is none. */
export function documentedVersion(text: string): number | undefined {
  if (text === "latest") return VERSION_MAX;
  const version = /^v?[1-9]\d{0,2}$/.test(text) ? Number(text.replace("v", "")) : 0;
  return version >= VERSION_MIN && version <= VERSION_MAX ? version : undefined;
}
