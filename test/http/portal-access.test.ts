import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const TOKEN = "let-me-see-what-is";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const ABOUT = "/_sandbox/v1/about";

describe("the way into the portal", () => {
  let running: TestSandbox;
  let open: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_CONTROL_TOKEN: TOKEN, SANDBOX_PASSWORD: "a-secret-one" });
    open = await startTestSandbox();
  });
  after(async () => {
    await running.stop();
    await open.stop();
  });
  const on = (): ReturnType<typeof request> => request(running.sandbox.url);
  const logIn = (token: string): Promise<Response> => on().post("/_sandbox/v1/login").send({ token }).then();
  const cookieOf = (response: Response): string => response.get("Set-Cookie")?.[0] ?? "";

  it("leads browsers from / to the portal, and answers programs as on every unknown path", async () => {
    const browser = await on().get("/").set("Accept", BROWSER);
    expect([browser.status, browser.get("Location"), browser.get("Vary")]).to.deep.equal([
      303,
      "/_sandbox/",
      "Accept",
    ]);
    for (const accept of ["*/*", "application/json"]) {
      const program = await on().get("/").set("Accept", accept);
      expect([program.status, program.type]).to.deep.equal([404, "application/json"]);
    }
  });

  it("shows a page to everybody that holds nothing and runs nothing but its own script", async () => {
    const page = await on().get("/_sandbox/");
    expect([page.status, page.type]).to.deep.equal([200, "text/html"]);
    const policy = page.get("Content-Security-Policy") ?? "";
    expect(policy)
      .to.contain("default-src 'none'")
      .and.contain("script-src 'self'")
      .and.not.contain("unsafe");
    expect(page.text).to.not.match(/<script(?![^>]*\bsrc=)|\son\w+=|style=/);
    expect(page.text).to.not.contain(TOKEN);
  });

  it("gives a cookie for the token, which no script and no other site can use", async () => {
    const response = await logIn(TOKEN);
    expect([response.status, response.body]).to.deep.equal([200, { isTokenNeeded: true }]);
    expect(cookieOf(response)).to.match(
      /^gateway-sandbox=[\w-]+; Path=\/_sandbox; HttpOnly; SameSite=Strict$/,
    );
    expect(cookieOf(response)).to.not.contain(TOKEN);
    const [cookie = ""] = cookieOf(response).split(";");
    expect((await on().get(ABOUT).set("Cookie", `other=1; ${cookie}`)).status).to.equal(200);
    for (const wrong of [`${cookie}x`, `gateway-sandbox=${TOKEN}`, "other=1"])
      expect((await on().get(ABOUT).set("Cookie", wrong)).status, wrong).to.equal(401);
  });

  it("takes the cookie back", async () => {
    const response = await on().post("/_sandbox/v1/logout");
    expect(response.status).to.equal(204);
    expect(cookieOf(response)).to.match(/^gateway-sandbox=; Path=\/_sandbox; Expires=Thu, 01 Jan 1970/);
  });

  it("refuses a wrong token, none, and pages of others", async () => {
    expect((await logIn("let-me-see-what-isn't")).status).to.equal(403);
    expect((await on().post("/_sandbox/v1/login").send({})).status).to.equal(400);
    const foreign = on()
      .post("/_sandbox/v1/login")
      .set("Sec-Fetch-Site", "cross-site")
      .send({ token: TOKEN });
    expect((await foreign).status).to.equal(403);
  });

  it("asks for nothing where no token is needed", async () => {
    const response = await request(open.sandbox.url).post("/_sandbox/v1/login").send({ token: "any" });
    expect([response.body, response.get("Set-Cookie")]).to.deep.equal([{ isTokenNeeded: false }, undefined]);
  });

  it("tells what runs here, and no secret", async () => {
    const secret = await on().get(ABOUT).set("Authorization", `Bearer ${TOKEN}`);
    expect(secret.body).to.not.have.property("password");
    expect(secret.text).to.not.contain(TOKEN).and.not.contain("a-secret-one");
    expect(secret.body).to.containSubset({
      settings: [
        { variable: "SANDBOX_PASSWORD", isSet: true },
        { variable: "SANDBOX_MODE", value: "strict", isSet: false },
      ],
    });
    const usual = await request(open.sandbox.url).get(ABOUT);
    expect(usual.body).to.include({
      merchants: "TEST…",
      password: "sandbox",
      now: "2030-01-15T10:20:30.400Z",
    });
    expect(usual.body).to.containSubset({ operations: [{ operation: "PAY", versions: [13] }] });
  });
});
