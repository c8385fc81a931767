import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { asConsumer, TYPE_CHECKER } from "./consumer.ts";

/** What a project with types writes; each line that is marked is a mistake. */
const TYPED = `import { connectSandbox, ControlError, createSandbox } from "gateway-sandbox";
import type { EmbeddedSandbox, Exchange, SandboxOptions } from "gateway-sandbox";

const options: SandboxOptions = { mode: "strict", scenarios: ["default"], clock: new Date() };
const sandbox: EmbeddedSandbox = await createSandbox(options);
const { authorization, url } = sandbox.merchant();
const control = sandbox.control.merchant("TESTSHOP");
await control.arm({ when: { amount: { min: "5.00" } }, outcome: "DECLINED" }, { times: 2 });
const [exchange]: readonly Exchange[] = await control.wait({ operation: "PAY", timeoutMs: 10 });
const code: string | undefined = exchange?.scenario?.gatewayCode;
const { passed } = await control.verify({ expectations: [{ order: "1", captured: "5.00" }] });
export const used = [authorization, url(100), code, passed, ControlError];
const { control: there } = await connectSandbox({ url: sandbox.url, token: undefined });
export const orders: readonly { readonly id: string }[] = (await there.merchant("TESTSHOP").orders()).orders;
await sandbox.close();

// @ts-expect-error
await connectSandbox({});
// @ts-expect-error
await createSandbox({ mode: "lax" });
// @ts-expect-error
await control.arm({ outcome: "DECLIEND" });
// @ts-expect-error
await control.reset("order");
`;

describe("the package as a dependency", () => {
  it("runs the example of the README", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const [, example = ""] = /^```js\n([\s\S]*?)^```$/m.exec(readme) ?? [];
    await asConsumer(async ({ node, write }) => {
      await write("payment.test.mjs", example);
      const { code, output } = await node("--test", "payment.test.mjs");
      expect(output)
        .to.include("a payment whose answer is lost is charged once")
        .and.to.match(/# pass 1\b|pass 1\b/);
      expect(code).to.equal(0);
    });
  });

  it("runs the examples of its page", async () => {
    const page = await readFile(new URL("../../docs/embedding.md", import.meta.url), "utf8");
    const [first = "", calls = "", connected = "", scenarios = ""] = [
      ...page.matchAll(/^```js\n([\s\S]*?)^```$/gm),
    ].map(([, it]) => it ?? "");
    const begun = first.replace(/^await sandbox\.close.*\n/m, "");
    const refund = `setTimeout(() => fetch(sandbox.merchant().url(100) + "/order/1/transaction/1", {
      method: "PUT", headers: { authorization: sandbox.merchant().authorization },
      body: '{"apiOperation":"REFUND"}' }), 50);\n`;
    await asConsumer(async ({ node, write }) => {
      await write(
        "calls.mjs",
        `${begun}${refund}${calls}console.log(exchange.request.operation);\nawait sandbox.close();\n`,
      );
      expect(await node("calls.mjs")).to.deep.equal({ code: 0, output: "REFUND\n" });
      await write("connected.mjs", connected);
      await write(
        "started.mjs",
        `${first.replace(/await sandbox.*\n/, "")}
        process.env.SANDBOX_URL = sandbox.url;
        await import("./connected.mjs");
        console.log((await sandbox.control.merchant("TESTONE").armed()).length);
        await sandbox.close();`,
      );
      expect(await node("started.mjs")).to.deep.equal({ code: 0, output: "1\n" });
      const asked = `console.log(sandbox.merchant().id);\nawait sandbox.close();\n`;
      await write("plan.mjs", `import { createSandbox } from "gateway-sandbox";\n${scenarios}${asked}`);
      expect(await node("plan.mjs")).to.deep.equal({ code: 0, output: "SHOP_EU\n" });
    });
  });

  it("has types that take what is right and refuse what is wrong", async () => {
    await asConsumer(async ({ node, write }) => {
      await write("package.json", '{ "type": "module" }');
      await write("typed.ts", TYPED);
      const libraries = { lib: ["es2023", "dom"], module: "nodenext", target: "es2022", types: [] };
      const compilerOptions = { ...libraries, strict: true, noEmit: true, skipLibCheck: false };
      await write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
      const { code, output } = await node(TYPE_CHECKER);
      expect(output).to.equal("");
      expect(code).to.equal(0);
    });
  });

  it("can be loaded by CommonJS", async () => {
    await asConsumer(async ({ node, write }) => {
      const script = `import("gateway-sandbox").then(async ({ createSandbox }) => {
        const sandbox = await createSandbox(); console.log(typeof sandbox.url); await sandbox.close(); });`;
      await write("common.cjs", script);
      expect(await node("common.cjs")).to.deep.equal({ code: 0, output: "string\n" });
    });
  });
});
