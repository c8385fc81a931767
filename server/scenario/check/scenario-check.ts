import { parse } from "node:path";
import { setOrder } from "../reading/set-names.ts";
import { extendsProblems, readFiles, readShipped, takenByShipped } from "../library/library-files.ts";
import type { ReadFile } from "../library/library-files.ts";
import { activeFaults } from "../reading/set-names.ts";
import { readTexts, scenarioFolder, whole } from "../library/scenario-folder.ts";
import type { FolderTexts } from "../library/scenario-folder.ts";
import { doubledNames } from "../reading/scenario-reader.ts";
import { incompleteAnswers } from "../reading/broken-answers.ts";
import { checkedRules, inAskingOrder } from "./checked-rule.ts";
import type { CheckedFile, CheckedRule } from "./checked-rule.ts";
import { followUpCardProblem } from "./operation-problems.ts";
import { idleOutcomeProblems } from "./operation-problems.ts";
import { errorOf, inPlaceOrder, warning } from "../reading/remark.ts";
import type { CheckedProblem, CheckRemark } from "../reading/remark.ts";
import { shadowProblem, shadowsAmong } from "./shadowing.ts";
import type { Shadow } from "./shadowing.ts";
import { realCardProblems } from "./real-cards.ts";
import { contradictionProblem, unknownRuleProblems, unreachableProblem } from "./unreachable.ts";
import type { Reach } from "./unreachable.ts";

interface CheckQuestion {
  readonly folder: URL | string;
  /**
   * Names that are active together, first one asked first; each must be there. Undefined: nothing is known of that, and
   * each file is looked at with what it extends alone.
   */
  readonly active: readonly string[] | undefined;
  readonly reach: Reach;
}

export interface CheckAnswer {
  /** As remarks call the folder. */
  readonly folder: string;
  /** As remarks call the files. */
  readonly files: readonly string[];
  readonly rules: number;
  readonly remarks: readonly CheckRemark[];
}

/** A file with all that is known of it, whether or not it is in order. */
interface Subject extends ReadFile {
  /** What `extends` and settings call it. */
  readonly called: string;
}

/** Reads every file of a folder, and looks for everything that can be wrong with it and with what is active of it. */
export function checkScenarios({ folder, ...question }: CheckQuestion): CheckAnswer {
  return checkTexts(readTexts(scenarioFolder(folder)), question);
}

/** The same of files that need not be there. */
export function checkTexts(
  texts: FolderTexts,
  { active, reach }: Omit<CheckQuestion, "folder">,
): CheckAnswer {
  const own = readFiles(texts).map(subjectOf);
  const behind = readShipped()
    .map(subjectOf)
    .filter(({ called }) => texts.names?.includes(called) !== true);
  const subjects = [...own, ...behind];
  const inOrder = subjects.flatMap((it) =>
    it.scenario ? [{ called: it.called, source: it.source, scenario: it.scenario }] : [],
  );
  const rules = new Map(inOrder.map((file) => [file.called, checkedRules(file)]));
  const ownRules = own.flatMap(({ called }) => rules.get(called) ?? []);
  const found = [
    ...shadowsIn(subjects, rules, active ?? []).map(shadowProblem),
    ...ownRules.flatMap((rule) => problemsOfRule(rule, reach)),
    ...problemsIn(inOrder),
  ];
  // What ships has been checked.
  const shipped = new Set(behind.map(({ source }) => source.file));
  const problems = found.filter(({ file }) => !shipped.has(file));
  const names = behind.map(({ called }) => called);
  const remarks = [
    ...unusable(texts, own, behind),
    ...missing(texts, names, active),
    ...nothing(texts, active),
    ...problems.map(warning),
  ];
  return {
    folder: texts.shown,
    files: texts.files.map(({ file }) => `${texts.shown}/${file}`),
    rules: ownRules.length,
    remarks: inPlaceOrder(remarks),
  };
}

function subjectOf(file: ReadFile): Subject {
  return { ...file, called: parse(file.file).name };
}

/** What keeps a file from being used, as the library has it. */
function unusable(
  texts: FolderTexts,
  subjects: readonly Subject[],
  behind: readonly Subject[],
): readonly CheckRemark[] {
  const extending = subjects.map(({ called, source, extends: names }) => ({
    name: called,
    source,
    extends: names,
  }));
  return [
    ...texts.problems,
    ...subjects.flatMap(({ problems }) => problems),
    ...doubledNames(
      subjects,
      behind.map(({ file, name }) => takenByShipped(file, name)),
    ),
    ...extendsProblems(
      extending,
      behind.map(({ called }) => called),
    ),
  ].map(errorOf);
}

/** Of names that are not there. */
function missing(
  { shown, names: own }: FolderTexts,
  behind: readonly string[],
  active: readonly string[] | undefined,
): readonly CheckRemark[] {
  if (own === undefined || active === undefined) return [];
  return activeFaults(active, { own, behind }).map((fault) => ({
    ...whole(shown, `${fault}; specify the active ones with --scenarios or SANDBOX_SCENARIOS`),
    check: "missing-default",
    severity: "error",
  }));
}

/** A folder of which nothing is read is mostly another one than was meant; settings say of theirs what is missing. */
function nothing(
  { shown, names }: FolderTexts,
  active: readonly string[] | undefined,
): readonly CheckRemark[] {
  if (active !== undefined || names?.length !== 0) return [];
  return [errorOf(whole(shown, "the folder contains no scenario files (.yaml, .yml or .json)"))];
}

function problemsOfRule(rule: CheckedRule, reach: Reach): readonly CheckedProblem[] {
  const lost = unreachableProblem(rule, reach) ?? contradictionProblem(rule) ?? followUpCardProblem(rule);
  return [...(lost ? [lost] : []), ...idleOutcomeProblems(rule)];
}

/**
 * Within each file with what it extends, then among all that are active; each rule is told once. To overrule is what a
 * file extends another one for, so that rules of extended files are not told of (assumption A202).
 */
function shadowsIn(
  subjects: readonly Subject[],
  rules: ReadonlyMap<string, readonly CheckedRule[]>,
  active: readonly string[],
): readonly Shadow[] {
  const extended = new Map(subjects.map(({ called, extends: names }) => [called, names]));
  const orderOf = (names: readonly string[]): readonly string[] =>
    setOrder(names, (name) => extended.get(name) ?? []);
  const isOverruled = ({ rule, by }: Shadow): boolean =>
    by.fileName !== rule.fileName && orderOf([by.fileName]).includes(rule.fileName);
  const sets = [...subjects.map(({ called }) => [called]), active];
  const found = sets
    .flatMap((set) => shadowsAmong(inAskingOrder(orderOf(set).map((name) => rules.get(name) ?? []))))
    .filter((shadow) => !isOverruled(shadow));
  // Of entries with the same key a Map keeps the last, which is to be the one of the rule's own file.
  return [...new Map(found.toReversed().map((shadow) => [shadow.rule.entry, shadow])).values()];
}

function problemsIn(files: readonly CheckedFile[]): readonly CheckedProblem[] {
  return [
    ...unknownRuleProblems(files),
    ...files.flatMap((file) => [
      ...realCardProblems(file),
      ...incompleteAnswers(file.source, file.scenario.content),
    ]),
  ];
}
