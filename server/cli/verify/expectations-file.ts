import { FileError } from "../../document/file-problem.ts";
import { LINE_START } from "../../journal/journal-file.ts";
import { createExpectationsReader } from "../../verdict/expectations/reader.ts";
import { readText } from "../kernel/files.ts";
import { UsageError } from "../kernel/usage-error.ts";
import type { VerifyWish } from "./material.ts";

/** What a file of expectations says, and where; throws what is wrong with it, with the places. */
export function readExpectations(file: string): Pick<VerifyWish, "expectations" | "places"> {
  const text = readText(file);
  if (text.startsWith(LINE_START))
    throw new UsageError(
      `${file} is a journal and holds no expectations; verify --journal ${file} looks at it`,
    );
  const reading = createExpectationsReader()(file, text);
  if ("problems" in reading) throw new FileError(reading.problems);
  return reading;
}
