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
    prefix: "The beginning of order.reference: one or a list.",
    glob: "A pattern for order.reference, with * for any number of characters and ? for one: one or a list.",
  },
});
