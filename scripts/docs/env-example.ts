import { SETTINGS } from "../../server/sandbox/settings/settings.ts";

const HEAD = `# Settings of gateway-sandbox. Copy to .env and change what you need; every line shows the default.
# Each setting is also a flag: SANDBOX_LOG_LEVEL is --log-level. Precedence: flag, environment, .env, default.
# This file is written by npm run docs.
`;

/** Characters of a line. */
const WIDTH = 120;

/** `.env.example`: every setting with its meaning and its default. */
export function envExample(): string {
  const settings = Object.values(SETTINGS).map(({ variable, fallback, meaning }) => {
    const lines = meaning.match(new RegExp(`.{1,${WIDTH - 2}}(?=\\s|$)`, "g")) ?? [];
    return [...lines.map((line) => `# ${line.trim()}`), `${variable}=${fallback ?? ""}`].join("\n");
  });
  return `${HEAD}\n${settings.join("\n")}\n`;
}
