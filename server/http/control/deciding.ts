import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import type { PipelineCall } from "../../gateway/column/family.ts";
import { beginRecording, send, tellRecord } from "../gateway/exchange-recorder.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import type { Reply } from "./kernel/kernel.ts";
import { Problem } from "./kernel/problem.ts";

/** Answers what a person decides. Its exchange is recorded, as those of the gateway are. */
export function deciding(
  parts: AppParts,
  path: string,
  notDone: string,
  decide: (draft: PipelineCall["draft"]) => Promise<Answer>,
): Reply {
  return async (request, response) => {
    const recording = beginRecording(parts, request, `/_sandbox${path}`);
    tellRecord(response, recording);
    recording.draft.authentication = "not-required";
    const answer = await decide(recording.draft).catch((error: unknown) => {
      // The record has it as the gateway would answer it; the control API answers problems.
      recording.finish(recording.fail(refusalOfHttp(error)));
      if (!(error instanceof Refusal)) throw error;
      const { explanation, fault } = error;
      throw new Problem(409, notDone, `${fault === undefined ? "" : `${fault.field}: `}${explanation}.`);
    });
    await send(response, recording, answer);
  };
}
