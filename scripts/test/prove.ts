import { WHOLE } from "../../test/support/length.ts";
import { build, PARALLEL, succeeds } from "./running.ts";

/** The long proofs, of which `npm test` takes a part, whole. */
const PROOFS = ["process/package", "process/reload", "fuzz/fuzz", "soak/soak"].map(
  (name) => `test/${name}.test.ts`,
);

const mistakes = await build();
process.stderr.write(mistakes);
process.exitCode = mistakes === "" && (await succeeds([...PARALLEL, ...PROOFS], { [WHOLE]: "true" })) ? 0 : 1;
