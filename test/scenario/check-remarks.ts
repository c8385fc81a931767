import { loadReach } from "../../server/contract/reach.ts";
import { checkScenarios } from "../../server/scenario/check/scenario-check.ts";
import type { CheckRemark } from "../../server/scenario/reading/remark.ts";
import { withFolder } from "./folders.ts";
import type { Files } from "./folders.ts";

/** What the contracts of the product let requests carry. */
export const REACH = loadReach();

/** What the check says of the files, with the folder called `scenarios`. */
export function remarksOn(files: Files, active?: readonly string[]): readonly CheckRemark[] {
  return withFolder(files, (folder) => {
    const { remarks } = checkScenarios({ folder, active, reach: REACH });
    const named = (text: string): string => text.replaceAll(folder, "scenarios");
    return remarks.map((remark) => ({
      ...remark,
      file: named(remark.file),
      message: named(remark.message),
    }));
  });
}

/** `plan.yaml:3:5 shadowed-rule …`; one line for each remark. */
export function remarkLines(files: Files, active?: readonly string[]): readonly string[] {
  return remarksOn(files, active).map(({ file, line, column, check, message }) => {
    const place = line === 0 ? file : `${file}:${line}:${column}`;
    return `${place.replace("scenarios/", "")} ${check} ${message}`;
  });
}
