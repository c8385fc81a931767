import express from "express";
import { listenFor } from "./listening.ts";

/** The least that Express 5 does: it answers a constant, and reads no body. */

const app = express();
app.put(
  "/api/rest/version/100/merchant/:merchantId/order/:orderId/transaction/:transactionId",
  (_request, response) => {
    response.status(201).json({ result: "SUCCESS" });
  },
);
listenFor(app);
