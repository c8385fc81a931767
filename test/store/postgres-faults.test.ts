import { expect } from "chai";
import { openDatabase } from "../../server/store/postgres/database.ts";
import type { Database } from "../../server/store/postgres/database.ts";
import { StoreBusy } from "../../server/store/store.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { refusalOf } from "./sample-orders.ts";

describeWithPostgres("a fault that a database tells", () => {
  let postgres: Postgres;
  let database: Database;
  let told: string[];
  before(async () => {
    postgres = await openPostgres();
  });
  beforeEach(async () => {
    told = [];
    database = await openDatabase({
      url: await postgres.newData(),
      connections: 2,
      log: (_level, event) => told.push(event),
    });
    await database.run({ text: "create sequence tries" });
  });
  afterEach(() => database.close());
  after(() => postgres.stop());

  /** Fails with the code until it has been tried so often; sequences count also what is taken back. */
  const failing = (code: string, times: number): string => `
    do $$ begin
      if nextval('tries') <= ${times} then raise exception using errcode = '${code}'; end if;
    end $$`;
  const tries = async (): Promise<unknown> =>
    (await database.run({ text: "select last_value::int as tries from tries" }))[0]?.["tries"];

  it("is told in words when there is no such database", async () => {
    const url = new URL(await postgres.newData());
    url.pathname = "/nowhere";
    const refusal = await refusalOf(openDatabase({ url: url.href, connections: 1, log: () => undefined }));
    expect(refusal).to.have.property(
      "message",
      "the database of SANDBOX_STORE cannot be used: SQLSTATE 3D000, there is no database of this name",
    );
  });

  for (const code of ["40003", "57014", "53300", "08006"])
    it(`${code} is the server's: nothing is known, and the same may succeed later`, async () => {
      expect(await refusalOf(database.run({ text: failing(code, 1) }))).to.be.instanceOf(StoreBusy);
      expect(await tries()).to.equal(1);
    });

  for (const code of ["25006", "53100"])
    it(`${code}, that nothing can be written, is over when something is written, and not when something is read`, async () => {
      await database.run({ text: "create table written (line text)" });
      expect(await refusalOf(database.run({ text: failing(code, 1) }))).to.be.instanceOf(StoreBusy);
      await database.run({ text: "select 1" });
      expect(database.trouble()).to.match(new RegExp(`refuses to work \\(SQLSTATE ${code}, it`));
      expect(told).to.deep.equal(["database-unavailable"]);
      await database.run({ text: "insert into written values ('line')" });
      expect([database.trouble(), told]).to.deep.equal([
        undefined,
        ["database-unavailable", "database-available-again"],
      ]);
    });

  for (const code of ["40001", "40P01"]) {
    it(`${code} is repeated until others are out of the way, by itself and in a transaction`, async () => {
      await database.run({ text: failing(code, 2) });
      expect(await tries()).to.equal(3);
      const done = await database.inTransaction(async (run) => {
        await run({ text: failing(code, 5) });
        return "done";
      });
      expect([done, await tries()]).to.deep.equal(["done", 6]);
    });

    it(`${code} is given up as a busy store after many tries`, async () => {
      expect(await refusalOf(database.run({ text: failing(code, 1_000) }))).to.be.instanceOf(StoreBusy);
      expect(await tries()).to.equal(40);
    });
  }
});
