import type { ControlOperation } from "../../openapi/control-document.ts";
import type { QueryParameter } from "../../openapi/control-document.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

const HOLD_FIELDS: Readonly<Record<string, QueryParameter>> = {
  count: {
    description: "Answers when so many are held, or the time is over.",
    schema: { type: "integer", minimum: 0, maximum: 1_000, default: 0 },
  },
  waitMs: {
    description: "How long to wait for that.",
    schema: { type: "integer", minimum: 0, maximum: 60_000, default: 0 },
  },
};
const BAD_NUMBER = "count or waitMs is no whole number in its bounds.";

const files: readonly ControlOperation[] = [
  {
    method: "get",
    path: "/v1/scenarios",
    tag: "Scenarios",
    summary: "Gives the scenario files with their rules, and what is wrong with them",
    answers: { 200: "Scenarios" },
  },
  {
    method: "post",
    path: "/v1/scenarios/reload",
    tag: "Scenarios",
    summary: "Reads the scenario files again",
    answers: { 200: "ScenarioState" },
    problems: {
      422: "A file has a mistake, so that the last good ones stay in use; problems has all of them.",
    },
  },
  {
    method: "get",
    path: `${MERCHANT}/scenarios`,
    tag: "Scenarios",
    summary: "Tells which scenarios decide for the merchant",
    answers: { 200: "ScenarioChoice" },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "put",
    path: `${MERCHANT}/scenarios`,
    tag: "Scenarios",
    summary: "Chooses the scenarios that decide for the merchant",
    takes: "ScenarioWish",
    answers: { 200: "ScenarioChoice" },
    problems: { 400: "There is no such scenario, or the body has another form.", 404: NO_MERCHANT },
  },
  {
    method: "delete",
    path: `${MERCHANT}/scenarios`,
    tag: "Scenarios",
    summary: "Goes back to the scenarios of the settings",
    answers: { 200: "ScenarioChoice" },
    problems: { 404: NO_MERCHANT },
  },
];

const armedRules: readonly ControlOperation[] = [
  {
    method: "post",
    path: `${MERCHANT}/arm`,
    tag: "Scenarios",
    summary: "Arms a rule for the merchant's next requests",
    takes: "Arming",
    answers: { 201: "ArmedRule" },
    problems: {
      400: "The rule, times or ttl is wrong.",
      404: NO_MERCHANT,
      409: "A rule of this id is armed, or too many are.",
    },
  },
  {
    method: "get",
    path: `${MERCHANT}/armed`,
    tag: "Scenarios",
    summary: "Lists the rules that are armed",
    answers: { 200: "ArmedRules" },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "delete",
    path: `${MERCHANT}/armed`,
    tag: "Scenarios",
    summary: "Disarms all rules",
    answers: { 204: undefined },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "delete",
    path: `${MERCHANT}/armed/:ruleId`,
    tag: "Scenarios",
    summary: "Disarms a rule",
    answers: { 204: undefined },
    problems: { 404: "There is no such merchant, or the rule was never armed, is used up or has expired." },
  },
];

const holds: readonly ControlOperation[] = [
  {
    method: "get",
    path: "/v1/holds",
    tag: "Scenarios",
    summary: "Lists the requests that scenarios hold, oldest first",
    query: HOLD_FIELDS,
    answers: { 200: "Holds" },
    problems: { 400: BAD_NUMBER },
  },
  {
    method: "get",
    path: `${MERCHANT}/holds`,
    tag: "Scenarios",
    summary: "Lists the merchant's requests that scenarios hold, oldest first",
    query: HOLD_FIELDS,
    answers: { 200: "Holds" },
    problems: { 400: BAD_NUMBER, 404: NO_MERCHANT },
  },
  {
    method: "post",
    path: "/v1/holds/:id/release",
    tag: "Scenarios",
    summary: "Lets a held request go on",
    answers: { 200: "Released" },
    problems: { 404: "It never was, or it is over." },
  },
];

const views: readonly ControlOperation[] = [
  {
    method: "post",
    path: `${MERCHANT}/explain`,
    tag: "Scenarios",
    summary: "Tells what would become of a request, and why, without any effect",
    takes: "ExplainWish",
    answers: { 200: "Explanation" },
    problems: { 400: "The body has another form.", 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: "/v1/coverage",
    tag: "Scenarios",
    summary: "Tells which rules have answered, and which never did",
    answers: { 200: "Coverage" },
  },
  {
    method: "get",
    path: `${MERCHANT}/coverage`,
    tag: "Scenarios",
    summary: "Tells which rules have answered the merchant, and which never did",
    answers: { 200: "Coverage" },
    problems: { 404: NO_MERCHANT },
  },
];

export const scenarioOperations: readonly ControlOperation[] = [...files, ...armedRules, ...holds, ...views];
