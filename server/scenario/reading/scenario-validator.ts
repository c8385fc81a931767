import { schemaValidator } from "../../document/schema-validator.ts";

export const scenarioValidator = schemaValidator(new URL("../../../schemas/scenario.json", import.meta.url));
