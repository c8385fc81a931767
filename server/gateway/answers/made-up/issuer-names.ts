import { random } from "./random-data.ts";

/** A prime number of them, so that numbers which count up do not fall into step. */
const ISSUERS = 97;

/**
 * What the faker library makes of the seeds 0 to 96 as company names of its English locale. The build puts the list
 * itself in the place of this module, so that no start of a built sandbox has to load the library.
 */
export const issuerNames: readonly string[] = Array.from({ length: ISSUERS }, (_, seed) => {
  random.seed(seed);
  return `${random.company.name()} Bank`;
});
