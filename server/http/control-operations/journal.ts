import type { ControlOperation } from "../../openapi/control-document.ts";
import { MERCHANT_PAGE_FIELDS, PAGE_FIELDS } from "./fields.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

const BAD_FILTER = "A filter is unknown, or its value is wrong.";

export const journalOperations: readonly ControlOperation[] = [
  {
    method: "get",
    path: "/v1/exchanges",
    tag: "Journal",
    summary: "Lists exchanges, newest first",
    description: "With next, there are older ones: ask again with it as before.",
    query: PAGE_FIELDS,
    answers: { 200: "Exchanges" },
    problems: { 400: BAD_FILTER },
  },
  {
    method: "get",
    path: `${MERCHANT}/exchanges`,
    tag: "Journal",
    summary: "Lists exchanges of the merchant, newest first",
    query: MERCHANT_PAGE_FIELDS,
    answers: { 200: "Exchanges" },
    problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
  },
  {
    method: "post",
    path: "/v1/exchanges/wait",
    tag: "Journal",
    summary: "Answers as soon as so many exchanges match",
    takes: "ExchangeWait",
    takesNothing: true,
    answers: { 200: "Exchanges" },
    problems: { 400: BAD_FILTER, 408: "Too few matched in time.", 503: "The sandbox stops." },
  },
  {
    method: "get",
    path: "/v1/exchanges/:id",
    tag: "Journal",
    summary: "Gives an exchange: why the answer came",
    answers: { 200: "Exchange" },
    problems: { 404: "It never was, or newer ones pushed it out." },
  },
  {
    method: "get",
    path: "/v1/exchanges/:id/bundle",
    tag: "Journal",
    summary: "Gives everything that is needed to play an exchange again: gateway-sandbox replay answers it",
    answers: { 200: "Bundle" },
    problems: { 404: "It never was, or newer ones pushed it out." },
  },
];
