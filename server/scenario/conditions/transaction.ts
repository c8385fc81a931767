import { inPath } from "../condition-kinds/request-place.ts";
import { textConditions } from "../condition-kinds/texts.ts";

const id = textConditions({
  name: "transaction",
  fact: (facts) => facts.transactionId,
  noun: "transaction id",
  placeIn: inPath,
  descriptions: {
    exact: "The transaction id in the path: one or a list.",
    prefix: "The beginning of the transaction id in the path: one or a list.",
    glob: "A pattern for the transaction id in the path, with * for any number of characters and ? for one: one or a list.",
  },
});

export const transaction = { ...id.exact, isOfOrder: true } as const;
export const transactionPrefix = { ...id.prefix, isOfOrder: true } as const;
export const transactionGlob = { ...id.glob, isOfOrder: true } as const;
