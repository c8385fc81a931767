import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { neededRole } from "../../server/http/control/access/permission.ts";
import { hashOf } from "../../server/http/control/access/users.ts";
import { ROLES } from "../../server/http/control/access/access.ts";
import type { Role } from "../../server/http/control/access/access.ts";
import type { Endpoint } from "../../server/http/control/kernel/endpoint.ts";
import { ENDPOINTS } from "../../server/http/control/resources.ts";
import { FileError } from "../../server/document/file-problem.ts";
import { loadUsers } from "../../server/sandbox/user-file.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const TOKEN = "the-token-of-those-who-run-it";
const tokenOf = (name: string): string => `the-token-of-${name}`;
const USERS = [
  { name: "looker", role: "look" },
  { name: "tester", role: "test" },
  { name: "chief", role: "administer" },
  { name: "team", role: "test", merchants: ["TESTTEAM", "TESTTEAM_*"] },
];
const user = ({ name, ...rest }: (typeof USERS)[number]) => ({
  ...{ name, ...rest },
  token: `sha256:${hashOf(tokenOf(name))}`,
});
const FILE = { users: [...USERS.map(user), { name: "ida@shop.example", role: "look" }] };

/** Every endpoint that asks who calls, as it is called about a merchant. */
const GUARDED = ENDPOINTS.filter(({ isOpen }) => isOpen !== true);
/** What a stranger may ask: how it is, the documents of the API, the portal's way in, and what takes notifications. */
const OPEN: readonly string[] = [
  ...["get /", "get /v1/health", "get /docs", "post /v1/login", "post /v1/logout", "post /inbox/:inbox"],
  ...["expectations", "merchants", "scenario"].map((name) => `get /schemas/${name}.json`),
];
const pathOf = ({ path }: Endpoint, merchant: string, id: string): string =>
  `/_sandbox${path.replace(":merchantId", merchant).replace(/:\w+/g, id)}`;
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

