/** Tokens, quoted texts (also one that is never closed) and what parts them (RFC 7240 section 2). */
const PIECES = /"((?:[^"\\]|\\.?)*)(?:"|$)|([^",;=\s]+)|[,;=]/gs;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const SCENARIO = "scenario";

/**
 * The scenario that a Prefer header asks for. Of several preferences of one name the first counts, an empty one is
 * none, parameters and other preferences are passed over (RFC 7240 section 2).
 */
export function preferredScenario(header: string): string | undefined {
  const preferences: string[][] = [[]];
  let isParameter = false;
  for (const [piece, quoted, token] of header.matchAll(PIECES)) {
    if (piece === ",") preferences.push([]);
    isParameter = piece === ";" || (isParameter && piece !== ",");
    if (piece !== "," && !isParameter)
      preferences.at(-1)?.push(quoted?.replace(/\\(.)/gs, "$1") ?? token ?? piece);
  }
  const asked = preferences.find(([name]) => name?.toLowerCase() === SCENARIO);
  const [, sign, value] = asked ?? [];
  return sign === "=" && value !== "" ? value : undefined;
}

/** The preference as an answer tells that it was followed (RFC 7240 section 3). */
export function formatPreference(scenario: string): string {
  return `${SCENARIO}=${TOKEN.test(scenario) ? scenario : JSON.stringify(scenario)}`;
}
