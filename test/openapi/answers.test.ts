import { expect } from "chai";
import request from "supertest";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { textAt } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { formIn, submit } from "../authentication/emulator.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { documentOf, objectAt, validatorOf } from "./documents.ts";

/** One of each shape of answers, and one without a contract of its own. */
const VERSIONS = [13, 45, 55, 60, 75, 100];

type Method = "delete" | "get" | "post" | "put";

describe("what the sandbox answers", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  for (const version of VERSIONS) {
    const document = documentOf(version);
    const fits = validatorOf(document);
    const merchant = `TESTV${version}`;

    /** Sends what the document names, and holds the answer against what the document says of its status. */
    const send = async (method: Method, path: string, options: Options = {}): Promise<JsonObject> => {
      const { body, password = "sandbox", status } = options;
      const [server] = document["servers"] as readonly { readonly url: string }[];
      const target = (server?.url ?? "") + path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(name));
      const call = request(running.sandbox.url)[method](target).auth(`merchant.${merchant}`, password);
      const response = await (body === undefined ? call : call.send(body));
      const operation = objectAt(objectAt(objectAt(document, "paths"), path), method);
      expect(response.status, response.text).to.equal(status);
      expect(operation["responses"]).to.include.keys(String(response.status));
      const given = response.body as Json;
      const schemas = schemasAt(document, operation, response.status);
      expect(
        schemas.some((schema) => fits(schema, given)),
        response.text,
      ).to.equal(true);
      return given as JsonObject;
    };

    const ids = new Map<string, string>();
    const idFor = (name: string): string => ids.get(name) ?? (name === "merchantId" ? merchant : "1");
    const example = (operation: Operation): JsonObject => OPERATION_DEFINITIONS[operation].example(version);
    const ORDER = "/merchant/{merchantId}/order/{orderId}";
    const TRANSACTION = `${ORDER}/transaction/{transactionId}`;
    const TOKENS = "/merchant/{merchantId}/token";
    const SESSIONS = "/merchant/{merchantId}/session";

    it(`is as the document of version ${version} says, for orders`, async () => {
      await send("put", TRANSACTION, { body: example("PAY"), status: 201 });
      await send("put", TRANSACTION, { body: example("PAY"), status: 200 });
      await send("get", TRANSACTION, { status: 200 });
      await send("get", ORDER, { status: 200 });
      ids.set("transactionId", "2");
      await send("put", TRANSACTION, { body: example("REFUND"), status: 201 });
      await send("get", ORDER, { status: 200 });
    });

    for (const operation of ["AUTHORIZE", "DISBURSEMENT", "INITIATE_BROWSER_PAYMENT", "VERIFY"] as const) {
      it(`is as the document of version ${version} says, for its example of ${operation}`, async () => {
        ids.set("orderId", operation);
        await send("put", TRANSACTION, { body: example(operation), status: 201 });
        await send("get", ORDER, { status: 200 });
      });
    }

    it(`is as the document of version ${version} says, for sessions and checkouts`, async () => {
      const made = await send("post", SESSIONS, { status: 201 });
      ids.set("sessionId", textAt(made, "session.id") ?? "");
      await send("put", `${SESSIONS}/{sessionId}`, { body: example("UPDATE_SESSION"), status: 200 });
      await send("get", `${SESSIONS}/{sessionId}`, { status: 200 });
      const checkout = version < 63 ? "CREATE_CHECKOUT_SESSION" : "INITIATE_CHECKOUT";
      await send("post", SESSIONS, { body: example(checkout), status: 201 });
    });

    it(`is as the document of version ${version} says, for tokens`, async () => {
      const made = await send("post", TOKENS, { body: example("CREATE_TOKEN"), status: 201 });
      ids.set("tokenId", textAt(made, "token") ?? "");
      await send("get", `${TOKENS}/{tokenId}`, { status: 200 });
      await send("delete", `${TOKENS}/{tokenId}`, { status: 200 });
      await send("get", `${TOKENS}/{tokenId}`, { status: 400 });
      await send("put", `${TOKENS}/{tokenId}`, { body: example("CREATE_OR_UPDATE_TOKEN"), status: 201 });
    });

    it(`is as the document of version ${version} says, for cards and the gateway`, async () => {
      const risk = "/merchant/{merchantId}/riskassessment/{riskAssessmentId}";
      const body = example("CREATE_OR_UPDATE_RISK_ASSESSMENT");
      await send("put", "/merchant/{merchantId}/balanceInquiry", {
        body: example("BALANCE_INQUIRY"),
        status: 200,
      });
      const options = "/merchant/{merchantId}/paymentOptionsInquiry";
      await send("get", options, { status: 200 });
      await send("post", options, { status: 200 });
      await send("post", options, { body: example("PAYMENT_OPTIONS_INQUIRY"), status: 200 });
      await send("put", risk, { body, status: 201 });
      await send("put", risk, { body, status: 200 });
      const secure = "/merchant/{merchantId}/3DSecureId/{threeDSecureId}";
      const check = example("CHECK_3DS_ENROLLMENT");
      const asked = await send("put", secure, { body: check, status: 201 });
      await send("put", secure, { body: check, status: 200 });
      const [acsUrl = "", PaReq = ""] = ["acsUrl", "paReq"].map((name) =>
        textAt(asked, `3DSecure.authenticationRedirect.customized.${name}`),
      );
      const fields = {
        PaReq,
        TermUrl: "https://shop.example/back",
        outcome: "AUTHENTICATED",
        code: "123456",
      };
      const page = await submit({
        ...{ id: undefined, target: undefined, fields },
        action: acsUrl.replace("prompt", "answer"),
      });
      const result = {
        ...example("PROCESS_ACS_RESULT"),
        "3DSecure": { paRes: formIn(page.text).fields["PaRes"] ?? "" },
      };
      await send("post", secure, { body: result, status: 200 });
      await send("get", "/information", { status: 200 });
    });

    it(`is as the document of version ${version} says, for refusals`, async () => {
      ids.set("orderId", "refused");
      await send("put", TRANSACTION, { body: {}, status: 400 });
      await send("get", ORDER, { status: 400 });
      await send("get", ORDER, { password: "wrong", status: 401 });
      ids.set("merchantId", "TESTANOTHER");
      await send("get", ORDER, { status: 403 });
      ids.delete("merchantId");
      await send("put", TRANSACTION, { body: { correlationId: "x".repeat(1_100_000) }, status: 413 });
    });
  }
});

interface Options {
  readonly body?: JsonObject;
  readonly password?: string;
  readonly status?: number;
}

/** Where the document has the schemas of an answer's body, of which one has to fit. */
function schemasAt(document: JsonObject, operation: JsonObject, status: number): readonly string[] {
  const named = objectAt(objectAt(operation, "responses"), String(status));
  const { $ref } = named;
  const responses = objectAt(objectAt(document, "components"), "responses");
  const response = typeof $ref === "string" ? objectAt(responses, $ref.split("/").at(-1) ?? "") : named;
  const schema = objectAt(objectAt(objectAt(response, "content"), "application/json"), "schema");
  const forms = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as readonly JsonObject[]) : [schema];
  return forms.map((form) => textAt(form, "$ref") ?? "");
}
