import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { inFolder, startServer } from "./built-server.ts";

/** A secret for each setting that has one; none of them is a default. */
const SECRETS = {
  SANDBOX_PASSWORD: "merchants-secret-1",
  SANDBOX_CONTROL_TOKEN: "control-secret-23456",
  SANDBOX_NOTIFICATION_SECRET: "notification-secret-3",
  SANDBOX_OTLP_HEADERS: "X-Collector-Key=collector-secret-4",
  SANDBOX_TERMINAL_KEY: "00112233445566778899AABBCCDDEEFF",
};

/** Nobody listens there. */
const COLLECTOR = "http://127.0.0.1:9/v1/traces";

describe("a secret that came from outside", () => {
  for (const source of ["variables", "flags", "files", ".env"] as const) {
    it(`by ${source} is neither printed nor logged nor told`, () =>
      inFolder(async (folder) => {
        const server = await startServer({ folder, ...(await given(folder, source)) });
        const paths = ["/_sandbox/v1/health", "/_sandbox/v1/exchanges", "/metrics"];
        const told = await Promise.all(
          paths.map(async (path) => {
            const asked = request(server.url).get(path);
            const response = await asked.set("Authorization", `Bearer ${SECRETS.SANDBOX_CONTROL_TOKEN}`);
            expect(response.status, path).to.equal(200);
            return response.text;
          }),
        );
        const order = request(server.url).get("/api/rest/version/100/merchant/TESTSHOP/order/1");
        await order.auth("merchant.TESTSHOP", SECRETS.SANDBOX_PASSWORD).expect(400);
        await request(server.url).get("/_sandbox/v1/exchanges").expect(401);
        await server.stop();
        const output = [...told, server.stdout(), server.stderr()].join("\n");
        for (const secret of Object.values(SECRETS)) expect(output).not.to.contain(secret);
      }));
  }
});

async function given(folder: string, source: "variables" | "flags" | "files" | ".env") {
  const open = { SANDBOX_HOST: "0.0.0.0", SANDBOX_ACCESS_LOG: "on", SANDBOX_OTLP_TRACES_ENDPOINT: COLLECTOR };
  const entries = Object.entries(SECRETS);
  switch (source) {
    case "variables":
      return { environment: { ...open, ...SECRETS } };
    case "flags": {
      const flag = (name: string): string =>
        `--${name.slice("SANDBOX_".length).toLowerCase().replaceAll("_", "-")}`;
      return { environment: open, arguments: entries.flatMap(([name, value]) => [flag(name), value]) };
    }
    case "files":
      await Promise.all(entries.map(([name, value]) => writeFile(join(folder, name), value)));
      return {
        environment: { ...open, ...Object.fromEntries(entries.map(([name]) => [`${name}_FILE`, name])) },
      };
    case ".env":
      await writeFile(join(folder, ".env"), entries.map(([name, value]) => `${name}=${value}\n`).join(""));
      return { environment: open };
  }
}
