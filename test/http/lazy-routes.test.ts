import { expect } from "chai";
import express from "express";
import request from "supertest";
import { lazyRoutes } from "../../server/http/app.ts";

describe("routes that are loaded late", () => {
  it("are loaded again after a failure, and once after that", async () => {
    let loads = 0;
    // Without what Express prints of an error.
    const app = express().set("env", "test");
    app.use(
      lazyRoutes(() => {
        loads += 1;
        if (loads === 1) return Promise.reject(new Error("too many open files"));
        return Promise.resolve((_request, response) => {
          response.send("loaded");
        });
      }),
    );
    expect((await request(app).get("/")).status).to.equal(500);
    expect((await request(app).get("/")).text).to.equal("loaded");
    expect((await request(app).get("/")).text).to.equal("loaded");
    expect(loads).to.equal(2);
  });
});
