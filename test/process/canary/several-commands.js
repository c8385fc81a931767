import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Runs a program once for each of many commands, in one process: loading it takes longer than most commands. Of the
 * program only its first file is evaluated anew. As in a process of its own, a command is over when nothing is left to do.
 * Arguments are the program, a file with the words of each command, and the file that gets how each ended.
 */
const [program = "", asked = "", ended = ""] = process.argv.splice(2);
const commands = JSON.parse(readFileSync(asked, "utf8"));
const codes = [];

function runNext() {
  process.exitCode = undefined;
  process.argv.splice(2, Infinity, ...commands[codes.length]);
  return import(`${pathToFileURL(program).href}?${codes.length}`);
}

// Each run of the program listens to the same output.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
process.on("beforeExit", () => {
  codes.push(process.exitCode ?? 0);
  if (codes.length < commands.length) return void runNext();
  writeFileSync(ended, JSON.stringify(codes));
  process.exitCode = 0;
});
await runNext();
