import { address, all } from "../members/shape.ts";

const LINES = "city company country postcodeZip stateProvince street street2";

/** The address group of interface section 2.5. */
export const ADDRESS = address(all("text", `${LINES} stateProvinceCode`));

export const SHIPPING_ADDRESS = address(all("text", `${LINES} sameAsBilling source stateProvinceCode`));

/** The form that writes postCodeZip with a capital C (interface section 2.12). */
export const RECIPIENT_ADDRESS = address(
  all("text", "city country postCodeZip stateProvinceCode street street2"),
);
