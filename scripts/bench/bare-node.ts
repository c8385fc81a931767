import { listenFor } from "./listening.ts";

/** The least that Node itself does: it reads and parses the body, and answers a constant. */

const ANSWER = JSON.stringify({ result: "SUCCESS" });
const HEADERS = { "content-type": "application/json", "content-length": ANSWER.length };

listenFor((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(201, HEADERS).end(ANSWER);
  });
});
