import { holdsCardNumber } from "../domain/card.ts";
import { CHIP_MEMBER_READERS } from "./chip-members.ts";
import type { ChipMembers } from "./chip-members.ts";
import { EMV_TAGS } from "./emv-tags.ts";
import type { EmvTag } from "./emv-tags.ts";
import { parseHex } from "./hex.ts";
import { formatTlv, parseTlv } from "./tlv.ts";
import type { DataObject } from "./tlv.ts";

/** One value that the chip or the terminal sent; templates are opened. */
export interface EmvElement {
  readonly tag: string;
  readonly value: string;
}

/** What is wrong with the data. Holds tags and places, never a value. */
export interface EmvFault {
  readonly reason: "malformed" | "unpermitted" | "unreadable";
  readonly tag: string | undefined;
  /** Goes on after the field's name: "emvRequest " + explanation. */
  readonly explanation: string;
}

export type EmvReading =
  | { readonly elements: readonly EmvElement[]; readonly members: ChipMembers; readonly fault: undefined }
  | { readonly fault: EmvFault };

/** Reads `emvRequest`; the first fault counts: form, then permitted tags, then the values that fill members. */
export function parseEmv(text: string): EmvReading {
  const bytes = parseHex(text);
  if (bytes === undefined) return faulty("malformed", "is not hexadecimal, two digits a byte");
  const reading = parseTlv(bytes);
  if (reading.faultAt !== undefined) {
    return faulty("malformed", `is not BER-TLV: no data object can be read at byte ${reading.faultAt}`);
  }
  const tag = reading.objects.flatMap(tagsOf).find((found) => tagRule(found) === undefined);
  if (tag !== undefined) return faulty("unpermitted", `holds tag ${tag}, which is not permitted`, tag);
  return withMembers(reading.objects.flatMap(elementsOf));
}

/**
 * The data without what no answer brings back (interface section 2.10): neither the tags of card data, nor others
 * that hold the card's number or one like it all the same.
 */
export function returnableEmv(elements: readonly EmvElement[], cardNumber?: string): string {
  const returned = elements.filter(
    ({ tag, value }) => tagRule(tag)?.isSensitive !== true && !holdsNumber(value, cardNumber),
  );
  return formatTlv(returned);
}

/** Numbers are packed, two digits in a byte, or text. */
function holdsNumber(value: string, cardNumber: string | undefined): boolean {
  const forms = [value, Buffer.from(value, "hex").toString("latin1")];
  const isIn = (form: string): boolean => cardNumber !== undefined && form.includes(cardNumber);
  return forms.some((form) => isIn(form) || holdsCardNumber(form));
}

/** A tag that comes twice counts by its first value (assumption A106). */
function withMembers(elements: readonly EmvElement[]): EmvReading {
  const members: Record<string, ChipMembers[keyof ChipMembers]> = {};
  for (const { tag, value } of elements) {
    const member = tagRule(tag)?.fills;
    if (member === undefined || members[member] !== undefined) continue;
    const content = CHIP_MEMBER_READERS[member](value);
    if (content === undefined) return faulty("unreadable", `holds a tag ${tag} that is no ${member}`, tag);
    members[member] = content;
  }
  return { elements, members, fault: undefined };
}

function faulty(reason: EmvFault["reason"], explanation: string, tag?: string): EmvReading {
  return { fault: { reason, tag, explanation } };
}

function tagRule(tag: string): EmvTag | undefined {
  return EMV_TAGS[tag];
}

/** A template and all that it holds. */
function tagsOf({ tag, parts }: DataObject): readonly string[] {
  return [tag, ...(parts ?? []).flatMap(tagsOf)];
}

function elementsOf({ tag, value, parts }: DataObject): readonly EmvElement[] {
  return parts?.flatMap(elementsOf) ?? [{ tag, value }];
}
