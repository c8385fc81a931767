import { stepsOf } from "../../domain/json-pointer.ts";
import { correctionOf, valueAtPath } from "../../domain/record/correction.ts";
import { endingOf, rowOf } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { requestPath } from "../../domain/record/request-path.ts";
import { explanationOf } from "../../domain/record/explanation.ts";
import type { Terminal } from "../kernel/command.ts";
import { exchangeLine, painted } from "../kernel/exchange-line.ts";

interface StoryStyle extends Pick<Terminal, "isColoured"> {
  /** Whether each scenario rule that did not match is listed; there may be many. */
  readonly hasAll: boolean;
  /** The exchange that used the transaction's id before, where that is why this one was refused. */
  readonly earlier?: Exchange | undefined;
}

/** The whole story of an exchange for a terminal: its line as the console has it, then what each step said. */
export function storyOf(exchange: Exchange, { earlier, hasAll, isColoured }: StoryStyle): string {
  const ending = endingOf(exchange);
  const lines = [
    ...requestLines(exchange),
    ...explanationOf(hasAll ? exchange : withoutTried(exchange)),
    ...(earlier === undefined ? [] : [`The id was used by: ${earlierWords(earlier)}.`]),
    ...effectLines(exchange),
    ...(hasAll ? [] : triedLines(exchange)),
    ...correctionLines(exchange),
  ];
  const told = lines.map((line) => `${painted(line, colourOf(line, ending), isColoured)}\n`);
  return [exchangeLine(rowOf(exchange), { format: "text", isColoured }), "\n", ...told].join("");
}

function requestLines(exchange: Exchange): readonly string[] {
  const { id, at, request, authentication } = exchange;
  const { method, version, bytes } = request;
  const ofVersion = version === undefined ? "" : `, version ${version}`;
  // A body that was never read has no size.
  const ofSize = bytes === 0 ? "" : `, ${bytes} bytes`;
  return [
    `Exchange: ${id}, ${at}.`,
    `Request: ${method} ${requestPath(exchange)}${ofVersion}${ofSize}.`,
    `Credentials: ${authentication.replaceAll("-", " ")}.`,
  ];
}

function earlierWords(earlier: Exchange): string {
  const { id, at, operation, status, words } = rowOf(earlier);
  return [`exchange ${id} of ${at}`, operation, `${status} ${words ?? ""}`.trim()].join(", ");
}

function effectLines({ committed, repeated, notifications = [] }: Exchange): readonly string[] {
  return [
    `Stored: ${committed ? "yes" : "nothing"}${repeated ? "; the stored answer was given again" : ""}.`,
    ...notifications.map(({ id, url }) => `Notification: ${id} to ${url}.`),
  ];
}

function withoutTried(exchange: Exchange): Exchange {
  const { scenario } = exchange;
  return { ...exchange, scenario: scenario && { ...scenario, tried: [] } };
}

function triedLines({ scenario }: Exchange): readonly string[] {
  const count = scenario?.tried.length ?? 0;
  return count === 0 ? [] : [`Scenario rules that did not match: ${count}; --all lists them.`];
}

/** The members as they have to be sent, as far as that can be told of any. */
function correctionLines({ request, contract }: Exchange): readonly string[] {
  const { body, mended } = correctionOf(request.body ?? null, contract?.findings ?? []);
  if (!mended.some(({ kind }) => kind === "mended")) return [];
  const lines = mended.map(({ pointer, kind }) => {
    const steps = stepsOf(pointer);
    const value = JSON.stringify(valueAtPath(body, steps));
    return `  ${steps.join(".")}: ${kind === "open" ? `${value}, which only you know` : value}`;
  });
  return ["Send instead:", ...lines];
}

/** What the start of a line means; the answer has the colour of the exchange. */
const COLOURS: readonly (readonly [start: RegExp, ending: Ending])[] = [
  [/^ {2}violation:|^Refused:|^Order rules: .* refuses/, "refused"],
  [/^ {2}deviation:/, "declined"],
  [/^Fault:/, "failed"],
  [/^Send instead:/, "approved"],
];

function colourOf(line: string, ending: Ending): Ending {
  if (line.startsWith("Answer:")) return ending;
  return COLOURS.find(([start]) => start.test(line))?.[1] ?? "done";
}
