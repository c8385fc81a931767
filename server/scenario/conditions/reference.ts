import { inMember } from "../condition-kinds/request-place.ts";
import { textConditions } from "../condition-kinds/texts.ts";

const REFERENCE = "order.reference";

export const {
  exact: reference,
  prefix: referencePrefix,
  glob: referenceGlob,
} = textConditions({
  name: "reference",
  fact: (facts) => facts.reference,
  noun: REFERENCE,
  placeIn: inMember(REFERENCE),
  descriptions: {
    exact: "order.reference of the request: one or a list.",
    prefix: "How order.reference of the request begins: one or a list.",
    glob: "What order.reference of the request is like, with * for any run of characters and ? for one: one or a list.",
  },
});