describe("who may do what in the control API", () => {
  let folder: string;
  let running: TestSandbox;
  let url = "";
  /** An exchange of a merchant that the team may not reach. */
  let foreign = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "users-"));
    await writeFile(join(folder, "users.json"), JSON.stringify(FILE));
    running = await startTestSandbox({
      SANDBOX_CONTROL_TOKEN: TOKEN,
      SANDBOX_USERS: join(folder, "users.json"),
      SANDBOX_USER_HEADER: "X-Forwarded-User",
      SANDBOX_TRUSTED_PROXIES: "127.0.0.1",
    });
    ({ url } = running.sandbox);
    for (const merchant of ["TESTTEAM", "TESTOTHER"]) {
      const paid = await clientOf(url, merchant).put({ order: "1", transaction: "1", body: pay() });
      if (merchant === "TESTOTHER") foreign = paid.get("X-Sandbox-Exchange") ?? "";
    }
    const held = { rule: { hold: "before-commit" } };
    const asked = (made: request.Test): request.Test => made.set("Authorization", `Bearer ${TOKEN}`);
    await asked(request(url).post("/_sandbox/v1/merchants/TESTOTHER/arm")).send(held);
    void clientOf(url, "TESTOTHER").put({ order: "2", transaction: "1", body: pay() }).then();
    const waits = "/_sandbox/v1/merchants/TESTOTHER/holds?count=1&waitMs=10000";
    expect((await asked(request(url).get(waits))).body).to.include({ complete: true });
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const call = (it: Endpoint, path: string, token: string): Promise<Response> => {
    const asked = request(url)[it.method](path).set("Authorization", `Bearer ${token}`);
    return (it.method === "get" ? asked : asked.send({})).then();
  };
  const get = (path: string, name: string) =>
    request(url)
      .get(`/_sandbox${path}`)
      .set("Authorization", `Bearer ${tokenOf(name)}`);

  for (const it_ of GUARDED) {
    it(`asks at ${nameOf(it_)} for a token, for the role, and for the merchant`, async () => {
      const path = pathOf(it_, "TESTOTHER", foreign);
      expect((await call(it_, path, "wrong-token-of-nobody")).status).to.equal(401);
      const needed = ROLES.indexOf(neededRole(it_));
      for (const { name, role } of USERS.filter((it) => ROLES.indexOf(it.role as Role) < needed))
        expect((await call(it_, path, tokenOf(name))).status, `${name}, ${role}`).to.equal(403);
      const reached = await call(it_, path, tokenOf("team"));
      if (it_.scope === undefined) expect(reached.status, reached.text).to.be.oneOf([403, 404]);
      expect(reached.text).to.not.contain("TESTOTHER");
    });
  }

  it("asks for no token at these alone", () => {
    expect(ENDPOINTS.filter(({ isOpen }) => isOpen === true).map(nameOf)).to.have.members(OPEN);
  });

  it("lets everybody look who may look, and the control token do everything", async () => {
    for (const name of ["looker", "tester", "chief"])
      expect((await get("/v1/merchants/TESTOTHER/orders", name)).status, name).to.equal(200);
    const reset = request(url).post("/_sandbox/v1/merchants/TESTRESET/reset");
    expect((await reset.set("Authorization", `Bearer ${TOKEN}`).send()).status).to.equal(200);
  });

  it("shows to a team its own merchants and nothing of others", async () => {
    const seen = await get("/v1/merchants", "team");
    const { merchants } = seen.body as { readonly merchants: readonly { readonly merchant: string }[] };
    expect(merchants.map(({ merchant }) => merchant)).to.deep.equal(["TESTTEAM"]);
    expect((await get("/v1/traffic?merchant=TESTTEAM", "team")).body).to.have.nested.property(
      "rows[0].order",
      "1",
    );
    expect((await get("/v1/traffic?merchant=TESTOTHER", "team")).status).to.equal(403);
    expect((await get("/v1/traffic", "team")).body).to.deep.include({
      detail: "This is about all merchants; team may reach TESTTEAM, TESTTEAM_*.",
    });
    expect((await get(`/v1/exchanges/${foreign}`, "team")).status).to.equal(404);
    expect((await get("/v1/merchants/TESTTEAM_2/orders", "team")).status).to.equal(200);
    expect((await get("/v1/merchants/TESTTEAM2/orders", "team")).status).to.equal(403);
    expect((await get("/v1/holds", "team")).body).to.deep.include({ holds: [] });
  });

  it("shows metrics, which name merchants, to those who may reach all of them", async () => {
    const metrics = (name: string) =>
      request(url)
        .get("/metrics")
        .set("Authorization", `Bearer ${tokenOf(name)}`);
    expect((await metrics("looker")).text).to.contain('merchant="TESTOTHER"');
    const refused = await metrics("team");
    expect([refused.status, refused.body]).to.have.deep.nested.property("[0]", 403);
    expect(refused.text).to.contain("team may reach TESTTEAM").and.not.contain("TESTOTHER");
    expect((await metrics("nobody")).status).to.equal(401);
  });

  it("keeps who changed what, and tells it to the log", async () => {
    const path = "/_sandbox/v1/merchants/TESTTEAM/clock";
    const change = request(url)
      .put(path)
      .set("Authorization", `Bearer ${tokenOf("team")}`);
    expect((await change.send({ mode: "real" })).status).to.equal(200);
    const refused = request(url)
      .put(path)
      .set("Authorization", `Bearer ${tokenOf("looker")}`);
    expect((await refused.send({ mode: "real" })).status).to.equal(403);
    const trail = await get("/v1/audit", "chief");
    const entry = { method: "PUT", path: "/v1/merchants/TESTTEAM/clock" };
    expect((trail.body as { readonly changes: readonly object[] }).changes.slice(0, 2)).to.deep.equal([
      { at: "2030-01-15T10:20:30.400Z", user: "looker", ...entry, status: 403 },
      { at: "2030-01-15T10:20:30.400Z", user: "team", ...entry, status: 200 },
    ]);
    expect(running.logged()).to.contain('"event":"control-change"').and.to.contain('"user":"team"');
  });

  it("knows whom a trusted proxy names, and has no user whom nobody entered", async () => {
    const named = (name: string) => request(url).get("/_sandbox/v1/about").set("X-Forwarded-User", name);
    expect((await named("ida@shop.example")).status).to.equal(200);
    expect((await named("ben@shop.example")).status).to.equal(401);
    const stranger = await startTestSandbox({
      SANDBOX_USERS: join(folder, "users.json"),
      SANDBOX_USER_HEADER: "X-Forwarded-User",
      SANDBOX_TRUSTED_PROXIES: "10.0.0.0/8",
    });
    const forged = request(stranger.sandbox.url).get("/_sandbox/v1/about");
    expect((await forged.set("X-Forwarded-User", "ida@shop.example")).status, "not from the proxy").to.equal(
      401,
    );
    await stranger.stop();
  });

  it("logs a user in to the portal as that user", async () => {
    const login = await request(url)
      .post("/_sandbox/v1/login")
      .send({ token: tokenOf("looker") });
    const [cookie = ""] = (login.get("Set-Cookie")?.[0] ?? "").split(";");
    const with_ = (asked: request.Test): request.Test => asked.set("Cookie", cookie);
    expect((await with_(request(url).get("/_sandbox/v1/about"))).status).to.equal(200);
    const reset = with_(request(url).post("/_sandbox/v1/merchants/TESTTEAM/reset"));
    expect((await reset.send()).status).to.equal(403);
  });
});

describe("the file of users", () => {
  const MISTAKES: readonly (readonly [what: string, text: string, message: string])[] = [
    ["an unknown role", "users: [{ name: a, role: read }]", "look, test or administer"],
    [
      "a token that is no hash",
      "users: [{ name: a, role: look, token: my-secret }]",
      "sha256: and 64 hexadecimal digits",
    ],
    ["no name", "users: [{ role: look }]", '"name"'],
    [
      "a name twice",
      "users: [{ name: a, role: look }, { name: a, role: test }]",
      "a user of this name stands above",
    ],
  ];
  for (const [what, text, message] of MISTAKES) {
    it(`tells ${what}, with its place, and quotes no token`, async () => {
      const file = join(tmpdir(), `users-${process.pid}.yaml`);
      await writeFile(file, text);
      try {
        expect(() => loadUsers(file))
          .to.throw(FileError)
          .with.property("message")
          .that.contains(message)
          .and.matches(/:1:\d+/)
          .and.does.not.contain("my-secret");
      } finally {
        await rm(file);
      }
    });
  }
});
