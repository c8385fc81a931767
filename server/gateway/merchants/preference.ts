/** Tokens, quoted texts (also one that is never closed) and what parts them (RFC 7240 section 2). */
const PIECES = /"((?:[^"\\]|\\.?)*)(?:"|$)|([^",;=\s]+)|[,;=]/gs;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const SCENARIO = "scenario";

/**
 * The scenarios that a Prefer header asks for, "" where one has no name: of several preferences of one name the first
 * counts, an empty one is none, parameters and other preferences are passed over (RFC 7240 section 2).
 */
export function preferredScenarios(header: string): readonly string[] {
  const preferences: string[][] = [[]];
  let isParameter = false;
  for (const [piece, quoted, token] of header.matchAll(PIECES)) {
    if (piece === ",") preferences.push([]);
    isParameter = piece === ";" || (isParameter && piece !== ",");
    if (piece !== "," && !isParameter)
      preferences.at(-1)?.push(quoted?.replace(/\\(.)/gs, "$1") ?? token ?? piece);
  }
  return preferences
    .filter(([name]) => name?.toLowerCase() === SCENARIO)
    .map(([, sign, value]) => (sign === "=" ? (value ?? "") : ""));
}

/** The preference as an answer tells that it was followed (RFC 7240 section 3). */
export function formatPreference(scenario: string): string {
  return `${SCENARIO}=${TOKEN.test(scenario) ? scenario : JSON.stringify(scenario)}`;
}
