import { schemeOfBeginning } from "../../server/domain/card/card-scheme.ts";
import { regroup } from "../card-number.ts";

/** Writes a card number in groups while it is typed, and names its scheme. */
export function watchCard(): void {
  const number = document.querySelector<HTMLInputElement>("input[name=number]");
  const brand = document.querySelector("[data-brand]");
  if (number === null || brand === null) return;
  const look = (): void => {
    const digits = number.value.replace(/\D/g, "");
    const scheme = schemeOfBeginning(digits);
    regroup(number, digits, scheme);
    brand.textContent = scheme?.replace("_", " ") ?? "";
  };
  number.addEventListener("input", look);
  look();
}
