import { parse } from "node:path";
import { extendsProblems } from "../extends.ts";
import { setOrder } from "../set-order.ts";
import { readFiles } from "../library-files.ts";
import type { ReadFile } from "../library-files.ts";
import { nameFaults } from "../name-faults.ts";
import { readTexts, scenarioFolder, whole } from "../scenario-folder.ts";
import type { FolderTexts } from "../scenario-folder.ts";
import { doubledNames } from "../scenario-reader.ts";
import { incompleteAnswers } from "./broken-answers.ts";
import { checkedRules, inAskingOrder } from "./checked-rule.ts";
import type { CheckedFile, CheckedRule } from "./checked-rule.ts";
import { followUpCardProblem } from "./follow-up-cards.ts";
import { idleOutcomeProblems } from "./idle-outcomes.ts";
import { impossibleProblem } from "./impossible.ts";
import type { Reach } from "./reach.ts";
import { errorOf, inPlaceOrder, warning } from "./remark.ts";
import type { CheckedProblem, CheckRemark } from "./remark.ts";
import { shadowProblem, shadowsAmong } from "./shadowing.ts";
import type { Shadow } from "./shadowing.ts";
import { readTestCards, realCardProblems } from "./test-cards.ts";
import { unknownRuleProblems } from "./unknown-rules.ts";
import { unreachableProblem } from "./unreachable.ts";

export interface CheckQuestion {
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
export function checkScenarios(question: CheckQuestion): CheckAnswer {
  const { folder, active, reach } = question;
  const texts = readTexts(scenarioFolder(folder));
  const subjects = readFiles(texts).map((file) => ({ ...file, called: parse(file.file).name }));
  const inOrder = subjects.flatMap((it) =>
    it.scenario ? [{ called: it.called, source: it.source, scenario: it.scenario }] : [],
  );
  const rules = new Map(inOrder.map((file) => [file.called, checkedRules(file)]));
  const allRules = [...rules.values()].flat();
  const problems = [
    ...shadowsIn(subjects, rules, active ?? []).map(shadowProblem),
    ...allRules.flatMap((rule) => problemsOfRule(rule, reach)),
    ...problemsIn(inOrder),
  ];
  const remarks = [...unusable(texts, subjects), ...missing(texts, active), ...problems.map(warning)];
  return {
    folder: texts.shown,
    files: texts.files.map(({ file }) => `${texts.shown}/${file}`),
    rules: allRules.length,
    remarks: inPlaceOrder(remarks),
  };
}

/** What keeps a file from being used, as the library has it. */
function unusable(texts: FolderTexts, subjects: readonly Subject[]): readonly CheckRemark[] {
  const extending = subjects.map(({ called, source, extends: names }) => ({
    name: called,
    source,
    extends: names,
  }));
  return [
    ...texts.problems,
    ...subjects.flatMap(({ problems }) => problems),
    ...doubledNames(subjects),
    ...extendsProblems(extending),
  ].map(errorOf);
}

/** Of names that are not there. */
function missing(
  { shown, names }: FolderTexts,
  active: readonly string[] | undefined,
): readonly CheckRemark[] {
  if (names === undefined || active === undefined) return [];
  return nameFaults(active, names).map((fault) => ({
    ...whole(shown, `${fault}; say which are active with --scenarios or SANDBOX_SCENARIOS`),
    check: "missing-default",
    severity: "error",
  }));
}

function problemsOfRule(rule: CheckedRule, reach: Reach): readonly CheckedProblem[] {
  const lost = unreachableProblem(rule, reach) ?? impossibleProblem(rule) ?? followUpCardProblem(rule);
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
  const isTestCard = readTestCards();
  return [
    ...unknownRuleProblems(files),
    ...files.flatMap((file) => [
      ...realCardProblems(file, isTestCard),
      ...incompleteAnswers(file.source, file.scenario.content),
    ]),
  ];
}
